import type { Person } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import type { Role } from "@korki/domain";
import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Sheet } from "../../ui/sheet";
import { CreatePersonForm } from "./create-person-form";
import { personPath } from "./person-path";

/** Opens the form that makes an account, of this role unless another is chosen; then shows the account. */
export function CreatePersonButton({ userType }: { userType: Role }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();

  function show(created: Person) {
    setOpened(false);
    navigate(personPath(created));
  }

  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.addAccount}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={texts.addAccount}>
        <CreatePersonForm userType={userType} onCreated={show} />
      </Sheet>
    </>
  );
}

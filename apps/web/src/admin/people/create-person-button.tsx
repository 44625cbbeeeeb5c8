import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import type { Role } from "@korki/domain";
import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../paths";
import { Sheet } from "../../ui/sheet";
import { CreatePersonForm } from "./create-person-form";

/** Opens the form that makes an account, of this role unless another is chosen; then shows a new teacher or student. */
export function CreatePersonButton({ userType }: { userType: Role }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();

  function show(id: string, created: Role) {
    setOpened(false);
    if (created === "Teacher") navigate(paths.teacherTab(id, "info"));
    if (created === "Student") navigate(paths.studentTab(id, "info"));
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

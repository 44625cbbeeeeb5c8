import type { Person } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import type { Role } from "@korki/domain";
import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ADDING } from "../../paths";
import { Sheet } from "../../ui/sheet";
import { useAddressChange } from "../../ui/use-address-change";
import { CreatePersonForm } from "./create-person-form";
import { personPath } from "./person-path";

/** Opens the form that makes an account, of this role unless another is chosen; then shows the account. */
export function CreatePersonButton({ userType }: { userType: Role }) {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const navigate = useNavigate();
  const setOpened = (isOpen: boolean) => changeAddress({ [ADDING]: isOpen ? "konto" : null });

  function show(created: Person) {
    navigate(personPath(created));
  }

  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.addAccount}
      </Button>
      <Sheet
        opened={params.get(ADDING) === "konto"}
        onClose={() => setOpened(false)}
        title={texts.addAccount}
      >
        <CreatePersonForm userType={userType} onCreated={show} />
      </Sheet>
    </>
  );
}

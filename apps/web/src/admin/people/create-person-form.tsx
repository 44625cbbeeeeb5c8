import { createPersonInput } from "@korki/contracts/account";
import type { Person } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { ROLES, type Role } from "@korki/domain";
import { NativeSelect, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { PhoneInput } from "../../ui/phone-input";
import { toastSuccess } from "../../ui/toasts";
import { useIsHere } from "../../ui/use-is-here";

const ROLE_CHOICES = ROLES.map((role) => ({ value: role, label: dashboardTexts.accountTypes[role] }));

/** Makes an account of any role; an e-mail invites the person to set the password. */
export function CreatePersonForm({
  userType,
  onCreated,
}: {
  userType: Role;
  onCreated: (person: Person) => void;
}) {
  const isHere = useIsHere();
  const form = useForm({
    initialValues: { role: userType, name: "", surname: "", email: "", phone: "", phoneParent: "" },
    validate: schemaResolver(createPersonInput, { sync: true }),
    validateInputOnBlur: true,
  });
  const create = trpc.adminPeople.create.useMutation({
    onSuccess(person) {
      form.resetDirty();
      toastSuccess(adminPeopleTexts.invitationSent);
      if (isHere()) onCreated(person);
    },
  });
  const isStudent = form.values.role === "Student";
  return (
    <FormShell
      form={form}
      label={texts.addAccount}
      call={create}
      submitLabel={texts.create}
      onSubmit={({ phoneParent, ...values }) =>
        create.mutate({ ...values, phoneParent: values.role === "Student" ? phoneParent : "" })
      }
    >
      <NativeSelect label={texts.accountRole} data={ROLE_CHOICES} {...form.getInputProps("role")} />
      <TextInput
        label={texts.accountName}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <TextInput label={texts.surname} autoComplete="off" {...form.getInputProps("surname")} />
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="off"
        description={texts.invitationText}
        {...form.getInputProps("email")}
      />
      <PhoneInput
        label={isStudent ? texts.studentPhone : texts.phone}
        autoComplete="off"
        {...form.getInputProps("phone")}
      />
      {isStudent ? (
        <PhoneInput label={texts.parentPhone} autoComplete="off" {...form.getInputProps("phoneParent")} />
      ) : null}
    </FormShell>
  );
}

import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { openTrialAccountBody, type TrialLesson } from "@korki/contracts/trial-lessons";
import { Checkbox, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { LeaveButton } from "../../ui/leave-button";
import { saved } from "../../ui/toasts";

type Values = {
  name: string;
  surname: string;
  email: string;
  withParent: boolean;
  parent: { name: string; surname: string; email: string };
};

/** "Załóż konto ucznia": the student's account and, where a parent asked, the parent's, in one step. */
export function OpenAccountForm({ trial, onClose }: { trial: TrialLesson; onClose: () => void }) {
  const isParents = trial.parentPhone !== "";
  const [name = "", ...surname] = trial.name.split(" ");
  const form = useForm<Values>({
    initialValues: {
      name,
      surname: surname.join(" "),
      email: isParents ? "" : trial.email,
      withParent: isParents,
      parent: { name: "", surname: surname.join(" "), email: isParents ? trial.email : "" },
    },
    validate: (values) => schemaResolver(openTrialAccountBody, { sync: true })(bodyOf(trial, values)),
    validateInputOnBlur: true,
  });
  const open = trpc.trialLessons.openAccount.useMutation({
    onSuccess: saved(form, texts.accountOpened, onClose),
  });
  return (
    <FormShell
      form={form}
      label={texts.openAccount}
      call={open}
      secondary={<LeaveButton label={texts.keep} onLeave={onClose} />}
      onSubmit={(values) => open.mutate({ id: trial.id, ...bodyOf(trial, values) })}
    >
      <Text size="sm">{texts.openAccountText}</Text>
      <TextInput label={texts.studentName} withAsterisk {...form.getInputProps("name")} />
      <TextInput label={texts.studentSurname} {...form.getInputProps("surname")} />
      <TextInput
        label={texts.studentEmail}
        type="email"
        withAsterisk={!form.values.withParent}
        description={form.values.withParent ? texts.childWithoutEmail : null}
        {...form.getInputProps("email")}
      />
      <Checkbox label={texts.withParent} {...form.getInputProps("withParent", { type: "checkbox" })} />
      {form.values.withParent ? (
        <>
          <TextInput label={texts.parentName} withAsterisk {...form.getInputProps("parent.name")} />
          <TextInput label={texts.parentSurname} {...form.getInputProps("parent.surname")} />
          <TextInput
            label={texts.parentEmail}
            type="email"
            withAsterisk
            {...form.getInputProps("parent.email")}
          />
        </>
      ) : null}
    </FormShell>
  );
}

function bodyOf(trial: TrialLesson, { withParent, parent, name, surname, email }: Values) {
  return { name, surname, email, phone: trial.studentPhone, ...(withParent ? { parent } : {}) };
}

import { emailInput } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { ruleOf } from "../ui/rule-of";
import { fillSaved } from "../ui/sent-values";
import { toastSuccess } from "../ui/toasts";

/** Invites a parent by e-mail: one's own, or the parent of the student `studentId` (rules §15). */
export function InviteParentForm(props: { studentId?: string; onDone?: () => void }) {
  const { studentId, onDone } = props;
  const form = useForm({
    initialValues: { email: "" },
    validateInputOnBlur: true,
    validate: { email: ruleOf(emailInput) },
  });
  const invite = trpc.families.inviteParent.useMutation({
    onSuccess() {
      fillSaved(form, { email: "" });
      toastSuccess(texts.invitationSent);
      onDone?.();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.inviteTitle}
      call={invite}
      submitLabel={texts.sendInvitation}
      onSubmit={({ email }) => invite.mutate({ email, ...(studentId ? { studentId } : {}) })}
    >
      <Text size="sm">{texts.inviteText}</Text>
      <TextInput type="email" label={texts.inviteEmail} {...form.getInputProps("email")} />
    </FormShell>
  );
}

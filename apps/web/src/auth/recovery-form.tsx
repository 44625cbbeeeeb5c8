import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { publicClient } from "../server/public-client";
import { useCall } from "../server/use-call";
import { EmailField } from "../ui/email-field";
import { formRules } from "../ui/form-rules";
import { FormShell } from "../ui/form-shell";

const rules = formRules(async () => (await import("@korki/contracts/account")).requestRecoveryInput);

/** Asks for the e-mail with the link to a new password; the answer is the same whether the account exists or not. */
export function RecoveryForm(props: { email: string; onEmail: (email: string) => void; onSent: () => void }) {
  const form = useForm({
    initialValues: { email: props.email },
    validate: rules.validate,
    validateInputOnBlur: true,
    onValuesChange: ({ email }) => props.onEmail(email),
  });
  const { send, pending, error } = useCall(
    (input: { email: string }) => publicClient.account.requestRecovery.mutate(input),
    props.onSent,
  );

  return (
    <FormShell
      form={form}
      rules={rules}
      label={signInTexts.recoveryTitle}
      onSubmit={send}
      pending={pending}
      error={error}
      submitLabel={signInTexts.recover}
      submitFullWidth
      warnOnLeave={false}
    >
      <Text c="dimmed" size="sm">
        {signInTexts.recoveryHint}
      </Text>
      <EmailField label={signInTexts.email} {...form.getInputProps("email")} />
    </FormShell>
  );
}

import { password } from "@korki/contracts/fields";
import { accountFieldTexts } from "@korki/contracts/texts/account";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { schemaResolver, useForm } from "@mantine/form";
import { z } from "zod";
import { publicClient } from "../server/public-client";
import { useCall } from "../server/use-call";
import { FormShell } from "../ui/form-shell";
import { PasswordField } from "../ui/password-field";

const newPasswords = z
  .object({ password, passwordConfirmation: z.string() })
  .refine((typed) => typed.password === typed.passwordConfirmation, {
    path: ["passwordConfirmation"],
    error: accountFieldTexts.resetPasswordsDiffer,
  });

/** Two equal passwords; a refused one does not spend the link. */
export function ResetPasswordForm({ confirmId, onChanged }: { confirmId: string; onChanged: () => void }) {
  const form = useForm({
    initialValues: { password: "", passwordConfirmation: "" },
    validate: schemaResolver(newPasswords, { sync: true }),
    validateInputOnBlur: true,
  });
  const { send, pending, error } = useCall(
    (typed: { password: string }) =>
      publicClient.account.resetPassword.mutate({ password: typed.password, confirmId }),
    onChanged,
  );

  return (
    <FormShell
      form={form}
      label={signInTexts.newPasswordTitle}
      onSubmit={send}
      pending={pending}
      error={error}
      submitLabel={signInTexts.changePassword}
      submitFullWidth
      warnOnLeave={false}
    >
      <PasswordField
        label={signInTexts.newPassword}
        description={signInTexts.passwordHint}
        purpose="new"
        {...form.getInputProps("password")}
      />
      <PasswordField
        label={signInTexts.newPasswordConfirmation}
        purpose="new"
        {...form.getInputProps("passwordConfirmation")}
      />
    </FormShell>
  );
}

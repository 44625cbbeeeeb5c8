import { changePasswordInput } from "@korki/contracts/account-security";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { PasswordInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";
import { CurrentPasswordInput } from "./current-password-input";
import { isAboutField, sayAtField } from "./say-at-field";

/** Changes the password; every other session ends. */
export function PasswordBox() {
  const utils = trpc.useUtils();
  const form = useForm({
    initialValues: { currentPassword: "", password: "" },
    validate: schemaResolver(changePasswordInput, { sync: true }),
    validateInputOnBlur: true,
  });
  const change = trpc.accountSecurity.changePassword.useMutation({
    onSuccess() {
      form.reset();
      toastSuccess(texts.passwordChanged);
      void utils.accountSecurity.invalidate();
    },
    onError: (error) => sayAtField(form, error, { password: "currentPassword" }),
  });
  return (
    <Card title={texts.password} text={texts.passwordText}>
      <FormShell
        form={form}
        label={texts.password}
        onSubmit={(typed) => change.mutate(typed)}
        call={{ isPending: change.isPending, error: isAboutField(change.error) ? null : change.error }}
        submitLabel={texts.changePassword}
        warnOnLeave={false}
      >
        <CurrentPasswordInput {...form.getInputProps("currentPassword")} />
        <PasswordInput
          label={texts.newPassword}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
      </FormShell>
    </Card>
  );
}

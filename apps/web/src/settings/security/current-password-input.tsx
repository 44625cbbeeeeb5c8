import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { PasswordInput, type PasswordInputProps, Stack } from "@mantine/core";
import { MailNewPassword } from "./mail-new-password";

/** The password once more, with a way to a new one. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  return (
    <Stack gap={4}>
      <PasswordInput label={texts.currentPassword} autoComplete="current-password" {...props} />
      <MailNewPassword />
    </Stack>
  );
}

import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Stack, Text } from "@mantine/core";
import { enterWithToken } from "../server/session-calls";
import { clearSession, useProfile } from "../session/session-store";
import { MailNewPassword } from "../settings/security/mail-new-password";
import { CoverDialog } from "../ui/cover-dialog";
import { TextButton } from "../ui/text-button";
import { LoginForm } from "../visitor/login-form";

/** A session that ended over unsaved work: signing in happens here, and the work stays where it is. */
export default function SignInAgain() {
  const { email } = useProfile();
  return (
    <CoverDialog title={signInTexts.reloginTitle}>
      <Stack gap="md">
        <Text c="dimmed">{signInTexts.reloginText}</Text>
        <LoginForm email={email} lockedEmail onToken={enterWithToken} />
        <MailNewPassword />
        <TextButton ta="center" onClick={() => clearSession()}>
          {signInTexts.reloginAsOther}
        </TextButton>
      </Stack>
    </CoverDialog>
  );
}

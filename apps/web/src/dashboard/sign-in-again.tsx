import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Modal, Stack, Text } from "@mantine/core";
import "../ui/sheet-styles";
import { LoginForm } from "../auth/login-form";
import { clearSession, useProfile } from "../session/session-store";
import { TextButton } from "../ui/text-button";

/** A session that ended over unsaved work: signing in happens here, and the work stays where it is. */
export default function SignInAgain() {
  const { email } = useProfile();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={signInTexts.reloginTitle}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      radius="lg"
      zIndex={500}
    >
      <Stack gap="md">
        <Text c="dimmed">{signInTexts.reloginText}</Text>
        <LoginForm email={email} lockedEmail />
        <TextButton ta="center" onClick={() => clearSession()}>
          {signInTexts.reloginAsOther}
        </TextButton>
      </Stack>
    </Modal>
  );
}

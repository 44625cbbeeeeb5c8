import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Modal, Stack, Text } from "@mantine/core";
import "../ui/sheet-styles";
import { enterWithToken } from "../server/session-calls";
import { clearSession, useProfile } from "../session/session-store";
import { useCover } from "../ui/covering";
import { TextButton } from "../ui/text-button";
import { LoginForm } from "../visitor/login-form";

/** A session that ended over unsaved work: signing in happens here, and the work stays where it is. */
export default function SignInAgain() {
  const { email } = useProfile();
  useCover();
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
        <LoginForm email={email} lockedEmail onToken={enterWithToken} />
        <TextButton ta="center" onClick={() => clearSession()}>
          {signInTexts.reloginAsOther}
        </TextButton>
      </Stack>
    </Modal>
  );
}

import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Text } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../server/errors";
import { publicClient } from "../../server/public-client";
import { useSession } from "../../session/session-store";
import { useOneAtATime } from "../../ui/one-at-a-time";
import { TextButton } from "../../ui/text-button";
import { toastError } from "../../ui/toasts";

/**
 * Below a field for the present password: mails a link for a new one to who has none, or forgot it. Nothing for who has just
 * signed in with it and must set up a factor.
 */
export function MailNewPassword() {
  const { profile } = useSession();
  const [isSent, setIsSent] = useState(false);
  const oneAtATime = useOneAtATime();
  if (!profile) return null;
  const { email } = profile;

  async function mail() {
    try {
      await publicClient.account.requestRecovery.mutate({ email });
      setIsSent(true);
    } catch (error) {
      toastError(errorText(error));
    }
  }

  return (
    <Text size="sm" c="dimmed">
      <span role="status">{isSent ? texts.newPasswordMailed(email) : texts.noPassword}</span>{" "}
      <TextButton inherit onClick={() => void oneAtATime(mail)}>
        {isSent ? texts.mailNewPasswordAgain : texts.mailNewPassword}
      </TextButton>
    </Text>
  );
}

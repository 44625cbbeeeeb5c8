import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Text } from "@mantine/core";
import { IconMailX } from "@tabler/icons-react";
import { useCentreInfo } from "../server/centre-info";
import { MessagePage } from "../ui/message-page";
import { ToLoginButton } from "./to-login-button";

/** Where a link ends that is over, or not whole. */
export default function EmailNotConfirmedPage() {
  const centre = useCentreInfo();
  return (
    <MessagePage
      tone="bad"
      icon={<IconMailX size={30} aria-hidden />}
      title={signInTexts.emailNotConfirmed}
      text={
        <>
          {signInTexts.emailNotConfirmedText}
          {centre ? (
            <Text component="span" display="block" mt="xs">
              {signInTexts.emailNotConfirmedContact(centre.contactEmail)}
            </Text>
          ) : null}
        </>
      }
      action={<ToLoginButton />}
    />
  );
}

import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconMailX } from "@tabler/icons-react";
import { MessagePage } from "../ui/message-page";
import { ToLoginButton } from "./to-login-button";

/** Where a link ends that is over, or not whole. */
export default function EmailNotConfirmedPage() {
  return (
    <MessagePage
      tone="bad"
      icon={<IconMailX size={30} aria-hidden />}
      title={signInTexts.emailNotConfirmed}
      text={signInTexts.emailNotConfirmedText}
      action={<ToLoginButton />}
    />
  );
}

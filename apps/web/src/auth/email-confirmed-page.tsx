import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconMailCheck } from "@tabler/icons-react";
import { MessagePage } from "../ui/message-page";
import { ToLoginButton } from "./to-login-button";

/** Where the link in the registration e-mail ends. */
export default function EmailConfirmedPage() {
  return (
    <MessagePage
      tone="good"
      icon={<IconMailCheck size={30} aria-hidden />}
      title={signInTexts.emailConfirmed}
      text={signInTexts.emailConfirmedText}
      action={<ToLoginButton />}
    />
  );
}

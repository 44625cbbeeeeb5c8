import { accountLinkTexts, securityEventLabels } from "@korki/contracts/texts/account-security";
import { IconShieldCheck, IconShieldExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { publicClient } from "../server/public-client";
import { MessagePage } from "../ui/message-page";
import { AccountLinkPage } from "./account-link-page";
import { ToLoginButton } from "./to-login-button";

const AT = new Intl.DateTimeFormat("pl", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

/** The page behind the link in a security e-mail: secures the account, by one button. */
export default function NotMePage() {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <MessagePage
        tone="good"
        icon={<IconShieldCheck size={30} aria-hidden />}
        title={accountLinkTexts.notMeDone}
        text={accountLinkTexts.notMeDoneText}
        action={<ToLoginButton />}
      />
    );
  }
  return (
    <AccountLinkPage
      kind="not-me"
      icon={<IconShieldExclamation size={30} aria-hidden />}
      title={accountLinkTexts.notMeTitle}
      text={accountLinkTexts.notMeText}
      facts={({ event, at, device }) => [
        [accountLinkTexts.notMeEvent, securityEventLabels[event]],
        [accountLinkTexts.notMeAt, AT.format(new Date(at))],
        [accountLinkTexts.notMeDevice, device || accountLinkTexts.unknownDevice],
      ]}
      button={accountLinkTexts.notMe}
      danger
      act={(token) => publicClient.account.reportNotMe.mutate({ token })}
      onDone={() => setDone(true)}
    />
  );
}

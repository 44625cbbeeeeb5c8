import { accountLinkTexts, securityEventLabels } from "@korki/contracts/texts/account-links";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconShieldCheck, IconShieldExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { publicClient } from "../server/public-client";
import { MessagePage } from "../ui/message-page";
import { visitorPaths } from "../visitor-paths";
import { AccountLinkPage } from "./account-link-page";
import { ButtonLink } from "./button-link";

const AT = new Intl.DateTimeFormat("pl", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

/** The page behind the link in a security e-mail: secures the account, by one button. */
export function NotMePage({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <MessagePage
        tone="good"
        icon={<IconShieldCheck size={30} aria-hidden />}
        title={accountLinkTexts.notMeDone}
        text={accountLinkTexts.notMeDoneText}
        action={<ButtonLink to={visitorPaths.auth} label={signInTexts.goToLogin} />}
      />
    );
  }
  return (
    <AccountLinkPage
      token={token}
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
      act={() => publicClient.account.reportNotMe.mutate({ token })}
      onDone={() => setDone(true)}
    />
  );
}

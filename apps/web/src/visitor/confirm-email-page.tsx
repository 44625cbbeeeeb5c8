import { accountLinkTexts } from "@korki/contracts/texts/account-links";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { fullName } from "@korki/domain";
import { IconMailQuestion } from "@tabler/icons-react";
import { useEffect } from "react";
import { publicClient } from "../server/public-client";
import { visitorPaths } from "../visitor-paths";
import { AccountLinkPage } from "./account-link-page";
import { enter } from "./auth-page";

/**
 * The page behind the link in a registration's e-mail: says whose address is confirmed, and does it by one button. The
 * browser that registered is signed in without it.
 */
export function ConfirmEmailPage({ token }: { token: string }) {
  return (
    <AccountLinkPage
      token={token}
      kind="confirm-email"
      icon={<IconMailQuestion size={30} aria-hidden />}
      title={accountLinkTexts.confirmTitle}
      text={accountLinkTexts.confirmText}
      facts={({ name, surname, role, email }) => [
        [accountLinkTexts.confirmName, fullName({ name, surname })],
        [accountLinkTexts.confirmRole, dashboardTexts.accountTypes[role]],
        [accountLinkTexts.confirmEmail, email],
      ]}
      button={accountLinkTexts.confirm}
      footnote={accountLinkTexts.confirmForeign}
      isAsked={({ isOwn }) => !isOwn}
      act={() => publicClient.account.confirmEmail.mutate({ token })}
      onDone={({ accessToken }) =>
        accessToken === undefined ? location.assign(visitorPaths.emailConfirmed) : void enter(accessToken)
      }
      over={<NotConfirmed />}
    />
  );
}

function NotConfirmed() {
  useEffect(() => location.replace(visitorPaths.emailNotConfirmed), []);
  return null;
}

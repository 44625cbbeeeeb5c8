import { accountLinkTexts } from "@korki/contracts/texts/account-links";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { PASSWORD_RESET_REDIRECT_MS, plural } from "@korki/domain";
import { useEffect, useState } from "react";
import { publicClient } from "../server/public-client";
import { dropAccessToken } from "../session/access-token";
import { announceToTabs } from "../session/tabs";
import { usePageTitle } from "../ui/page-title";
import { visitorPaths } from "../visitor-paths";
import { AuthLayout } from "./auth-layout";
import { ButtonLink } from "./button-link";
import { PasswordField } from "./fields";
import { Form } from "./form";
import { Note } from "./note";
import { newPasswordFaults } from "./rules";
import { useAccountLink } from "./use-account-link";

/** The page behind the link in a recovery e-mail or an invitation: sets a password. A refused one spends no link. */
export function ResetPasswordPage({ confirmId }: { confirmId: string }) {
  const [isChanged, setIsChanged] = useState(false);
  const isOver = useAccountLink(confirmId).state === "over";
  usePageTitle(signInTexts.newPasswordTitle);

  return (
    <AuthLayout>
      <h1>{signInTexts.newPasswordTitle}</h1>
      {isChanged ? (
        <PasswordChanged />
      ) : isOver ? (
        <>
          <Note tone="bad">{accountLinkTexts.recoveryLinkOverText}</Note>
          <ButtonLink to={visitorPaths.recovery} label={accountLinkTexts.newRecoveryLink} />
        </>
      ) : (
        <Form
          label={signInTexts.newPasswordTitle}
          faultsOf={newPasswordFaults}
          send={({ password = "" }) => publicClient.account.resetPassword.mutate({ password, confirmId })}
          onSent={() => setIsChanged(true)}
          submitLabel={signInTexts.changePassword}
        >
          <PasswordField
            name="password"
            label={signInTexts.newPassword}
            hint={signInTexts.passwordHint}
            purpose="new"
          />
          <PasswordField
            name="passwordConfirmation"
            label={signInTexts.newPasswordConfirmation}
            purpose="new"
          />
        </Form>
      )}
      <p>
        <a href={visitorPaths.auth}>{signInTexts.backToLogin}</a>
      </p>
    </AuthLayout>
  );
}

/**
 * Says that it worked, ends the session here (a changed password ends them all), and leads to the sign-in after 5
 * seconds.
 */
function PasswordChanged() {
  const [left, setLeft] = useState(PASSWORD_RESET_REDIRECT_MS / 1000);

  useEffect(() => {
    dropAccessToken();
    announceToTabs("signedOut");
    const tick = setInterval(() => setLeft((seconds) => Math.max(1, seconds - 1)), 1000);
    const leave = setTimeout(() => location.assign(visitorPaths.auth), PASSWORD_RESET_REDIRECT_MS);
    return () => {
      clearInterval(tick);
      clearTimeout(leave);
    };
  }, []);

  const seconds = `${left} ${plural(left, "sekundę", "sekundy", "sekund")}`;
  return (
    <Note tone="good" title={signInTexts.passwordChanged}>
      {/* Seconds that tick would be read out one by one. */}
      <span aria-live="off">{signInTexts.passwordChangedText(seconds)}</span>
    </Note>
  );
}

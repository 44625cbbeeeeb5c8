import { accountLinkTexts } from "@korki/contracts/texts/account-links";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { PASSWORD_RESET_REDIRECT_MS } from "@korki/domain";
import { useEffect, useState } from "react";
import { publicClient } from "../server/public-client";
import { dropAccessToken, keepAccessToken } from "../session/access-token";
import { announceToTabs } from "../session/tabs";
import { usePageTitle } from "../ui/page-title";
import { visitorPaths } from "../visitor-paths";
import { AuthLayout } from "./auth-layout";
import { ButtonLink } from "./button-link";
import { PasswordField } from "./fields";
import { Form } from "./form";
import formStyles from "./form.module.css";
import { Note } from "./note";
import { newPasswordFaults } from "./rules";
import { useAccountLink } from "./use-account-link";

/**
 * The page behind the link in a recovery e-mail or an invitation: sets a password, and signs in who may be by mail alone. A
 * refused one spends no link.
 */
export function ResetPasswordPage({ confirmId }: { confirmId: string }) {
  const [changed, setChanged] = useState<"signedIn" | "signedOut" | null>(null);
  const checked = useAccountLink(confirmId);
  usePageTitle(signInTexts.newPasswordTitle);

  return (
    <AuthLayout>
      <h1>{signInTexts.newPasswordTitle}</h1>
      {changed ? (
        <PasswordChanged isSignedIn={changed === "signedIn"} />
      ) : checked.state === "over" ? (
        <>
          <Note tone="bad">{accountLinkTexts.recoveryLinkOverText}</Note>
          <ButtonLink to={visitorPaths.recovery} label={accountLinkTexts.newRecoveryLink} />
        </>
      ) : (
        <Form
          label={signInTexts.newPasswordTitle}
          faultsOf={newPasswordFaults}
          send={({ password = "" }) =>
            publicClient.account.resetPassword.mutate({ password, confirmId, signIn: true })
          }
          onSent={({ accessToken }) => setChanged(takeOver(accessToken))}
          submitLabel={signInTexts.changePassword}
        >
          {checked.state === "live" && "email" in checked.link ? (
            <p className={formStyles.hint}>{accountLinkTexts.accountOf(checked.link.email)}</p>
          ) : null}
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
      {changed === "signedIn" ? (
        <ButtonLink to={visitorPaths.auth} label={accountLinkTexts.openAccount} />
      ) : (
        <p>
          <a href={visitorPaths.auth}>{signInTexts.backToLogin}</a>
        </p>
      )}
    </AuthLayout>
  );
}

/** Begins the new session here, or ends the one of before: a changed password has ended them all. */
function takeOver(token: string | undefined): "signedIn" | "signedOut" {
  if (token === undefined) dropAccessToken();
  else keepAccessToken(token);
  const news = token === undefined ? "signedOut" : "signedIn";
  announceToTabs(news);
  return news;
}

/** Says that it worked, and leads after 5 seconds to the sign-in, which leads on who is signed in. */
function PasswordChanged({ isSignedIn }: { isSignedIn: boolean }) {
  const [left, setLeft] = useState(PASSWORD_RESET_REDIRECT_MS / 1000);

  useEffect(() => {
    const tick = setInterval(() => setLeft((seconds) => Math.max(1, seconds - 1)), 1000);
    const leave = setTimeout(() => location.assign(visitorPaths.auth), PASSWORD_RESET_REDIRECT_MS);
    return () => {
      clearInterval(tick);
      clearTimeout(leave);
    };
  }, []);

  const seconds = signInTexts.seconds(left);
  return (
    <Note tone="good" title={signInTexts.passwordChanged}>
      {/* Seconds that tick would be read out one by one. */}
      <span aria-live="off">
        {isSignedIn ? accountLinkTexts.signedInText(seconds) : signInTexts.passwordChangedText(seconds)}
      </span>
    </Note>
  );
}

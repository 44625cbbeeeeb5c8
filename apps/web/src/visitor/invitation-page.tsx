import type { AppRouter } from "@korki/api/router";
import type { InvitationAccepted } from "@korki/contracts/families";
import { accountLinkTexts } from "@korki/contracts/texts/account-links";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { createTRPCClient } from "@trpc/client";
import { useState } from "react";
import { callLinks } from "../server/call-links";
import { statusOf } from "../server/errors";
import { publicClient } from "../server/public-client";
import { accessToken, keepAccessToken } from "../session/access-token";
import { announceToTabs } from "../session/tabs";
import { usePageTitle } from "../ui/page-title";
import { Splash } from "../ui/splash";
import { visitorPaths } from "../visitor-paths";
import { AuthLayout } from "./auth-layout";
import { enter } from "./auth-page";
import { ButtonLink } from "./button-link";
import { PasswordField, PhoneField, TextField } from "./fields";
import { Form } from "./form";
import { NotAnswered } from "./not-answered";
import { Note } from "./note";
import styles from "./register-form.module.css";
import { newParentFaults, phoneOf } from "./rules";
import { useAnswer } from "./use-answer";

/** The page behind the link that invites a student's parent (rules §15). Opening it changes nothing. */
export function InvitationPage({ token }: { token: string }) {
  const { data, error, askAgain } = useAnswer(() => publicClient.families.invitation.query({ token }), token);
  const [accepted, setAccepted] = useState<InvitationAccepted | null>(null);
  usePageTitle(texts.invitationTitle);
  const isOver = statusOf(error) === 404;
  if (error && !isOver) return <NotAnswered error={error} onRetry={askAgain} />;
  if (!data && !isOver) return <Splash />;
  // Only who is signed in accepts for an account that is there.
  const isSignedIn = accepted?.accessToken !== undefined || data?.hasAccount === true;
  return (
    <AuthLayout>
      <h1>{texts.invitationTitle}</h1>
      {accepted ? (
        <Note tone="good">
          {accepted.waits ? approvalTexts.joinWaits : isSignedIn ? texts.joined : texts.accepted}
        </Note>
      ) : !data ? (
        <Note tone="bad" title={texts.invitationGone}>
          {texts.invitationGoneText}
        </Note>
      ) : (
        <>
          <p>{texts.invitationFor(data.studentName)}</p>
          {data.hasAccount ? (
            <AcceptSignedIn token={token} email={data.email} onAccepted={setAccepted} />
          ) : (
            <AcceptNew token={token} email={data.email} onAccepted={setAccepted} />
          )}
        </>
      )}
      {accepted && isSignedIn ? (
        <ButtonLink to={visitorPaths.auth} label={accountLinkTexts.openAccount} />
      ) : (
        <p>
          <a href={visitorPaths.auth}>{signInTexts.goToLogin}</a>
        </p>
      )}
    </AuthLayout>
  );
}

type Accepting = { token: string; email: string; onAccepted: (accepted: InvitationAccepted) => void };

/** The address has an account: its owner signs in and accepts with one button. */
function AcceptSignedIn({ token, email, onAccepted }: Accepting) {
  const [isSignedIn, setIsSignedIn] = useState(() => accessToken() !== null);
  if (!isSignedIn) return <Note tone="calm">{texts.invitationExisting(email)}</Note>;

  async function accept() {
    try {
      return await signedInClient().families.acceptInvitation.mutate({ token });
    } catch (error) {
      // The session could not be renewed.
      if (accessToken() === null) setIsSignedIn(false);
      throw error;
    }
  }

  return (
    <Form
      label={texts.invitationTitle}
      faultsOf={() => ({})}
      send={accept}
      onSent={onAccepted}
      submitLabel={texts.accept}
    >
      {null}
    </Form>
  );
}

/** Renews the session where its access token has expired. */
function signedInClient() {
  return createTRPCClient<AppRouter>({ links: callLinks() });
}

function AcceptNew({ token, email, onAccepted }: Accepting) {
  return (
    <>
      <p>{texts.invitationAccount(email)}</p>
      <Form
        label={texts.invitationTitle}
        faultsOf={newParentFaults}
        send={async ({ name = "", surname = "", phone = "", password = "" }) => {
          const answer = await publicClient.families.acceptInvitation.mutate({
            token,
            account: { name, surname, phone: phoneOf(phone), password },
            signIn: true,
          });
          await goIn(answer);
          return answer;
        }}
        onSent={onAccepted}
        submitLabel={texts.createAccount}
      >
        <div className={styles.pair}>
          <TextField name="name" label={signInTexts.name} autoComplete="given-name" />
          <TextField name="surname" label={signInTexts.surname} autoComplete="family-name" />
        </div>
        <PhoneField name="phone" label={signInTexts.phone} />
        <PasswordField
          name="password"
          label={signInTexts.password}
          hint={signInTexts.passwordHint}
          purpose="new"
        />
      </Form>
    </>
  );
}

/** Leads a new account in. Who waits for the payer's word is signed in too, and reads that first. */
async function goIn({ waits, accessToken: token }: InvitationAccepted): Promise<void> {
  if (token === undefined) return;
  if (!waits) await enter(token);
  keepAccessToken(token);
  announceToTabs("signedIn");
}

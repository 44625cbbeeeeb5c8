import type { AppRouter } from "@korki/api/router";
import type { Invitation, InvitationAccepted } from "@korki/contracts/families";
import { accountLinkTexts } from "@korki/contracts/texts/account-links";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { createTRPCClient, httpLink } from "@trpc/client";
import { useEffect, useState } from "react";
import { publicClient } from "../server/public-client";
import { TRPC_URL } from "../server/trpc-url";
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
import { Note } from "./note";
import styles from "./register-form.module.css";
import { newParentFaults, phoneOf } from "./rules";

/** The page behind the link that invites a student's parent (rules §15). Opening it changes nothing. */
export function InvitationPage({ token }: { token: string }) {
  const [invitation, setInvitation] = useState<Invitation | "over" | null>(null);
  const [accepted, setAccepted] = useState<InvitationAccepted | null>(null);
  usePageTitle(texts.invitationTitle);
  useEffect(() => {
    publicClient.families.invitation.query({ token }).then(setInvitation, () => setInvitation("over"));
  }, [token]);
  if (invitation === null) return <Splash />;
  return (
    <AuthLayout>
      <h1>{texts.invitationTitle}</h1>
      {accepted ? (
        <Note tone="good">{accepted.waits ? approvalTexts.joinWaits : texts.accepted}</Note>
      ) : invitation === "over" ? (
        <Note tone="bad" title={texts.invitationGone}>
          {texts.invitationGoneText}
        </Note>
      ) : (
        <>
          <p>{texts.invitationFor(invitation.studentName)}</p>
          {invitation.hasAccount ? (
            <AcceptSignedIn token={token} email={invitation.email} onAccepted={setAccepted} />
          ) : (
            <AcceptNew token={token} email={invitation.email} onAccepted={setAccepted} />
          )}
        </>
      )}
      {accepted?.accessToken ? (
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
  const bearer = accessToken();
  if (!bearer) return <Note tone="calm">{texts.invitationExisting(email)}</Note>;
  return (
    <Form
      label={texts.invitationTitle}
      faultsOf={() => ({})}
      send={() => signedInClient(bearer).families.acceptInvitation.mutate({ token })}
      onSent={onAccepted}
      submitLabel={texts.accept}
    >
      {null}
    </Form>
  );
}

function signedInClient(bearer: string) {
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: TRPC_URL, headers: { authorization: `Bearer ${bearer}` } })],
  });
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

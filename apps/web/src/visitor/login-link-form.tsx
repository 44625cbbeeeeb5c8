import { signInTexts } from "@korki/contracts/texts/sign-in";
import { useState } from "react";
import { publicClient } from "../server/public-client";
import { notedLoginLink, noteLoginLink } from "../session/login-link-note";
import { EmailField, TextField } from "./fields";
import { Form } from "./form";
import styles from "./form.module.css";
import { Note } from "./note";
import { recoveryFaults } from "./rules";
import { TextButton } from "./text-button";

/**
 * Asks for the e-mail with a link that signs in; the answer is the same for every address. The link signs in by itself in
 * this browser; the code that it shows in another one is typed here.
 */
export function LoginLinkForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onToken: (accessToken: string) => void | Promise<void>;
}) {
  // A reload or a restart, while the mail is read elsewhere, must not take the place where its code is typed.
  const [sentTo, setSentTo] = useState(() => {
    const noted = notedLoginLink();
    return props.email === "" || props.email === noted ? noted : null;
  });

  function sent(email: string | null) {
    noteLoginLink(email);
    setSentTo(email);
  }

  if (sentTo === null) {
    return (
      <Form
        label={signInTexts.loginLinkTitle}
        faultsOf={recoveryFaults}
        send={async ({ email = "" }) => {
          await publicClient.account.requestLoginLink.mutate({ email });
          return email;
        }}
        onSent={sent}
        onInput={({ email = "" }) => props.onEmail(email)}
        submitLabel={signInTexts.sendLoginLink}
      >
        <p className={styles.hint}>{signInTexts.loginLinkHint}</p>
        <EmailField name="email" label={signInTexts.email} defaultValue={props.email} />
      </Form>
    );
  }
  return (
    <>
      <Note tone="good">{signInTexts.loginLinkSent(sentTo)}</Note>
      <Form
        label={signInTexts.loginCode}
        faultsOf={({ code = "" }) =>
          /^\d{6}$/.test(code.trim()) ? {} : { code: signInTexts.loginCodeMissing }
        }
        send={async ({ code = "" }) => {
          const { accessToken } = await publicClient.account.loginByCode.mutate({ code });
          await props.onToken(accessToken);
        }}
        onSent={() => undefined}
        submitLabel={signInTexts.login}
      >
        <TextField
          name="code"
          label={signInTexts.loginCode}
          hint={signInTexts.loginCodeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      </Form>
      <TextButton
        onClick={() => {
          props.onEmail(sentTo);
          sent(null);
        }}
      >
        {signInTexts.anotherLink}
      </TextButton>
    </>
  );
}

import { signInTexts } from "@korki/contracts/texts/sign-in";
import { useState } from "react";
import { useCentreInfo } from "../server/centre-info";
import { errorText, hasDetail, statusOf } from "../server/errors";
import { publicClient } from "../server/public-client";
import { EmailField, PasswordField, TextField } from "./fields";
import { FieldFault, Form } from "./form";
import styles from "./login-form.module.css";
import { PasskeyButton } from "./passkey-button";
import { codeFaults, loginFaults } from "./rules";
import { TextButton } from "./text-button";

/**
 * Signs in, by e-mail and password and where the account asks for it by a code, or with a passkey; `onToken` keeps the
 * access token and leads on. What was typed stays through every step and failure.
 */
export function LoginForm(props: {
  email: string;
  onToken: (accessToken: string) => void | Promise<void>;
  onEmail?: (email: string) => void;
  onForgotten?: () => void;
  onLink?: () => void;
  /** the only account that may sign in here, where a session ended over unsaved work */
  lockedEmail?: boolean;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  const [wasRefused, setWasRefused] = useState(false);

  async function signIn({ email = "", password = "", code = "" }: Record<string, string>) {
    try {
      const credentials = { email, password, ...(needsCode ? { code } : {}) };
      const { accessToken } = await publicClient.account.login.mutate(credentials);
      await props.onToken(accessToken);
    } catch (error) {
      setWasRefused(statusOf(error) === 401 && !hasDetail(error, "secondFactor"));
      const asksForCode = hasDetail(error, "secondFactor") && !hasDetail(error, "passkey");
      setNeedsCode(asksForCode || (needsCode && !hasDetail(error, "passkey")));
      if (asksForCode) throw new FieldFault("code", needsCode ? errorText(error) : null);
      throw error;
    }
  }

  return (
    <>
      <Form
        label={signInTexts.loginTitle}
        faultsOf={(values) => ({ ...loginFaults(values), ...(needsCode ? codeFaults(values) : {}) })}
        send={signIn}
        onSent={() => undefined}
        onInput={({ email = "" }) => props.onEmail?.(email)}
        submitLabel={signInTexts.login}
      >
        <div className={styles.step} hidden={needsCode}>
          <EmailField
            name="email"
            label={signInTexts.email}
            autoComplete="username"
            defaultValue={props.email}
            readOnly={props.lockedEmail ?? false}
          />
          <div>
            <PasswordField
              name="password"
              label={signInTexts.password}
              purpose="current"
              {...(props.lockedEmail ? { "data-autofocus": true } : {})}
            />
            {props.onForgotten ? (
              <div className={styles.forgotten}>
                <TextButton isSmall onClick={props.onForgotten}>
                  {signInTexts.toRecovery}
                </TextButton>
              </div>
            ) : null}
          </div>
        </div>
        {needsCode ? (
          <TextField
            name="code"
            label={signInTexts.code}
            hint={signInTexts.codeHint}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : null}
        {wasRefused && !props.lockedEmail ? <RefusedHelp /> : null}
      </Form>
      {needsCode ? (
        <div className={styles.other}>
          <TextButton onClick={() => setNeedsCode(false)}>{signInTexts.otherAccount}</TextButton>
        </div>
      ) : (
        <>
          <PasskeyButton onToken={props.onToken} />
          {props.onLink ? (
            <div className={styles.other}>
              <TextButton onClick={props.onLink}>{signInTexts.toLoginLink}</TextButton>
            </div>
          ) : null}
        </>
      )}
    </>
  );
}

/**
 * What helps after a refused sign-in: the same for everybody, since nobody is to learn whether an address has an account
 * (rules §3). The right password of an unconfirmed account has already sent the link once more.
 */
function RefusedHelp() {
  const centre = useCentreInfo();
  return (
    <p className={styles.help}>
      {signInTexts.unconfirmedHelp}
      {centre ? ` ${signInTexts.contactHelp(centre.contactEmail)}` : null}
    </p>
  );
}

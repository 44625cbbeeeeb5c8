import { signInTexts } from "@korki/contracts/texts/sign-in";
import { useState } from "react";
import { hasDetail } from "../server/errors";
import { publicClient } from "../server/public-client";
import { EmailField, PasswordField, TextField } from "./fields";
import { Form } from "./form";
import styles from "./login-form.module.css";
import { loginFaults } from "./rules";
import { TextButton } from "./text-button";

/** Signs in; `onToken` keeps the access token and leads on. */
export function LoginForm(props: {
  email: string;
  onToken: (accessToken: string) => void | Promise<void>;
  onEmail?: (email: string) => void;
  onForgotten?: () => void;
  /** the only account that may sign in here, where a session ended over unsaved work */
  lockedEmail?: boolean;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Form
      label={signInTexts.loginTitle}
      faultsOf={loginFaults}
      send={async ({ email = "", password = "", code = "" }) => {
        try {
          const credentials = { email, password, ...(code === "" ? {} : { code }) };
          const { accessToken } = await publicClient.account.login.mutate(credentials);
          await props.onToken(accessToken);
        } catch (error) {
          if (hasDetail(error, "secondFactor")) setNeedsCode(true);
          throw error;
        }
      }}
      onSent={() => undefined}
      onInput={({ email = "" }) => props.onEmail?.(email)}
      submitLabel={signInTexts.login}
    >
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
      {needsCode ? (
        <TextField name="code" label={signInTexts.code} autoComplete="one-time-code" autoCapitalize="none" />
      ) : null}
    </Form>
  );
}

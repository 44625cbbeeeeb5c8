import { signInTexts } from "@korki/contracts/texts/sign-in";
import { publicClient } from "../server/public-client";
import { EmailField, PasswordField } from "./fields";
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
  return (
    <Form
      label={signInTexts.loginTitle}
      faultsOf={loginFaults}
      send={async ({ email = "", password = "" }) => {
        const { accessToken } = await publicClient.account.login.mutate({ email, password });
        await props.onToken(accessToken);
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
    </Form>
  );
}

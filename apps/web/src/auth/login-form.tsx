import { signInTexts } from "@korki/contracts/texts/sign-in";
import { useForm } from "@mantine/form";
import { publicClient } from "../server/public-client";
import { useCall } from "../server/use-call";
import { enterWithToken } from "../session/enter-with-token";
import { EmailField } from "../ui/email-field";
import { formRules } from "../ui/form-rules";
import { FormShell } from "../ui/form-shell";
import { PasswordField } from "../ui/password-field";
import { TextButton } from "../ui/text-button";
import { prepareToasts, toastSuccess } from "../ui/toasts";
import styles from "./login-form.module.css";

const rules = formRules(async () => (await import("@korki/contracts/account")).loginInput);

/** Signs in; the session redirect leads on from here. */
export function LoginForm(props: {
  email: string;
  onEmail?: (email: string) => void;
  onForgotten?: () => void;
  /** the only account that may sign in here, where a session ended over unsaved work */
  lockedEmail?: boolean;
}) {
  const form = useForm({
    initialValues: { email: props.email, password: "" },
    validate: rules.validate,
    validateInputOnBlur: true,
    onValuesChange: ({ email }) => props.onEmail?.(email),
  });
  const { send, pending, error } = useCall(
    async (credentials: { email: string; password: string }) => {
      prepareToasts();
      const { accessToken } = await publicClient.account.login.mutate(credentials);
      await enterWithToken(accessToken);
    },
    () => toastSuccess(signInTexts.loggedIn),
  );

  return (
    <FormShell
      form={form}
      rules={rules}
      label={signInTexts.loginTitle}
      onSubmit={send}
      pending={pending}
      error={error}
      submitLabel={signInTexts.login}
      submitFullWidth
      warnOnLeave={false}
    >
      <EmailField
        label={signInTexts.email}
        autoComplete="username"
        readOnly={props.lockedEmail ?? false}
        {...form.getInputProps("email")}
      />
      <div>
        <PasswordField
          label={signInTexts.password}
          purpose="current"
          data-autofocus={props.lockedEmail}
          {...form.getInputProps("password")}
        />
        {props.onForgotten ? (
          <div className={styles.forgotten}>
            <TextButton size="sm" onClick={props.onForgotten}>
              {signInTexts.toRecovery}
            </TextButton>
          </div>
        ) : null}
      </div>
    </FormShell>
  );
}

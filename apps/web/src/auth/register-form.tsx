import type { RegisterInput } from "@korki/contracts/account";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import type { SelfRegistrationRole } from "@korki/domain";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { publicClient } from "../server/public-client";
import { useCall } from "../server/use-call";
import { EmailField } from "../ui/email-field";
import { formRules } from "../ui/form-rules";
import { FormShell } from "../ui/form-shell";
import { PasswordField } from "../ui/password-field";
import { PhoneInput } from "../ui/phone-input";
import styles from "./register-form.module.css";
import { UserTypeChoice } from "./user-type-choice";

const rules = formRules(async () => (await import("@korki/contracts/account")).registerInput);

/** Makes an account that works once its e-mail is confirmed. */
export function RegisterForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onRegistered: () => void;
}) {
  const form = useForm<RegisterInput>({
    initialValues: {
      name: "",
      surname: "",
      email: props.email,
      password: "",
      passwordConfirmation: "",
      role: "Student" satisfies SelfRegistrationRole,
      phone: "",
    },
    validate: rules.validate,
    validateInputOnBlur: true,
    onValuesChange: ({ email }) => props.onEmail(email),
  });
  const { send, pending, error } = useCall(
    (input: RegisterInput) => publicClient.account.register.mutate(input),
    props.onRegistered,
  );

  return (
    <FormShell
      form={form}
      rules={rules}
      label={signInTexts.registerTitle}
      onSubmit={send}
      pending={pending}
      error={error}
      submitLabel={signInTexts.register}
      submitFullWidth
      warnOnLeave={false}
    >
      <UserTypeChoice {...form.getInputProps("role")} />
      <div className={styles.pair}>
        <TextInput label={signInTexts.name} autoComplete="given-name" {...form.getInputProps("name")} />
        <TextInput
          label={signInTexts.surname}
          autoComplete="family-name"
          {...form.getInputProps("surname")}
        />
      </div>
      <EmailField label={signInTexts.email} {...form.getInputProps("email")} />
      <PhoneInput label={signInTexts.phone} {...form.getInputProps("phone")} />
      <PasswordField
        label={signInTexts.password}
        description={signInTexts.passwordHint}
        purpose="new"
        {...form.getInputProps("password")}
      />
      <PasswordField
        label={signInTexts.passwordConfirmation}
        purpose="new"
        {...form.getInputProps("passwordConfirmation")}
      />
    </FormShell>
  );
}

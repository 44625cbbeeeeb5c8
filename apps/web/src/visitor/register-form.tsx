import { signInTexts } from "@korki/contracts/texts/sign-in";
import { publicClient } from "../server/public-client";
import { EmailField, PasswordField, PhoneField, TextField } from "./fields";
import { Form } from "./form";
import styles from "./register-form.module.css";
import { phoneOf, registrationFaults } from "./rules";
import { UserTypeChoice } from "./user-type-choice";

/** Makes an account that works once its e-mail is confirmed. */
export function RegisterForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onRegistered: () => void;
}) {
  return (
    <Form
      label={signInTexts.registerTitle}
      faultsOf={registrationFaults}
      send={({ name = "", surname = "", email = "", phone = "", role, password = "", ...rest }) =>
        publicClient.account.register.mutate({
          name,
          surname,
          email,
          password,
          passwordConfirmation: rest.passwordConfirmation ?? "",
          role: role === "Teacher" ? "Teacher" : "Student",
          phone: phoneOf(phone),
        })
      }
      onSent={props.onRegistered}
      onInput={({ email = "" }) => props.onEmail(email)}
      submitLabel={signInTexts.register}
    >
      <UserTypeChoice />
      <div className={styles.pair}>
        <TextField name="name" label={signInTexts.name} autoComplete="given-name" />
        <TextField name="surname" label={signInTexts.surname} autoComplete="family-name" />
      </div>
      <EmailField name="email" label={signInTexts.email} defaultValue={props.email} />
      <PhoneField name="phone" label={signInTexts.phone} />
      <PasswordField
        name="password"
        label={signInTexts.password}
        hint={signInTexts.passwordHint}
        purpose="new"
      />
      <PasswordField name="passwordConfirmation" label={signInTexts.passwordConfirmation} purpose="new" />
    </Form>
  );
}

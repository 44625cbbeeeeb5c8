import { signInTexts } from "@korki/contracts/texts/sign-in";
import { publicClient } from "../server/public-client";
import { EmailField } from "./fields";
import { Form } from "./form";
import styles from "./form.module.css";
import { recoveryFaults } from "./rules";

/** Asks for the e-mail with the link to a new password; the answer is the same whether the account exists or not. */
export function RecoveryForm(props: { email: string; onEmail: (email: string) => void; onSent: () => void }) {
  return (
    <Form
      label={signInTexts.recoveryTitle}
      faultsOf={recoveryFaults}
      send={({ email = "" }) => publicClient.account.requestRecovery.mutate({ email })}
      onSent={props.onSent}
      onInput={({ email = "" }) => props.onEmail(email)}
      submitLabel={signInTexts.recover}
    >
      <p className={styles.hint}>{signInTexts.recoveryHint}</p>
      <EmailField name="email" label={signInTexts.email} defaultValue={props.email} />
    </Form>
  );
}

import type { CentreDocument } from "@korki/contracts/consents";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { lazy, useCallback, useEffect, useState } from "react";
import { publicClient } from "../server/public-client";
import { acceptedDocuments, DocumentFields, documentFaults } from "./document-fields";
import { EmailField, PasswordField, PhoneField, TextField } from "./fields";
import { Form } from "./form";
import { LazyPart } from "./lazy-part";
import styles from "./register-form.module.css";
import { phoneOf, registrationFaults } from "./rules";
import { UserTypeChoice } from "./user-type-choice";

const ParentDoor = lazy(() => import("./parent-door"));

/** Makes an account that works once its e-mail is confirmed. */
export function RegisterForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onRegistered: () => void;
}) {
  const [published, setPublished] = useState<CentreDocument[]>([]);
  const [role, setRole] = useState<"Student" | "Teacher">("Student");
  const documents = published.filter(({ roles }) => roles.includes(role));

  // Without them the server says what is missing.
  const loadDocuments = useCallback(
    () => publicClient.consents.documents.query().then(setPublished, () => undefined),
    [],
  );
  useEffect(() => void loadDocuments(), [loadDocuments]);

  return (
    <Form
      label={signInTexts.registerTitle}
      faultsOf={(values) => ({ ...registrationFaults(values), ...documentFaults(documents, values) })}
      send={async ({ name = "", surname = "", email = "", phone = "", password = "", ...rest }) => {
        const consents = acceptedDocuments(documents, rest);
        try {
          await publicClient.account.register.mutate({
            name,
            surname,
            email,
            password,
            // The one field can be looked at.
            passwordConfirmation: password,
            role,
            phone: phoneOf(phone),
            ...(consents.length === 0 ? {} : { consents }),
          });
        } catch (error) {
          // A new version may have been published meanwhile.
          void loadDocuments();
          throw error;
        }
      }}
      onSent={props.onRegistered}
      onInput={(values) => {
        props.onEmail(values.email ?? "");
        setRole(values.role === "Teacher" ? "Teacher" : "Student");
      }}
      submitLabel={signInTexts.register}
    >
      <UserTypeChoice />
      <div className={styles.door}>
        <LazyPart>
          <ParentDoor />
        </LazyPart>
      </div>
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
      <DocumentFields documents={documents} />
    </Form>
  );
}

import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { addTrialInput } from "@korki/contracts/trial-lessons";
import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { DescriptionField } from "../../ui/description-field";
import { PhoneInput } from "../../ui/phone-input";
import { ruleOf } from "../../ui/rule-of";
import styles from "../filters.module.css";

/** What is known of a visitor as the form has it; nothing of it is required. */
export type TrialPersonValues = {
  name: string;
  email: string;
  studentPhone: string;
  parentPhone: string;
  description: string;
};

const { shape } = addTrialInput;

/** Rules of the visitor's fields, with the server's own texts. */
export const trialPersonFaults = {
  name: ruleOf(shape.name),
  email: ruleOf(shape.email),
  studentPhone: ruleOf(shape.studentPhone),
  parentPhone: ruleOf(shape.parentPhone),
  description: ruleOf(shape.description),
};

/** Name, e-mail, both phones, description. */
export function TrialPersonFields<Values extends TrialPersonValues>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps("name")} />
      <TextInput label={texts.email} type="email" autoComplete="off" {...form.getInputProps("email")} />
      <div className={styles.filters}>
        <PhoneInput label={texts.studentPhone} autoComplete="off" {...form.getInputProps("studentPhone")} />
        <PhoneInput label={texts.parentPhone} autoComplete="off" {...form.getInputProps("parentPhone")} />
      </div>
      <DescriptionField label={texts.description} {...form.getInputProps("description")} />
    </>
  );
}

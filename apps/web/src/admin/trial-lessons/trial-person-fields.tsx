import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { addTrialInput } from "@korki/contracts/trial-lessons";
import { Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PhoneInput } from "../../ui/phone-input";
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
  name: (value: string) => fault(shape.name.safeParse(value)),
  email: (value: string) => fault(shape.email.safeParse(value)),
  studentPhone: (value: string) => fault(shape.studentPhone.safeParse(value)),
  parentPhone: (value: string) => fault(shape.parentPhone.safeParse(value)),
  description: (value: string) => fault(shape.description.safeParse(value)),
};

function fault(read: { error?: { issues: readonly { message: string }[] } | undefined }): string | null {
  return read.error?.issues[0]?.message ?? null;
}

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
      <Textarea
        label={texts.description}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("description")}
      />
    </>
  );
}

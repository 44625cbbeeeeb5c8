import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import type { TrialRequestInput, trialRequestInput } from "@korki/contracts/trial-lessons";
import { LEVELS, type Level, SUBJECTS, type Subject } from "@korki/domain";
import { Checkbox, NativeSelect, Textarea } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { publicClient } from "../server/public-client";
import { useCall } from "../server/use-call";
import { EmailField } from "../ui/email-field";
import { formRules } from "../ui/form-rules";
import { FormShell } from "../ui/form-shell";
import { PhoneInput } from "../ui/phone-input";
import { toastSuccess } from "../ui/toasts";

/** The state as the screen has it: one phone, and whose it is. */
type Values = {
  subject: Subject | "";
  level: Level | "";
  description: string;
  email: string;
  phone: string;
  isParent: boolean;
};

const rules = formRules(
  async () => (await import("@korki/contracts/trial-lessons")).trialRequestInput,
  faultsOf,
);

const CHOOSE = { value: "", label: texts.choose };

/** Step 1 of the trial sign-up. */
export function RequestTrialForm({ onSent }: { onSent: () => void }) {
  const form = useForm<Values>({
    initialValues: { subject: "", level: "", description: "", email: "", phone: "", isParent: false },
    validate: rules.validate,
    validateInputOnBlur: true,
  });
  const { send, pending, error } = useCall(
    (input: TrialRequestInput) => publicClient.trialLessons.request.mutate(input),
    () => {
      form.reset();
      toastSuccess(trialTexts.sent);
      onSent();
    },
  );

  return (
    <FormShell
      form={form}
      label={texts.title}
      pending={pending}
      error={error}
      submitLabel={texts.confirm}
      submitFullWidth
      rules={rules}
      // Right by the rules; or they never arrived, and the server says what is missing.
      onSubmit={(values) => send(requestOf(values) as TrialRequestInput)}
    >
      <NativeSelect
        label={texts.subject}
        data={[CHOOSE, ...SUBJECTS.map((value) => ({ value, label: subjectTexts[value] }))]}
        {...form.getInputProps("subject")}
      />
      <NativeSelect
        label={texts.level}
        data={[CHOOSE, ...LEVELS.map((value) => ({ value, label: levelTexts[value] }))]}
        {...form.getInputProps("level")}
      />
      <Textarea
        label={texts.topic}
        placeholder={texts.topicHint}
        rows={3}
        {...form.getInputProps("description")}
      />
      <EmailField label={texts.email} {...form.getInputProps("email")} />
      <PhoneInput label={texts.phone} {...form.getInputProps("phone")} />
      <Checkbox label={texts.isParent} {...form.getInputProps("isParent", { type: "checkbox" })} />
    </FormShell>
  );
}

/** As the procedure wants it: the phone is the parent's or the student's (specification, section 5). */
function requestOf({ phone, isParent, ...rest }: Values) {
  return { ...rest, studentPhone: isParent ? "" : phone, parentPhone: isParent ? phone : "" };
}

/** The first fault of each field, in the contract's words; both phones are the one on the screen. */
function faultsOf(schema: typeof trialRequestInput, values: Values): Partial<Record<keyof Values, string>> {
  const { error } = schema.safeParse(requestOf(values));
  const faults: Partial<Record<keyof Values, string>> = {};
  for (const { path, message } of error?.issues ?? []) {
    const field =
      path[0] === "studentPhone" || path[0] === "parentPhone" ? "phone" : (path[0] as keyof Values);
    faults[field] ??= message;
  }
  // The schema looks at the phones together only when each field is right by itself.
  if (!values.phone) faults.phone ??= trialTexts.phone;
  return faults;
}

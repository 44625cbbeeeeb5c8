import { adjustLedgerInput } from "@korki/contracts/ledger";
import { ledgerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { DEFAULT_TEACHER_SUBJECT, LEVELS, SUBJECTS, type SubjectLevel } from "@korki/domain";
import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { DescriptionField } from "../../ui/description-field";
import { FormShell } from "../../ui/form-shell";
import { ruleOf } from "../../ui/rule-of";
import { saved } from "../../ui/toasts";

const { shape } = adjustLedgerInput;
const quantityRule = ruleOf(shape.quantity);

/** A typed number of lessons, negative ones too; NaN for anything else. */
function typedQuantity(typed: string): number {
  const text = typed.replaceAll(/\s/g, "").replace("−", "-");
  return /^[+-]?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Corrects a student's balance, with a reason.
 *
 * @param lately the subject and level of the last movement
 */
export function AdjustLedgerForm(props: {
  studentId: string;
  lately: SubjectLevel | null;
  onAdded: () => void;
}) {
  const { subject, level } = props.lately ?? DEFAULT_TEACHER_SUBJECT;
  const form = useForm({
    initialValues: { quantity: "", subject, level, description: "" },
    validateInputOnBlur: true,
    validate: {
      quantity: (typed) => quantityRule(typedQuantity(typed)),
      description: ruleOf(shape.description),
    },
  });
  const adjust = trpc.ledger.adjust.useMutation({ onSuccess: saved(form, texts.adjusted, props.onAdded) });
  return (
    <FormShell
      form={form}
      label={texts.adjust}
      call={adjust}
      onSubmit={({ quantity, ...values }) =>
        adjust.mutate({ ...values, studentId: props.studentId, quantity: typedQuantity(quantity) })
      }
    >
      <TextInput
        label={texts.quantity}
        description={texts.quantityHint}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("quantity")}
      />
      <NativeSelect
        label={texts.subject}
        data={SUBJECTS.map((value) => ({ value, label: subjectTexts[value] }))}
        {...form.getInputProps("subject")}
      />
      <NativeSelect
        label={texts.level}
        data={LEVELS.map((value) => ({ value, label: levelTexts[value] }))}
        {...form.getInputProps("level")}
      />
      <DescriptionField label={texts.reason} {...form.getInputProps("description")} />
    </FormShell>
  );
}

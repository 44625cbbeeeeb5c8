import { addPaymentInput } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { commonTexts } from "@korki/contracts/texts/common";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { DEFAULT_PAYMENT, DEFAULT_TEACHER_SUBJECT, LEVELS, SUBJECTS, type SubjectLevel } from "@korki/domain";
import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { ruleOf } from "../../ui/rule-of";
import { toastSuccess } from "../../ui/toasts";
import styles from "../filters.module.css";
import { AmountField } from "./amount-field";
import { newRequestKey } from "./request-key";
import { wholeNumber, wholeNumberRule } from "./whole-number";

const { shape } = addPaymentInput;
const SUBJECT_CHOICES = SUBJECTS.map((subject) => ({ value: subject, label: subjectTexts[subject] }));
const LEVEL_CHOICES = LEVELS.map((level) => ({ value: level, label: levelTexts[level] }));

/**
 * A student's payment for lessons. However often it is sent from one opened popup, it is noted once.
 *
 * @param lately what the student paid for last; the next payment is mostly for the same
 */
export function AddPaymentForm(props: {
  studentId: string;
  lately: SubjectLevel | null;
  onAdded: () => void;
}) {
  const { studentId, lately } = props;
  const [idempotencyKey] = useState(newRequestKey);
  const { subject, level } = lately ?? DEFAULT_TEACHER_SUBJECT;
  const form = useForm({
    initialValues: {
      moneyAmount: String(DEFAULT_PAYMENT.moneyAmount),
      lessonAmount: String(DEFAULT_PAYMENT.lessonAmount),
      subject,
      level,
      description: texts.defaultPayment as string,
    },
    validateInputOnBlur: true,
    validate: {
      moneyAmount: wholeNumberRule(shape.moneyAmount),
      lessonAmount: wholeNumberRule(shape.lessonAmount),
      description: ruleOf(shape.description),
    },
  });
  const add = trpc.payments.add.useMutation({
    onSuccess() {
      form.resetDirty();
      toastSuccess(paymentTexts.paymentAdded);
      props.onAdded();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.addPayment}
      pending={add.isPending}
      error={add.error}
      errorTitle={commonTexts.somethingWentWrong}
      submitLabel={texts.addPayment}
      onSubmit={({ moneyAmount, lessonAmount, ...values }) =>
        add.mutate({
          ...values,
          studentId,
          moneyAmount: wholeNumber(moneyAmount),
          lessonAmount: wholeNumber(lessonAmount),
          idempotencyKey,
        })
      }
    >
      <div className={styles.filters} data-narrow>
        <AmountField {...form.getInputProps("moneyAmount")} />
        <TextInput
          label={texts.lessonAmount}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("lessonAmount")}
        />
      </div>
      <NativeSelect label={texts.subject} data={SUBJECT_CHOICES} {...form.getInputProps("subject")} />
      <NativeSelect label={texts.level} data={LEVEL_CHOICES} {...form.getInputProps("level")} />
      <TextInput label={texts.description} autoComplete="off" {...form.getInputProps("description")} />
    </FormShell>
  );
}

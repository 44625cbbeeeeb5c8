import type { LessonPackage } from "@korki/contracts/packages";
import { type AdminPayment, addPaymentInput } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { commonTexts } from "@korki/contracts/texts/common";
import { fieldTexts } from "@korki/contracts/texts/fields";
import { ledgerTexts, paymentMethodTexts } from "@korki/contracts/texts/ledger";
import { paymentFormTexts } from "@korki/contracts/texts/ledger-screens";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  addDays,
  type CivilDate,
  DEFAULT_PAYMENT_METHOD,
  isCivilDate,
  LEVELS,
  type Level,
  PAYMENT_METHODS,
  type PaymentMethod,
  SUBJECTS,
  type Subject,
  type SubjectLevel,
  today,
} from "@korki/domain";
import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { now } from "../../clock";
import { newRequestKey } from "../../server/request-key";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { FormSkeleton } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { saved } from "../../ui/toasts";
import styles from "../filters.module.css";
import { AmountField } from "./amount-field";
import type { PaymentMemory } from "./payment-start";
import { usePaymentMemory } from "./use-payment-memory";
import { wholeNumber, wholeNumberRule } from "./whole-number";

const { shape } = addPaymentInput;
const SUBJECT_CHOICES = SUBJECTS.map((subject) => ({ value: subject, label: subjectTexts[subject] }));
const LEVEL_CHOICES = LEVELS.map((level) => ({ value: level, label: levelTexts[level] }));
const METHOD_CHOICES = PAYMENT_METHODS.map((method) => ({
  value: method,
  label: paymentMethodTexts[method],
}));

/**
 * A student's payment for lessons: it begins with what is due. However often it is sent from one opened popup, it is noted
 * once.
 *
 * @param lately the last payment
 */
export function AddPaymentForm({ lately, ...props }: Asked & { lately: AdminPayment | null }) {
  const memory = usePaymentMemory(props.studentId, lately);
  return memory ? <PaymentForm {...props} memory={memory} /> : <FormSkeleton fields={6} />;
}

type Asked = { studentId: string; onAdded: () => void };

function PaymentForm({ studentId, memory, onAdded }: Asked & { memory: PaymentMemory }) {
  const [idempotencyKey] = useState(newRequestKey);
  const packages = trpc.packages.list.useQuery();
  const { subject, level, moneyAmount, lessonAmount } = memory.start;
  const form = useForm({
    initialValues: {
      packageId: "",
      moneyAmount: String(moneyAmount),
      lessonAmount: String(lessonAmount),
      subject,
      level,
      description: texts.defaultPayment as string,
      paidOn: today(now()),
      method: DEFAULT_PAYMENT_METHOD as PaymentMethod,
      expiresOn: "" as CivilDate | "",
    },
    validateInputOnBlur: true,
    validate: {
      ...paymentFaults(() => today(now())),
      description: ruleOf(shape.description),
    },
  });
  const add = trpc.payments.add.useMutation({ onSuccess: saved(form, paymentTexts.paymentAdded, onAdded) });

  /** Fills the fields with what the package says; each can be changed afterwards. */
  function startFrom(offer: LessonPackage | undefined) {
    form.setFieldValue("packageId", offer?.id ?? "");
    if (!offer) return;
    const { paidOn } = form.values;
    const firstDay = isCivilDate(paidOn) ? paidOn : today(now());
    form.setValues({
      moneyAmount: String(offer.price),
      lessonAmount: String(offer.lessons),
      level: offer.level,
      ...(offer.subject ? { subject: offer.subject } : {}),
      expiresOn: offer.validDays === null ? "" : addDays(firstDay, offer.validDays),
    });
  }

  /** What is due for the chosen subject and level is what is paid, unless another amount was typed. */
  function choose(pair: Partial<SubjectLevel>) {
    const { subject, level, moneyAmount, lessonAmount } = { ...form.values, ...pair };
    const isProposed = [memory.start, ...memory.due].some(
      (each) => String(each.moneyAmount) === moneyAmount && String(each.lessonAmount) === lessonAmount,
    );
    const due = isProposed && memory.due.find((each) => each.subject === subject && each.level === level);
    form.setValues({
      ...pair,
      ...(due && { moneyAmount: String(due.moneyAmount), lessonAmount: String(due.lessonAmount) }),
    });
  }

  /** Lessons for nothing are mostly a slip: they ask first. */
  async function submit({ moneyAmount, lessonAmount, packageId, expiresOn, ...values }: typeof form.values) {
    const payment = {
      ...values,
      studentId,
      moneyAmount: wholeNumber(moneyAmount),
      lessonAmount: wholeNumber(lessonAmount),
      packageId: packageId || null,
      expiresOn: expiresOn || null,
      idempotencyKey,
    };
    const sure =
      payment.moneyAmount > 0 ||
      (await confirm({
        title: texts.forNothingTitle,
        text: texts.forNothingText,
        confirmLabel: texts.forNothingYes,
      }));
    if (sure) add.mutate(payment);
  }

  return (
    <FormShell
      form={form}
      label={texts.addPayment}
      call={add}
      errorTitle={commonTexts.somethingWentWrong}
      onSubmit={(values) => void submit(values)}
    >
      {packages.data && packages.data.length > 0 ? (
        <NativeSelect
          label={paymentFormTexts.package}
          data={[
            { value: "", label: paymentFormTexts.noPackage },
            ...packages.data.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={form.values.packageId}
          onChange={({ currentTarget }) =>
            startFrom(packages.data.find(({ id }) => id === currentTarget.value))
          }
        />
      ) : null}
      <div className={styles.filters} data-narrow>
        <AmountField {...form.getInputProps("moneyAmount")} />
        <TextInput
          label={texts.lessonAmount}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("lessonAmount")}
        />
      </div>
      <NativeSelect
        label={texts.subject}
        data={SUBJECT_CHOICES}
        {...form.getInputProps("subject")}
        onChange={({ currentTarget }) => choose({ subject: currentTarget.value as Subject })}
      />
      <NativeSelect
        label={texts.level}
        data={LEVEL_CHOICES}
        {...form.getInputProps("level")}
        onChange={({ currentTarget }) => choose({ level: currentTarget.value as Level })}
      />
      <div className={styles.filters} data-narrow>
        <TextInput type="date" label={paymentFormTexts.paidOn} {...form.getInputProps("paidOn")} />
        <NativeSelect
          label={paymentFormTexts.method}
          data={METHOD_CHOICES}
          {...form.getInputProps("method")}
        />
      </div>
      <TextInput
        type="date"
        label={paymentFormTexts.expiresOn}
        description={paymentFormTexts.expiresOnHint}
        {...form.getInputProps("expiresOn")}
      />
      <TextInput label={texts.description} autoComplete="off" {...form.getInputProps("description")} />
    </FormShell>
  );
}

type TypedPayment = { moneyAmount: string; lessonAmount: string };

/** The payment form's rules for amounts and days: nothing for nothing is a slip, and days lie where they must. */
function paymentFaults(today: () => CivilDate) {
  const money = wholeNumberRule(shape.moneyAmount);
  return {
    moneyAmount: (typed: string, { lessonAmount }: TypedPayment) =>
      money(typed) ?? (wholeNumber(typed) === 0 && wholeNumber(lessonAmount) === 0 ? fieldTexts.money : null),
    lessonAmount: wholeNumberRule(shape.lessonAmount),
    paidOn: (day: string) => {
      if (!isCivilDate(day)) return fieldTexts.date;
      return day > today() ? ledgerTexts.paidInFuture : null;
    },
    expiresOn: (day: string) => {
      if (day === "") return null;
      if (!isCivilDate(day)) return fieldTexts.date;
      return day < today() ? ledgerTexts.expiryInPast : null;
    },
  };
}

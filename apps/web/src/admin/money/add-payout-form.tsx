import { addPayoutInput } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { commonTexts } from "@korki/contracts/texts/common";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { addMonths, monthOf, today } from "@korki/domain";
import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { now } from "../../clock";
import { newRequestKey } from "../../server/request-key";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { formatMoney, formatMonth } from "../../ui/formats";
import { ruleOf } from "../../ui/rule-of";
import { saved } from "../../ui/toasts";
import { AmountField } from "./amount-field";
import { wholeNumber, wholeNumberRule } from "./whole-number";

const { shape } = addPayoutInput;
/** Months that a payout can pay for: the present one first, then a year back. */
const MONTHS = Array.from({ length: 13 }, (_, ago) => addMonths(monthOf(today(now())), -ago)).map(
  (month) => ({ value: `${month.year}-${String(month.month).padStart(2, "0")}`, label: formatMonth(month) }),
);

/** A payout for a teacher. However often it is sent from one opened popup, it is noted once. */
export function AddPayoutForm(props: {
  teacherId: string;
  /** what the amount begins with, in whole złoty; 0 where nothing is due */
  due: number;
  onAdded: () => void;
}) {
  const { teacherId, onAdded } = props;
  const [idempotencyKey] = useState(newRequestKey);
  const overall = trpc.statistics.teacherOverall.useQuery({ teacherId });
  const form = useForm({
    initialValues: {
      moneyAmount: props.due > 0 ? String(props.due) : "",
      month: MONTHS[0]?.value ?? "",
      description: texts.defaultPayout as string,
    },
    validateInputOnBlur: true,
    validate: {
      moneyAmount: wholeNumberRule(shape.moneyAmount),
      description: ruleOf(shape.description),
    },
  });
  const add = trpc.payouts.add.useMutation({ onSuccess: saved(form, paymentTexts.payoutAdded, onAdded) });
  /** A payout above what is due asks first. */
  async function submit({ moneyAmount: typed, month, description }: typeof form.values) {
    const moneyAmount = wholeNumber(typed);
    const due = overall.data?.receivable ?? Number.POSITIVE_INFINITY;
    const sure =
      moneyAmount <= due ||
      (await confirm({
        title: payoutRunTexts.moreTitle,
        text: payoutRunTexts.moreThanDue(formatMoney(moneyAmount), formatMoney(Math.max(0, due))),
        confirmLabel: payoutRunTexts.moreYes,
        dangerous: true,
      }));
    if (sure) add.mutate({ teacherId, moneyAmount, month, description, idempotencyKey });
  }

  return (
    <FormShell
      form={form}
      label={texts.addPayout}
      call={add}
      errorTitle={commonTexts.somethingWentWrong}
      onSubmit={(values) => void submit(values)}
    >
      <AmountField {...form.getInputProps("moneyAmount")} />
      <NativeSelect label={payoutRunTexts.forMonth} data={MONTHS} {...form.getInputProps("month")} />
      <TextInput label={texts.description} autoComplete="off" {...form.getInputProps("description")} />
    </FormShell>
  );
}

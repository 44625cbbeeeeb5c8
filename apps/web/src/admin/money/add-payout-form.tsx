import { addPayoutInput } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { commonTexts } from "@korki/contracts/texts/common";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { addMonths, monthName, monthOf, today, type YearMonth } from "@korki/domain";
import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { now } from "../../clock";
import { newRequestKey } from "../../server/request-key";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { formatMoney, formatMonth } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { saved } from "../../ui/toasts";
import { AmountField } from "./amount-field";
import { wholeNumber, wholeNumberRule } from "./whole-number";

const { shape } = addPayoutInput;

type Asked = { teacherId: string; onAdded: () => void };

/**
 * A payout for a teacher: it begins with what is due for its month. However often it is sent from one opened popup, it is
 * noted once.
 */
export function AddPayoutForm(props: Asked) {
  const [present] = useState(() => monthOf(today(now())));
  return (
    <Loaded query={useMonth(props.teacherId, monthName(present))} skeleton={<FormSkeleton fields={3} />}>
      {({ due }) => <PayoutForm {...props} present={present} due={due} />}
    </Loaded>
  );
}

/** Months that a payout can pay for: the present one first, then a year back. */
function monthsUpTo(present: YearMonth) {
  return Array.from({ length: 13 }, (_, ago) => addMonths(present, -ago)).map((month) => ({
    value: monthName(month),
    label: formatMonth(month),
  }));
}

/** Reads a teacher's month (`2026-11`): what is due for it. */
function useMonth(teacherId: string, month: string) {
  return trpc.payouts.statement.useQuery({ teacherId, ...monthOf(`${month}-01`) });
}

/** What the field shows of a sum in whole złoty; nothing where nothing is due. */
const amountOf = (due: number) => (due > 0 ? String(due) : "");

/** @param props.due of the present month */
function PayoutForm({ teacherId, onAdded, ...props }: Asked & { present: YearMonth; due: number }) {
  const [idempotencyKey] = useState(newRequestKey);
  const form = useForm({
    initialValues: {
      moneyAmount: amountOf(props.due),
      month: monthName(props.present),
      description: texts.defaultPayout as string,
    },
    validateInputOnBlur: true,
    validate: {
      moneyAmount: wholeNumberRule(shape.moneyAmount),
      description: ruleOf(shape.description),
    },
  });
  const month = useMonth(teacherId, form.values.month);
  const due = month.data?.due;
  /** The amount that was filled in last. */
  const proposed = useRef(amountOf(props.due));
  /** What is due for the month is what is paid, unless another amount was typed. */
  const propose = useEffectEvent((amount: string) => {
    if (form.values.moneyAmount === proposed.current) form.setFieldValue("moneyAmount", amount);
    proposed.current = amount;
  });
  useEffect(() => {
    if (due !== undefined) propose(amountOf(due));
  }, [due]);
  const add = trpc.payouts.add.useMutation({ onSuccess: saved(form, paymentTexts.payoutAdded, onAdded) });

  /** A payout above what is due for its month asks first. */
  async function submit({ moneyAmount: typed, ...payout }: typeof form.values) {
    if (due === undefined) {
      void month.refetch();
      return;
    }
    const moneyAmount = wholeNumber(typed);
    const sure =
      moneyAmount <= due ||
      (await confirm({
        title: payoutRunTexts.moreTitle,
        text: payoutRunTexts.moreThanDue(formatMoney(moneyAmount), formatMoney(due)),
        confirmLabel: payoutRunTexts.moreYes,
        dangerous: true,
      }));
    if (sure) add.mutate({ teacherId, moneyAmount, ...payout, idempotencyKey });
  }

  return (
    <FormShell
      form={form}
      label={texts.addPayout}
      call={{ isPending: add.isPending || month.isLoading, error: add.error ?? month.error }}
      errorTitle={commonTexts.somethingWentWrong}
      onSubmit={(values) => void submit(values)}
    >
      <AmountField {...form.getInputProps("moneyAmount")} />
      <NativeSelect
        label={payoutRunTexts.forMonth}
        data={monthsUpTo(props.present)}
        {...form.getInputProps("month")}
      />
      <TextInput label={texts.description} autoComplete="off" {...form.getInputProps("description")} />
    </FormShell>
  );
}

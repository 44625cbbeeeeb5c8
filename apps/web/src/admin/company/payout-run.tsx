import { someMoney } from "@korki/contracts/fields";
import type { PayoutRunPreview } from "@korki/contracts/payments";
import { payoutRunTexts as texts } from "@korki/contracts/texts/payout-run";
import { settlementTexts } from "@korki/contracts/texts/settlement";
import { addMonths, STATISTICS_YEARS, type YearMonth } from "@korki/domain";
import { Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { MonthPicker } from "../../statistics/month-picker";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { FormError, FormShell } from "../../ui/form-shell";
import { formatMoney, formatMonth } from "../../ui/formats";
import { EmptyState } from "../../ui/page-states";
import { toastSuccess } from "../../ui/toasts";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";
import styles from "./payout-run.module.css";
import { type PayoutRow, payoutRows } from "./payout-values";
import { useKeptValues } from "./use-kept-values";

/** "Wypłaty miesiąca": what every teacher is due for a month, changed or left out, confirmed once (rules §21). */
export default function PayoutRun() {
  const [month, setMonth] = useChosenMonth(STATISTICS_YEARS);
  const [picked, setPicked] = useState(() => (window.location.search ? month : addMonths(month, -1)));
  const preview = trpc.payouts.previewRun.useMutation();
  const [prepared, setPrepared] = useState<Prepared | null>(null);

  function prepare(of: YearMonth, kept?: PayoutRow[]) {
    setMonth(of);
    preview.mutate(of, { onSuccess: (found) => setPrepared({ month: of, preview: found, kept }) });
  }

  return (
    <Card title={texts.title} text={texts.text}>
      <Stack gap="lg">
        <MonthPicker
          value={picked}
          years={STATISTICS_YEARS}
          onChange={(change) => setPicked((before) => ({ ...before, ...change }))}
        >
          <Button size="sm" loading={preview.isPending} onClick={() => prepare(picked)}>
            {texts.prepare}
          </Button>
        </MonthPicker>
        {preview.error ? <FormError error={preview.error} /> : null}
        {prepared && prepared.preview.waiting.length > 0 ? (
          <div>
            <Text fw={550}>{settlementTexts.waitingTitle}</Text>
            {prepared.preview.waiting.map(({ teacherId, teacherName, reason }) => (
              <Text key={teacherId} size="sm">{`${teacherName}: ${reason}`}</Text>
            ))}
          </div>
        ) : null}
        {prepared ? (
          prepared.preview.rows.length === 0 ? (
            <EmptyState picture="money" title={texts.nothingDue} text={texts.nothingDueText} />
          ) : (
            <RunForm
              key={prepared.preview.token}
              {...prepared}
              isRenewing={preview.isPending}
              onStale={(rows) => prepare(prepared.month, rows)}
              onDone={() => prepare(prepared.month)}
            />
          )
        ) : null}
      </Stack>
    </Card>
  );
}

type Prepared = { month: YearMonth; preview: PayoutRunPreview; kept: PayoutRow[] | undefined };

function RunForm(
  props: Prepared & { isRenewing: boolean; onStale: (rows: PayoutRow[]) => void; onDone: () => void },
) {
  const { month, preview, kept, isRenewing, onStale, onDone } = props;
  const form = useForm<{ rows: PayoutRow[] }>({
    initialValues: { rows: payoutRows(preview.rows) },
    validateInputOnBlur: true,
    validate: {
      rows: { amount: (amount, { rows }, path) => faultOf(amount, rows[Number(path.split(".")[1])]) },
    },
  });
  useKeptValues(form, kept && { rows: payoutRows(preview.rows, kept) });
  const run = trpc.payouts.confirmRun.useMutation({
    onSuccess(payouts) {
      form.resetDirty();
      toastSuccess(texts.done(texts.counted(payouts.length)));
      onDone();
    },
  });
  const chosen = form.values.rows.filter(({ isIncluded }) => isIncluded);
  const sum = chosen.reduce((total, { amount }) => total + (wholeNumber(amount) || 0), 0);
  const [count, total] = [texts.count(chosen.length), formatMoney(sum)];

  async function submit({ rows }: { rows: PayoutRow[] }) {
    const paid = rows.filter(({ isIncluded }) => isIncluded);
    if (paid.length === 0) return;
    const above = paid.filter(({ amount, due }) => wholeNumber(amount) > due);
    const sure = await confirm(
      above.length > 0
        ? {
            title: texts.moreTitle,
            text: above.map(({ teacherName, due }) => texts.more(teacherName, formatMoney(due))).join("; "),
            confirmLabel: texts.moreYes,
            dangerous: true,
          }
        : {
            title: texts.confirmTitle,
            text: texts.confirmText(count, total),
            confirmLabel: texts.confirmYes,
          },
    );
    if (!sure) return;
    run.mutate({
      ...month,
      token: preview.token,
      rows: paid.map(({ teacherId, amount }) => ({ teacherId, moneyAmount: wholeNumber(amount) })),
    });
  }

  return (
    <FormShell
      form={form}
      label={`${texts.title}: ${formatMonth(month)}`}
      call={run}
      submitLabel={
        chosen.length === 0 ? texts.nobodyChosen : texts.confirm(texts.counted(chosen.length), total)
      }
      secondary={
        run.error ? (
          <Button variant="default" loading={isRenewing} onClick={() => onStale(form.values.rows)}>
            {texts.outdated}
          </Button>
        ) : undefined
      }
      onSubmit={(values) => void submit(values)}
    >
      <Text fw={550}>{formatMonth(month)}</Text>
      <ul className={styles.rows}>
        {form.values.rows.map(({ teacherId, teacherName, isIncluded, ...row }, at) => (
          <li key={teacherId} className={styles.row}>
            <Checkbox
              className={styles.who}
              label={
                <>
                  {teacherName}
                  <Text component="span" display="block" size="xs" c="dimmed">
                    {sumsOf(row)}
                  </Text>
                </>
              }
              aria-label={texts.include(teacherName)}
              {...form.getInputProps(`rows.${at}.isIncluded`, { type: "checkbox" })}
            />
            <TextInput
              className={styles.amount}
              aria-label={texts.amountOf(teacherName)}
              inputMode="numeric"
              disabled={!isIncluded}
              rightSection={texts.currency}
              {...form.getInputProps(`rows.${at}.amount`)}
            />
            <Button
              component={Link}
              to={paths.statement(teacherId, month)}
              size="xs"
              variant="subtle"
              aria-label={texts.statementOf(teacherName)}
            >
              {texts.statement}
            </Button>
          </li>
        ))}
      </ul>
    </FormShell>
  );
}

/** Explains what is due: "zarobek 1 890 zł, wypłacono już 900 zł, do wypłaty 990 zł". */
function sumsOf({
  earned,
  other,
  payouts,
  due,
}: Omit<PayoutRow, "teacherId" | "teacherName" | "isIncluded">): string {
  const paid = payouts.reduce((sum, { moneyAmount }) => sum + moneyAmount, 0);
  const unlessZero = (sum: number) => (sum === 0 ? null : formatMoney(sum));
  return texts.sums({
    earned: formatMoney(earned),
    other: unlessZero(other),
    paid: unlessZero(paid),
    due: formatMoney(due),
  });
}

const amountRule = wholeNumberRule(someMoney);

/** A row that is left out may say anything. */
function faultOf(amount: string, row: PayoutRow | undefined): string | null {
  return row?.isIncluded ? amountRule(amount) : null;
}

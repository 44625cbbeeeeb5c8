import { billedCount, type BillsPreview as Preview, type PreviewedBill } from "@korki/contracts/bills";
import { billDay, prepaidText, billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { formatMoney, formatShortSubject } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { toastSuccess } from "../../ui/toasts";
import { wholeNumberRule } from "../money/whole-number";
import { type BillValues, billsAsTyped, billValues, changesOf, type KeptPreview } from "./bill-values";
import styles from "./payout-run.module.css";
import { useKeptValues } from "./use-kept-values";

/** The bills of a month that would be issued now: payers can be left out, lines changed (rules §32). */
export function BillsPreview({ month, onDone }: { month: string; onDone: () => void }) {
  // Once it is there, only the person asks for a newer one: what is ticked and typed belongs to it.
  const query = trpc.bills.preview.useQuery(
    { month },
    { gcTime: 0, enabled: ({ state }) => state.data === undefined },
  );
  const [kept, setKept] = useState<KeptPreview>();
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
      {(preview) =>
        preview.bills.length === 0 ? (
          <EmptyState picture="money" title={texts.nothingToIssue} text={texts.nothingToIssueText} />
        ) : (
          <PreviewForm
            key={preview.token}
            month={month}
            preview={preview}
            onDone={onDone}
            kept={kept}
            isRenewing={query.isFetching}
            onStale={(values) => {
              setKept({ bills: preview.bills, values });
              void query.refetch();
            }}
          />
        )
      }
    </Loaded>
  );
}

function PreviewForm(props: {
  month: string;
  preview: Preview;
  kept: KeptPreview | undefined;
  isRenewing: boolean;
  onDone: () => void;
  onStale: (values: BillValues) => void;
}) {
  const { month, preview, kept, isRenewing, onDone, onStale } = props;
  const form = useForm<BillValues>({
    initialValues: billValues(preview.bills),
    validateInputOnBlur: true,
    validate: {
      bills: { lines: { billed: (billed, { bills }, path) => faultOf(billed, bills[placeOf(path)]) } },
    },
  });
  useKeptValues(form, kept && billValues(preview.bills, kept));
  const issue = trpc.bills.issue.useMutation({
    onSuccess({ issued }) {
      form.resetDirty();
      toastSuccess(texts.issued(issued));
      onDone();
    },
  });
  const { bills, count, sum } = billsAsTyped(preview.bills, form.values);

  async function submit(values: BillValues) {
    // Leaving everybody out is stored, too: the worker then issues no bill to them.
    const sure = await confirm(
      count === 0
        ? { title: texts.leaveOutQuestion, text: texts.leaveOutText, confirmLabel: texts.leaveOut }
        : {
            title: texts.issueQuestion(count, formatMoney(sum)),
            text: texts.issueText,
            confirmLabel: texts.issue,
          },
    );
    if (sure) issue.mutate({ month, token: preview.token, ...changesOf(preview.bills, values) });
  }

  return (
    <FormShell
      form={form}
      label={texts.preview}
      call={issue}
      submitLabel={count === 0 ? texts.leaveOut : texts.issueCount(count, formatMoney(sum))}
      secondary={
        issue.error ? (
          <Button variant="default" loading={isRenewing} onClick={() => onStale(form.values)}>
            {texts.freshPreview}
          </Button>
        ) : undefined
      }
      onSubmit={(values) => void submit(values)}
    >
      <ul className={styles.rows}>
        {bills.map((bill, at) => (
          <li key={bill.payerId} className={styles.row}>
            <Checkbox
              className={styles.who}
              aria-label={texts.include(bill.payerName)}
              label={
                <>
                  {`${bill.payerName}: ${formatMoney(bill.amount)}, ${texts.until(billDay(bill.dueOn))}`}
                  <Text component="span" display="block" size="xs" c="dimmed">
                    {noteOf(bill)}
                  </Text>
                </>
              }
              {...form.getInputProps(`bills.${at}.isIncluded`, { type: "checkbox" })}
            />
            <Stack gap="xs">
              {bill.lines.map((line, index) => (
                <Group key={`${line.studentId} ${line.subject} ${line.level}`} gap="sm" wrap="nowrap">
                  <Text size="sm" style={{ flex: 1 }}>
                    {texts.line(
                      line.studentName,
                      formatShortSubject(line),
                      line.billed,
                      formatMoney(line.amount),
                    )}
                    {prepaidText(line) ? ` · ${prepaidText(line)}` : ""}
                  </Text>
                  <TextInput
                    className={styles.amount}
                    aria-label={texts.billedOf(`${line.studentName}, ${formatShortSubject(line)}`)}
                    inputMode="numeric"
                    disabled={!form.values.bills[at]?.isIncluded}
                    {...form.getInputProps(`bills.${at}.lines.${index}.billed`)}
                  />
                </Group>
              ))}
            </Stack>
          </li>
        ))}
      </ul>
    </FormShell>
  );
}

const countRule = wholeNumberRule(billedCount);

/** The bill's place in a field's path: `bills.3.lines.0.billed`. */
function placeOf(path: string): number {
  return Number(path.split(".")[1]);
}

/** A bill that is left out may say anything. */
function faultOf(billed: string, bill: BillValues["bills"][number] | undefined): string | null {
  return bill?.isIncluded ? countRule(billed) : null;
}

function noteOf({ amount, balance, previous }: PreviewedBill): string {
  return [
    previous === null ? texts.first : texts.before(formatMoney(previous)),
    balance > 0 ? `${texts.balance}: ${formatMoney(balance)}` : "",
    amount > 0 ? "" : balance > 0 ? texts.covered : texts.nothing,
  ]
    .filter(Boolean)
    .join(" · ");
}

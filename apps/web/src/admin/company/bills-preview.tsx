import type { BillsPreview as Preview, PreviewedBill } from "@korki/contracts/bills";
import { billDay, prepaidText, billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormError } from "../../ui/form-shell";
import { formatMoney, formatShortSubject } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { toastSuccess } from "../../ui/toasts";
import { wholeNumber } from "../money/whole-number";
import styles from "./payout-run.module.css";

/** The bills of a month that would be issued now: payers can be left out, lines changed. */
export function BillsPreview({ month, onDone }: { month: string; onDone: () => void }) {
  const query = trpc.bills.preview.useQuery({ month }, { staleTime: 0, refetchOnWindowFocus: false });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
      {(preview) =>
        preview.bills.length === 0 ? (
          <EmptyState picture="money" title={texts.nothingToIssue} text={texts.nothingToIssueText} />
        ) : (
          <PreviewForm
            key={preview.token}
            {...{ month, preview, onDone }}
            onStale={() => void query.refetch()}
          />
        )
      }
    </Loaded>
  );
}

function PreviewForm(props: { month: string; preview: Preview; onDone: () => void; onStale: () => void }) {
  const { month, preview, onDone, onStale } = props;
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [changes, setChanges] = useState<Readonly<Record<string, string>>>({});
  const issue = trpc.bills.issue.useMutation({
    onSuccess({ issued }) {
      toastSuccess(texts.issued(issued));
      onDone();
    },
  });
  const chosen = preview.bills.filter(({ payerId, amount }) => amount > 0 && !without.has(payerId));
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);

  async function submit() {
    const sure = await confirm({
      title: texts.issueQuestion(chosen.length, formatMoney(sum)),
      text: texts.issueText,
      confirmLabel: texts.issue,
    });
    if (!sure) return;
    issue.mutate({
      ...{ month, token: preview.token, without: [...without] },
      changes: preview.bills.flatMap((bill) =>
        bill.lines.flatMap(({ studentId, subject, level }) => {
          const typed = changes[keyOf(bill, { studentId, subject, level })];
          const billed = wholeNumber(typed ?? "");
          return typed === undefined || Number.isNaN(billed)
            ? []
            : { payerId: bill.payerId, studentId, subject, level, billed };
        }),
      ),
    });
  }

  return (
    <Stack gap="md">
      <ul className={styles.rows}>
        {preview.bills.map((bill) => (
          <li key={bill.payerId} className={styles.row}>
            <Checkbox
              className={styles.who}
              checked={!without.has(bill.payerId)}
              onChange={() => setWithout((before) => toggled(before, bill.payerId))}
              aria-label={texts.include(bill.payerName)}
              label={
                <>
                  {`${bill.payerName}: ${formatMoney(bill.amount)}, ${texts.until(billDay(bill.dueOn))}`}
                  <Text component="span" display="block" size="xs" c="dimmed">
                    {noteOf(bill)}
                  </Text>
                </>
              }
            />
            <Stack gap="xs">
              {bill.lines.map((line) => {
                const what = `${line.studentName}, ${formatShortSubject(line)}`;
                return (
                  <Group key={keyOf(bill, line)} gap="sm" wrap="nowrap">
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
                      aria-label={texts.billedOf(what)}
                      inputMode="numeric"
                      value={changes[keyOf(bill, line)] ?? String(line.billed)}
                      onChange={({ currentTarget: { value } }) =>
                        setChanges((before) => ({ ...before, [keyOf(bill, line)]: value }))
                      }
                    />
                  </Group>
                );
              })}
            </Stack>
          </li>
        ))}
      </ul>
      {issue.error ? <FormError error={issue.error} /> : null}
      <Group gap="sm">
        <Button loading={issue.isPending} disabled={chosen.length === 0} onClick={() => void submit()}>
          {texts.issue}
        </Button>
        {issue.error ? (
          <Button variant="default" onClick={onStale}>
            {texts.freshPreview}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

type LineKey = { studentId: string; subject: string; level: string };

function keyOf({ payerId }: PreviewedBill, { studentId, subject, level }: LineKey): string {
  return [payerId, studentId, subject, level].join(" ");
}

function noteOf({ amount, balance, previous }: PreviewedBill): string {
  return [
    previous === null ? texts.first : texts.before(formatMoney(previous)),
    balance > 0 ? `${texts.balance}: ${formatMoney(balance)}` : "",
    amount === 0 && balance > 0 ? texts.covered : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

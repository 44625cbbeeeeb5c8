import type { Bill } from "@korki/contracts/bills";
import { PAGE_SIZE } from "@korki/contracts/paging";
import { billDay, billTitle, billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { OVERDUE_ACTIONS } from "@korki/domain";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { BillDownload } from "../../payments/bill-download";
import { OverdueButton } from "../../payments/overdue-button";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import type { Column } from "../../ui/data-table";
import { FormError } from "../../ui/form-shell";
import { formatMoney } from "../../ui/formats";
import { ListSection } from "../../ui/list-section";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { Sheet } from "../../ui/sheet";
import { toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import { useUnsavedWork } from "../../updates/unsaved-work";
import { wholeNumber } from "../money/whole-number";

/** The bills of a month that were issued, with what can be done about them. */
export function BillsOfMonth({ month }: { month: string }) {
  const list = useListState({ name: "rachunki" });
  const query = trpc.bills.ofMonth.useQuery(
    { month, page: list.page, pageSize: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const [open, setOpen] = useState<Bill | null>(null);
  return (
    <ListSection title={texts.ofMonth}>
      <PagedTable
        label={texts.ofMonth}
        query={query}
        rowKey={({ id }) => id}
        columns={columnsOf(setOpen)}
        list={list}
        empty={<EmptyState picture="money" title={texts.none} text={texts.noneText} />}
      />
      <Sheet opened={open !== null} onClose={() => setOpen(null)} title={texts.bill} size="sm">
        {open === null ? null : (
          <BillActions bill={open} onDone={() => setOpen((now) => (now === open ? null : now))} />
        )}
      </Sheet>
    </ListSection>
  );
}

function columnsOf(open: (bill: Bill) => void): readonly Column<Bill>[] {
  return [
    { key: "payer", header: texts.payer, onCard: "title", cell: ({ payerName }) => payerName },
    { key: "amount", header: texts.amount, align: "right", cell: ({ amount }) => formatMoney(amount) },
    { key: "paid", header: texts.paid, align: "right", cell: ({ paid }) => formatMoney(paid) },
    { key: "due", header: texts.due, cell: ({ payBy }) => billDay(payBy) },
    {
      key: "status",
      header: texts.status,
      onCard: "corner",
      cell: ({ status }) => texts.statuses[status],
    },
    {
      key: "open",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (bill) => (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.detailsOf(bill.payerName)}
          onClick={() => open(bill)}
        >
          {texts.details}
        </Button>
      ),
    },
  ];
}

function BillActions({ bill, onDone }: { bill: Bill; onDone: () => void }) {
  const { id, payerName, month, amount, paid, status } = bill;
  const [money, setMoney] = useState(String(amount - paid));
  const [reason, setReason] = useState("");
  useUnsavedWork(reason.trim() !== "");
  const done = (text: string) => ({
    onSuccess() {
      toastSuccess(text);
      onDone();
    },
  });
  const note = trpc.payments.add.useMutation(done(texts.noted));
  const withdraw = trpc.bills.withdraw.useMutation(done(texts.withdrawn));
  const decide = trpc.bills.decideOverdue.useMutation(done(texts.decided));
  const error = note.error ?? withdraw.error ?? decide.error;
  /** Without a reason the server says what is missing. */
  async function askAndWithdraw() {
    const isSure =
      reason.trim() === "" ||
      (await confirm({
        title: texts.withdrawQuestion,
        text: texts.withdrawText,
        confirmLabel: texts.withdraw,
        dangerous: true,
      }));
    if (isSure) withdraw.mutate({ id, reason });
  }
  const isUnpaid = status === "open" || status === "half";
  return (
    <Stack gap="md">
      <Text fw={550}>{`${payerName}: ${billTitle(month)}`}</Text>
      <Text>{`${texts.statuses[status]}, ${formatMoney(amount)}`}</Text>
      {error ? <FormError error={error} /> : null}
      <BillDownload id={id} />
      {isUnpaid ? (
        <>
          <TextInput
            label={texts.money}
            inputMode="numeric"
            value={money}
            onChange={({ currentTarget }) => setMoney(currentTarget.value)}
          />
          <Button
            loading={note.isPending}
            onClick={() => note.mutate({ billId: id, moneyAmount: wholeNumber(money) })}
          >
            {texts.note}
          </Button>
          <Group gap="xs">
            {OVERDUE_ACTIONS.map((action) => (
              <OverdueButton
                key={action}
                action={action}
                payer={payerName}
                onSure={() => decide.mutate({ id, action })}
              />
            ))}
          </Group>
        </>
      ) : null}
      {status === "open" ? (
        <>
          <TextInput
            label={texts.reason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button variant="default" loading={withdraw.isPending} onClick={() => void askAndWithdraw()}>
            {texts.withdraw}
          </Button>
        </>
      ) : null}
    </Stack>
  );
}

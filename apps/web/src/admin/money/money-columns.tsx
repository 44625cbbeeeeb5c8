import type { AdminPayment, AdminPayout } from "@korki/contracts/payments";
import { adminHistoryTexts } from "@korki/contracts/texts/admin-history";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { fullName } from "@korki/domain";
import { Button, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Column } from "../../ui/data-table";
import {
  civilDateOf,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatShortDate,
  formatShortSubject,
} from "../../ui/formats";

type Money = AdminPayment | AdminPayout;

/** Of the last column, for the button and for who voided the row: no column moves when one replaces the other. */
const ACTION_WIDTH = "10rem";

/** Columns of a teacher's payouts; a deleted one is voided, with who and when. */
export function payoutColumns(
  voidRow: (payout: AdminPayout) => void,
  pendingId: string | null,
): readonly Column<AdminPayout>[] {
  return [
    dateColumn(),
    amountColumn(),
    descriptionColumn(),
    addedByColumn(),
    voidColumn((payout, day) => texts.voidPayout(formatMoney(payout.moneyAmount), day), voidRow, pendingId),
  ];
}

/** Columns of a student's payments; a deleted one is voided, with who and when. */
export function paymentColumns(
  voidRow: (payment: AdminPayment) => void,
  pendingId: string | null,
  invoiceButton: (payment: { paymentId: string; paidOn: string; moneyAmount: number }) => ReactNode,
): readonly Column<AdminPayment>[] {
  return [
    dateColumn(),
    amountColumn(),
    {
      key: "lessons",
      header: texts.lessonAmount,
      align: "right",
      cell: (payment) => <VoidableCell row={payment}>{formatNumber(payment.lessonAmount)}</VoidableCell>,
    },
    {
      key: "subject",
      header: texts.subject,
      cell: (payment) => <VoidableCell row={payment}>{formatShortSubject(payment)}</VoidableCell>,
    },
    descriptionColumn(),
    addedByColumn(),
    voidColumn(
      (payment, day) => texts.voidPayment(formatMoney(payment.moneyAmount), day),
      voidRow,
      pendingId,
      ({ id: paymentId, paidOn, moneyAmount }) => invoiceButton({ paymentId, paidOn, moneyAmount }),
    ),
  ];
}

function VoidableCell({ row, children }: { row: Money; children: ReactNode }) {
  if (!row.voided) return children;
  return (
    <Text component="s" inherit c="dimmed" td="line-through">
      {children}
    </Text>
  );
}

function dateColumn<Row extends Money>(): Column<Row> {
  return {
    key: "date",
    header: texts.date,
    onCard: "title",
    cell: (row) => (
      <VoidableCell row={row}>
        <time dateTime={row.createdAt}>{formatShortDate(civilDateOf(row.createdAt))}</time>
      </VoidableCell>
    ),
  };
}

function amountColumn<Row extends Money>(): Column<Row> {
  return {
    key: "amount",
    header: texts.amount,
    align: "right",
    cell: (row) => <VoidableCell row={row}>{formatMoney(row.moneyAmount)}</VoidableCell>,
  };
}

function descriptionColumn<Row extends Money>(): Column<Row> {
  return {
    key: "description",
    header: texts.description,
    cell: (row) => <VoidableCell row={row}>{row.description}</VoidableCell>,
  };
}

function addedByColumn<Row extends Money>(): Column<Row> {
  return {
    key: "by",
    header: texts.addedBy,
    cell: ({ createdBy }) => (createdBy ? fullName(createdBy) : adminHistoryTexts.system),
  };
}

function voidColumn<Row extends Money>(
  label: (row: Row, day: string) => string,
  voidRow: (row: Row) => void,
  pendingId: string | null,
  beside?: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key: "void",
    header: texts.actions,
    headerHidden: true,
    align: "right",
    onCard: "action",
    cell: (row) =>
      row.voided ? (
        <Text size="xs" c="dimmed" ml="auto" w={ACTION_WIDTH}>
          {texts.voided(
            formatDateTime(row.voided.at),
            row.voided.by ? fullName(row.voided.by) : adminHistoryTexts.system,
          )}
        </Text>
      ) : (
        <Group gap="xs" justify="flex-end">
          {beside?.(row)}
          <Button
            variant="subtle"
            color="red"
            size="xs"
            miw={ACTION_WIDTH}
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-label={label(row, formatShortDate(civilDateOf(row.createdAt)))}
            loading={pendingId === row.id}
            onClick={() => voidRow(row)}
          >
            {texts.void}
          </Button>
        </Group>
      ),
  };
}

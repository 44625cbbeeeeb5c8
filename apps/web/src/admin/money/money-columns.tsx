import type { AdminPayment, AdminPayout } from "@korki/contracts/payments";
import { adminHistoryTexts } from "@korki/contracts/texts/admin-history";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { Button, Text } from "@mantine/core";
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
import { fullName } from "../people/full-name";

type Money = AdminPayment | AdminPayout;

/** Columns of a teacher's payouts; a deleted one is struck out, with who and when. */
export function payoutColumns(
  strike: (payout: AdminPayout) => void,
  pendingId: string | null,
): readonly Column<AdminPayout>[] {
  return [
    dateColumn(),
    amountColumn(),
    descriptionColumn(),
    addedByColumn(),
    strikeColumn(
      (payout, day) => texts.strikePayout(formatMoney(payout.moneyAmount), day),
      strike,
      pendingId,
    ),
  ];
}

/** Columns of a student's payments; a deleted one is struck out, with who and when. */
export function paymentColumns(
  strike: (payment: AdminPayment) => void,
  pendingId: string | null,
): readonly Column<AdminPayment>[] {
  return [
    dateColumn(),
    amountColumn(),
    {
      key: "lessons",
      header: texts.lessonAmount,
      align: "right",
      cell: (payment) => <Struck row={payment}>{formatNumber(payment.lessonAmount)}</Struck>,
    },
    {
      key: "subject",
      header: texts.subject,
      cell: (payment) => <Struck row={payment}>{formatShortSubject(payment)}</Struck>,
    },
    descriptionColumn(),
    addedByColumn(),
    strikeColumn(
      (payment, day) => texts.strikePayment(formatMoney(payment.moneyAmount), day),
      strike,
      pendingId,
    ),
  ];
}

function Struck({ row, children }: { row: Money; children: ReactNode }) {
  if (!row.struck) return children;
  return (
    <Text component="s" inherit c="dimmed">
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
      <Struck row={row}>
        <time dateTime={row.createdAt}>{formatShortDate(civilDateOf(row.createdAt))}</time>
      </Struck>
    ),
  };
}

function amountColumn<Row extends Money>(): Column<Row> {
  return {
    key: "amount",
    header: texts.amount,
    align: "right",
    cell: (row) => <Struck row={row}>{formatMoney(row.moneyAmount)}</Struck>,
  };
}

function descriptionColumn<Row extends Money>(): Column<Row> {
  return {
    key: "description",
    header: texts.description,
    cell: (row) => <Struck row={row}>{row.description}</Struck>,
  };
}

function addedByColumn<Row extends Money>(): Column<Row> {
  return {
    key: "by",
    header: texts.addedBy,
    cell: ({ createdBy }) => (createdBy ? fullName(createdBy) : adminHistoryTexts.system),
  };
}

function strikeColumn<Row extends Money>(
  label: (row: Row, day: string) => string,
  strike: (row: Row) => void,
  pendingId: string | null,
): Column<Row> {
  return {
    key: "strike",
    header: texts.actions,
    headerHidden: true,
    align: "right",
    onCard: "action",
    cell: (row) =>
      row.struck ? (
        <Text size="xs" c="dimmed">
          {texts.struck(
            formatDateTime(row.struck.at),
            row.struck.by ? fullName(row.struck.by) : adminHistoryTexts.system,
          )}
        </Text>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={label(row, formatShortDate(civilDateOf(row.createdAt)))}
          loading={pendingId === row.id}
          onClick={() => strike(row)}
        >
          {texts.strike}
        </Button>
      ),
  };
}

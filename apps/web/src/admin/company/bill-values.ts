import type { BillChange, PreviewedBill } from "@korki/contracts/bills";
import { amountToPay, billedAmount } from "@korki/domain";
import { wholeNumber } from "../money/whole-number";

/** What is ticked and typed in a preview of bills, in its order. */
export type BillValues = { bills: { isIncluded: boolean; lines: { billed: string }[] }[] };

/** A preview and what was ticked and typed in it. */
export type KeptPreview = { bills: readonly PreviewedBill[]; values: BillValues };

/**
 * Returns what a preview's form begins with.
 *
 * @param kept an earlier preview's form: who was left out and what was changed in it stays
 */
export function billValues(bills: readonly PreviewedBill[], kept?: KeptPreview): BillValues {
  const { without, changes } = kept ? changesOf(kept.bills, kept.values, true) : NOTHING;
  return {
    bills: bills.map(({ payerId, lines }) => ({
      isIncluded: !without.includes(payerId),
      lines: lines.map((line) => {
        const change = changes.find((each) => each.payerId === payerId && isOf(each, line));
        return { billed: String(change?.billed ?? line.billed) };
      }),
    })),
  };
}

const NOTHING = { without: [] as string[], changes: [] as BillChange[] };

type LineKey = Pick<BillChange, "studentId" | "subject" | "level">;

function isOf(change: BillChange, line: LineKey): boolean {
  return (
    change.studentId === line.studentId && change.subject === line.subject && change.level === line.level
  );
}

/**
 * Returns the bills as they would be issued with what is typed, how many, and their sum; what is no number changes nothing.
 * The previous release answers without prices and the payer's balance: lines are then at what it says of them.
 */
export function billsAsTyped(bills: readonly PreviewedBill[], { bills: values }: BillValues) {
  const typed = bills.map((bill, at) => {
    const lines = bill.lines.map((line, index) => {
      const number = wholeNumber(values[at]?.lines[index]?.billed ?? "");
      const billed = Number.isNaN(number) ? line.billed : number;
      const amount = line.prices ? billedAmount(line, billed) : line.amount;
      return { ...line, billed, planned: line.prepaid + billed, amount };
    });
    const sum = lines.reduce((total, { amount }) => total + amount, 0);
    return { ...bill, ...amountToPay(sum, bill.payerBalance ?? bill.balance), lines };
  });
  const issued = typed.filter(({ amount }, at) => amount > 0 && values[at]?.isIncluded);
  return {
    bills: typed,
    count: issued.length,
    sum: issued.reduce((total, { amount }) => total + amount, 0),
  };
}

/**
 * Returns who is left out, and the lines that were changed.
 *
 * @param isOfAll the lines of those who are left out, too
 */
export function changesOf(bills: readonly PreviewedBill[], { bills: values }: BillValues, isOfAll = false) {
  const without = bills.filter((_, at) => !values[at]?.isIncluded).map(({ payerId }) => payerId);
  const changes = bills.flatMap(({ payerId, lines }, at): BillChange[] => {
    const row = values[at];
    if (!row || !(isOfAll || row.isIncluded)) return [];
    return lines.flatMap(({ studentId, subject, level, billed }, index) => {
      const number = wholeNumber(row.lines[index]?.billed ?? "");
      if (Number.isNaN(number) || number === billed) return [];
      return { payerId, studentId, subject, level, billed: number };
    });
  });
  return { without, changes };
}

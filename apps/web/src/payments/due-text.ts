import type { StudentMoney } from "@korki/contracts/money";
import { dayOfYear } from "@korki/contracts/texts/dates";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { type CivilDate, today } from "@korki/domain";
import { now } from "../clock";
import { formatMoney, formatSubject } from "../ui/formats";

/**
 * What is due and by when, or since when.
 *
 * @param say how the day is written: a bill says it in figures
 */
export function dueText(amount: number, by: CivilDate, say = dayOfYear): string {
  const text = by < today(now()) ? moneyTexts.overdue : moneyTexts.due;
  return text(formatMoney(amount), say(by));
}

/** Until when lessons of a subject and level are paid for, and how many more are that nothing uses. */
export function paidText(row: StudentMoney["subjects"][number]): string {
  const subject = formatSubject(row);
  if (row.paidUntil === null) {
    return row.credit > 0 ? moneyTexts.onlyCredit(subject, row.credit) : moneyTexts.notPaid(subject);
  }
  const until = moneyTexts.paidUntil(subject, dayOfYear(row.paidUntil));
  return row.credit > 0 ? `${until}, ${moneyTexts.credit(row.credit)}` : until;
}

import type { BillChange, PreviewedBill } from "@korki/contracts/bills";
import { billTexts } from "@korki/contracts/texts/bills";
import { type BilledPayerRow, type BillLessonRow, type Executor, listBillLessons } from "@korki/db";
import {
  amountToPay,
  type BilledLesson,
  billDueOn,
  billedAmount,
  byTime,
  type CivilDate,
  DEFAULT_PRICES,
  fullName,
  groupBy,
  monthBounds,
  monthName,
  type SubjectLevel,
  subjectLevelKey,
  type YearMonth,
} from "@korki/domain";
import { invalidInput } from "../errors";

/** A line with the lessons that it asks for. */
type Line = SubjectLevel & {
  studentId: string;
  studentName: string;
  prepaid: number;
  lessons: BilledLesson[];
  /** Of a lesson that is not planned yet: as the last one that it asks for, else what the student pays. */
  morePrice: number;
};

/** A bill that can be issued: what it says, and what it asks for. */
export type DraftBill = { payer: BilledPayerRow; lines: Line[] };

/** Returns what bills of a month would say, in two statements however many payers there are (rules §32). */
export async function draftBills(
  on: Executor,
  payers: readonly BilledPayerRow[],
  month: YearMonth,
): Promise<DraftBill[]> {
  const lessons = await listBillLessons(
    on,
    payers.map(({ payerId }) => payerId),
    monthBounds(month),
  );
  const byPayer = groupBy(lessons, ({ payerId }) => payerId);
  return payers.flatMap((payer) => {
    const lines = linesOf(byPayer.get(payer.payerId) ?? []);
    return lines.length > 0 ? { payer, lines } : [];
  });
}

function linesOf(lessons: readonly BillLessonRow[]): Line[] {
  const groups = groupBy(lessons, (lesson) => `${lesson.studentId} ${subjectLevelKey(lesson)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { studentId, studentName, subject, level, studentPrice } = first;
    const lessons = group.filter(({ isPrepaid }) => !isPrepaid);
    return {
      studentId,
      studentName,
      subject,
      level,
      lessons,
      prepaid: group.length - lessons.length,
      morePrice: lessons.at(-1)?.price ?? studentPrice ?? DEFAULT_PRICES[level].price,
    };
  });
}

/**
 * Applies what an administrator changed. Returns the payers whose bills ask for nothing by it, and whether a line asks for
 * more lessons. Throws `input` for a line that is not there.
 */
export function changeBills(
  drafts: readonly DraftBill[],
  changes: readonly BillChange[],
  month: YearMonth,
): { emptied: string[]; asksForMore: boolean } {
  let asksForMore = false;
  for (const { payerId, studentId, billed, ...pair } of changes) {
    const draft = drafts.find(({ payer }) => payer.payerId === payerId);
    const line = draft?.lines.find(
      (each) => each.studentId === studentId && subjectLevelKey(each) === subjectLevelKey(pair),
    );
    if (!line) throw invalidInput(billTexts.unknownLine);
    const more = billed - line.lessons.length;
    if (more <= 0) line.lessons.length = billed;
    else {
      asksForMore = true;
      // Lessons that are not planned yet: after all others.
      const [date, price] = [monthBounds(month).to, line.morePrice];
      line.lessons.push(...Array.from({ length: more }, (_, block) => ({ date, block, price })));
    }
  }
  const changed = new Set(changes.map(({ payerId }) => payerId));
  const emptied = drafts.filter(
    ({ payer, lines }) => changed.has(payer.payerId) && lines.every(({ lessons }) => lessons.length === 0),
  );
  return { emptied: emptied.map(({ payer }) => payer.payerId), asksForMore };
}

/** Returns what a draft says. */
export function toPreview(
  { payer, lines }: DraftBill,
  { month, dueDay, issuedOn }: { month: YearMonth; dueDay: number; issuedOn: CivilDate },
): PreviewedBill {
  const shown = lines.map(({ lessons, ...line }) => {
    const prices = lessons.map(({ price }) => price);
    const [planned, billed] = [line.prepaid + prices.length, prices.length];
    return { ...line, planned, billed, amount: billedAmount({ ...line, prices }, billed), prices };
  });
  const sum = shown.reduce((total, { amount }) => total + amount, 0);
  const { payerId, name, surname, mode, previous } = payer;
  return {
    payerId,
    payerName: fullName({ name, surname }),
    mode,
    previous,
    month: monthName(month),
    dueOn: billDueOn(mode, month, dueDay, issuedOn),
    ...amountToPay(sum, payer.balance),
    payerBalance: payer.balance,
    paid: 0,
    status: "open",
    lines: shown,
  };
}

/** Returns the lessons that a draft asks for as money buys them, each with its line's place. */
export function lessonsInOrder({ lines }: DraftBill): { line: number; price: number }[] {
  return lines
    .flatMap(({ lessons }, line) => lessons.map((lesson) => ({ ...lesson, line })))
    .sort((a, b) => byTime(a, b) || a.line - b.line)
    .map(({ line, price }) => ({ line, price }));
}

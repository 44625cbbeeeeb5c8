import { findMoneySettings, loadBalance, query, sql } from "@korki/db";
import {
  addDays,
  type CivilDate,
  isDelivered,
  isPlanned,
  type LessonStatus,
  type SubjectLevel,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { getStudentStatement } from "../ledger/get-statement";
import { getStudentMoney } from "../money/get-money";

/** Lessons left of a payment. */
type Lot = SubjectLevel & { remaining: number; expiresOn: CivilDate | null };

type CountedLesson = SubjectLevel & {
  id: string;
  date: CivilDate;
  block: number;
  status: LessonStatus;
  charged: boolean;
  isUndecided: boolean;
  price: number;
};

/**
 * Recounts, lesson by lesson, what students owe, and adds up their statements. Returns every difference from what the
 * product says, in words (rules §39).
 */
export async function moneyFaults(asAdmin: ActorCtx, studentIds: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const studentId of studentIds) {
    const found = [...(await dueFaults(asAdmin, studentId)), ...(await statementFaults(asAdmin, studentId))];
    faults.push(...found.map((fault) => `${studentId}: ${fault}`));
  }
  return faults;
}

/** Payments reach the oldest lessons first; of the others those are due that took place or are near. */
async function dueFaults(asAdmin: ActorCtx, studentId: string): Promise<string[]> {
  const { db } = asAdmin;
  const [{ day } = { day: "" }] = await query<{ day: CivilDate }>(db, sql`SELECT warsaw_today() AS day`);
  const lastDay = addDays(day, (await findMoneySettings(db)).dueDays);
  const lessons = await query<CountedLesson>(
    db,
    sql`SELECT id, subject, level, date, block, status, charged, late_decision IS NOT NULL AS "isUndecided", price
          FROM lessons WHERE student_id = ${studentId}::uuid AND deleted_at IS NULL`,
  );
  const lots = await query<Lot>(
    db,
    sql`SELECT subject, level, remaining, expires_on AS "expiresOn" FROM ledger_lots
         WHERE student_id = ${studentId}::uuid AND remaining > 0`,
  );
  const money = await getStudentMoney(asAdmin, { studentId });
  const expected = { due: 0, plannedLater: 0 };
  for (const { subject, level, available } of await loadBalance(db, studentId)) {
    const counted = lessons
      .filter((lesson) => lesson.subject === subject && lesson.level === level)
      .filter(({ status, charged, isUndecided }) =>
        isDelivered(status) || isPlanned(status) ? true : charged || isUndecided,
      )
      .toSorted((a, b) => a.date.localeCompare(b.date) || a.block - b.block || (a.id < b.id ? -1 : 1));
    const left = lots.filter((lot) => lot.subject === subject && lot.level === level);
    const uncovered = latest(counted, uncoveredCount(counted, left, available));
    for (const { status, charged, date, price } of uncovered) {
      const isDue = charged || isDelivered(status) || (isPlanned(status) && date <= lastDay);
      expected[isDue ? "due" : "plannedLater"] += price;
    }
  }
  const { due, plannedLater } = money;
  return due === expected.due && plannedLater === expected.plannedLater
    ? []
    : [`due ${due} and later ${plannedLater}, expected ${expected.due} and ${expected.plannedLater}`];
}

/**
 * How many lessons neither a payment holds nor what is left of payments will reach: it is used lesson by lesson, the
 * oldest first, and what expires first before what stays.
 */
function uncoveredCount(counted: readonly CountedLesson[], lots: readonly Lot[], available: number): number {
  const units = lots
    .flatMap(({ remaining, expiresOn }) => Array.from({ length: remaining }, () => expiresOn ?? "9999-12-31"))
    .toSorted();
  const owed = units.length - available;
  const waiting = latest(counted, owed).map(({ date }) => date);
  let reached = 0;
  for (const lastDay of units) if ((waiting[reached] ?? "9999-12-31") <= lastDay) reached += 1;
  return owed - reached;
}

const latest = <T>(oldestFirst: readonly T[], count: number): readonly T[] =>
  oldestFirst.slice(Math.max(0, oldestFirst.length - count));

/** The lines of a statement, the sentence on top and the balance are one number. */
async function statementFaults(asAdmin: ActorCtx, studentId: string): Promise<string[]> {
  const whole = { studentId, page: 1, pageSize: 1_000 };
  const [past, ahead] = await Promise.all(
    (["past", "ahead"] as const).map((part) => getStudentStatement(asAdmin, { ...whole, part })),
  );
  const lines = [...(past?.items ?? []), ...(ahead?.items ?? [])];
  const faults: string[] = [];
  for (const { subject, level, available } of await loadBalance(asAdmin.db, studentId)) {
    const sum = past?.sums.find((each) => each.subject === subject && each.level === level);
    const total = lines
      .filter((line) => line.subject === subject && line.level === level)
      .reduce((all, line) => all + line.lessons, 0);
    const said = addedUp(sum?.sentence ?? "");
    if (total !== available || said.sum !== available || said.result !== available) {
      faults.push(`${subject}: balance ${available}, lines ${total}, "${sum?.sentence}"`);
    }
  }
  return faults;
}

/** Adds up a sentence as a reader would: `26 opłaconych − 10 odbytych = 16`. */
function addedUp(sentence: string): { sum: number; result: number } {
  const [terms = "", result = ""] = sentence.split(" = ");
  const counts = [...terms.matchAll(/(^|[+−] )(−?\d+)/g)].map(([, sign, count]) => {
    const value = Number(count?.replace("−", "-"));
    return sign?.startsWith("−") ? -value : value;
  });
  return { sum: counts.reduce((all, count) => all + count, 0), result: Number(result.replace("−", "-")) };
}

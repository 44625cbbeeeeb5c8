import type { CivilDate, Slot } from "./calendar";
import { LESSON_STATUSES, type LessonStatus } from "./lessons";
import { bySubjectLevel, type SubjectLevel, subjectLevelKey } from "./subjects";

/** A student's payment that counts; money in whole złoty. */
export type PaymentFact = SubjectLevel & { readonly lessonAmount: number; readonly moneyAmount: number };

/** A lesson, or `count` lessons that are alike (one row of a GROUP BY); without a count it is one. */
export type CountedLesson = SubjectLevel & { readonly status: LessonStatus; readonly count?: number };

export type LessonsByStatus = SubjectLevel & { readonly status: LessonStatus; readonly lessonAmount: number };

/** A student's lessons counted by subject, level and status (admin's student statistics). */
export function lessonsByStatus(lessons: readonly CountedLesson[]): LessonsByStatus[] {
  const rows = new Map<string, SubjectLevel & { status: LessonStatus; lessonAmount: number }>();
  for (const { subject, level, status, count = 1 } of lessons) {
    const key = `${subjectLevelKey({ subject, level })}#${status}`;
    const row = rows.get(key) ?? { subject, level, status, lessonAmount: 0 };
    row.lessonAmount += count;
    rows.set(key, row);
  }
  return [...rows.values()].sort(
    (a, b) => bySubjectLevel(a, b) || LESSON_STATUSES.indexOf(a.status) - LESSON_STATUSES.indexOf(b.status),
  );
}

/** A student's payments added up by subject and level. */
export function paymentsBySubject(payments: readonly PaymentFact[]): PaymentFact[] {
  const rows = new Map<string, SubjectLevel & { lessonAmount: number; moneyAmount: number }>();
  for (const { subject, level, lessonAmount, moneyAmount } of payments) {
    const key = subjectLevelKey({ subject, level });
    const row = rows.get(key) ?? { subject, level, lessonAmount: 0, moneyAmount: 0 };
    row.lessonAmount += lessonAmount;
    row.moneyAmount += moneyAmount;
    rows.set(key, row);
  }
  return [...rows.values()].sort(bySubjectLevel);
}

/** Lessons of a payment that nothing uses yet; `expiresOn` is the last day on which they can be used, null: any. */
export type LessonLot = { readonly remaining: number; readonly expiresOn: CivilDate | null };

/**
 * Returns of each new lesson, in the order of their days, whether what payments left over reaches it: what expires first is
 * used first, and nothing after its last day.
 */
export function reachedLessons(lots: readonly LessonLot[], days: readonly CivilDate[]): boolean[] {
  const left = lots
    .map(({ remaining, expiresOn }) => ({ remaining, lastDay: expiresOn ?? "9999-12-31" }))
    .toSorted((a, b) => (a.lastDay < b.lastDay ? -1 : 1));
  return days.map((day) => {
    const lot = left.find(({ remaining, lastDay }) => remaining > 0 && lastDay >= day);
    if (lot) lot.remaining -= 1;
    return lot !== undefined;
  });
}

/** How far the payments of a student's subject and level reach. */
export type PaymentsReach = {
  /** Lessons that no payment reaches. */
  readonly unpaid: number;
  /** Lessons for which a payer was asked: payments reach them after all others. */
  readonly asked: number;
  /** The latest of the other lessons, the last one first: those that no payment reaches, and one more for each new one. */
  readonly latest: readonly Slot[];
  /** The month, "YYYY-MM", of each lesson that an open bill asks for, whichever lesson it will be; the oldest bill first. */
  readonly billed: readonly string[];
};

/**
 * What new lessons come to: how many of them payments reach, how many more have to be paid for, the first one's day and how
 * many of these are on that day.
 */
export type NewReach = {
  readonly covered: number;
  readonly unpaid: number;
  readonly payBy: CivilDate | null;
  readonly unpaidThen: number;
  /** The months of the open bills that ask for some of them already. The day is that of the first other one, if there is one. */
  readonly onBills: readonly string[];
  /** How many others there are. */
  readonly unbilled: number;
};

/**
 * Returns what new lessons mean where payments reach the oldest lessons first (rules §39): a new one may be paid for and
 * leave a later one to be paid. `left`: how many of the new ones take what payments left over.
 */
export function reachOfNew(
  { unpaid, asked, latest, billed }: PaymentsReach,
  added: readonly Slot[],
  left: number,
): NewReach {
  const byDay = [...latest, ...added].toSorted(laterFirst);
  /** What no payment reaches beside so many lessons on bills, and what of it is new to be paid. */
  const beside = (onBills: number) => {
    const before = Math.max(0, unpaid - asked - onBills);
    const after = Math.max(0, unpaid + added.length - left - asked - onBills);
    const unpaidBefore = new Set(latest.slice(0, before));
    const uncovered = byDay.slice(0, after);
    const more = after > before ? uncovered.filter((slot) => !unpaidBefore.has(slot)) : [];
    return { before, uncovered, more, count: after - before };
  };
  const all = beside(0);
  const later = beside(billed.length);
  const { more } = later.count > 0 ? later : all;
  const payBy = more.at(-1)?.date ?? null;
  const isNew = new Set(added);
  return {
    covered: added.length - all.uncovered.filter((slot) => isNew.has(slot)).length,
    unpaid: all.count,
    payBy,
    unpaidThen: more.filter(({ date }) => date === payBy).length,
    onBills: [...new Set(billed.slice(all.before, all.before + all.count - later.count))],
    unbilled: later.count,
  };
}

function laterFirst(a: Slot, b: Slot): number {
  return a.date < b.date ? 1 : a.date > b.date ? -1 : b.block - a.block;
}

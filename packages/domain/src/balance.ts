import { isCancelled, LESSON_STATUSES, type LessonStatus } from "./lessons";
import { bySubjectLevel, type SubjectLevel, subjectLevelKey } from "./subjects";

/** A student's payment that counts; money in whole złoty. */
export type PaymentFact = SubjectLevel & { readonly lessonAmount: number; readonly moneyAmount: number };

/** A lesson, or `count` lessons that are alike (one row of a GROUP BY); without a count it is one. */
export type CountedLesson = SubjectLevel & { readonly status: LessonStatus; readonly count?: number };

export type AvailableLessons = SubjectLevel & { readonly available: number };

/**
 * Lessons left per subject and level: paid for less planned and delivered (rules §5). Below zero: lessons owed.
 * A pair has a row where something was paid or used.
 */
export function availableLessons(
  payments: readonly (SubjectLevel & { readonly lessonAmount: number })[],
  lessons: readonly CountedLesson[],
): AvailableLessons[] {
  const rows = new Map<string, SubjectLevel & { available: number }>();
  const add = ({ subject, level }: SubjectLevel, change: number) => {
    const key = subjectLevelKey({ subject, level });
    const row = rows.get(key) ?? { subject, level, available: 0 };
    row.available += change;
    rows.set(key, row);
  };
  for (const payment of payments) add(payment, payment.lessonAmount);
  for (const lesson of lessons) {
    if (!isCancelled(lesson.status)) add(lesson, -(lesson.count ?? 1));
  }
  return [...rows.values()].sort(bySubjectLevel);
}

/** Lessons left of one subject and level; 0 where nothing was paid or used. */
export function availableOf(balance: readonly AvailableLessons[], pair: SubjectLevel): number {
  return (
    balance.find(({ subject, level }) => subject === pair.subject && level === pair.level)?.available ?? 0
  );
}

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

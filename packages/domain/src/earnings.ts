import { groupBy } from "./group-by";
import { isCancelled, isDelivered, type LessonStatus } from "./lessons";
import { bySurname } from "./people-order";
import { bySubjectLevel, type Level, type Subject, type SubjectLevel, subjectLevelKey } from "./subjects";

/**
 * A lesson as the statistics see it, with the pair of prices that held when it was made, in whole złoty; or `count`
 * such lessons that are alike (one row of a GROUP BY). Without a count it is one.
 */
export type EarningsLesson = SubjectLevel & {
  readonly teacherId: string;
  readonly status: LessonStatus;
  /** what the student pays */
  readonly price: number;
  /** what the teacher earns; of a charged cancellation what the policy gives (rules §13) */
  readonly rate: number;
  /** a late cancellation that uses up the prepaid lesson */
  readonly charged?: boolean;
  readonly count?: number;
};

type EarningsRow = SubjectLevel & {
  readonly lessonAmount: number;
  /** what the teacher earns for one of these lessons */
  readonly valuePerLesson: number;
  /** cancelled too late, and charged */
  readonly charged: boolean;
};

export type MonthlyEarnings = { readonly rows: readonly EarningsRow[]; readonly total: number };

/**
 * What a teacher earned with these lessons: the delivered ones per subject, level and rate (lessons with different
 * rates are in separate rows, the lower rate first), charged cancellations in separate rows, and the sum.
 */
export function monthlyEarnings(
  lessons: readonly Omit<EarningsLesson, "teacherId" | "price">[],
): MonthlyEarnings {
  type Row = SubjectLevel & { lessonAmount: number; valuePerLesson: number; charged: boolean };
  const rows = new Map<string, Row>();
  for (const { subject, level, status, rate, charged = false, count = 1 } of lessons) {
    if (!(isDelivered(status) || charged) || count === 0) continue;
    const key = `${subjectLevelKey({ subject, level })}#${charged}#${rate}`;
    const row = rows.get(key) ?? { subject, level, lessonAmount: 0, valuePerLesson: rate, charged };
    row.lessonAmount += count;
    rows.set(key, row);
  }
  const sorted = [...rows.values()].sort(
    (a, b) =>
      bySubjectLevel(a, b) || Number(a.charged) - Number(b.charged) || a.valuePerLesson - b.valuePerLesson,
  );
  return { rows: sorted, total: sum(sorted, (row) => row.lessonAmount * row.valuePerLesson) };
}

export type OverallEarnings = {
  /** everything delivered, and charged cancellations */
  readonly earned: number;
  readonly paidOut: number;
  /** earned and not paid out; below zero where more was paid out */
  readonly receivable: number;
};

/** A teacher's overall statistics (`doneProfitAll`, `outputPaymentSum`, `receivable` on the wire). */
export function overallEarnings(
  lessons: readonly Pick<EarningsLesson, "status" | "rate" | "charged" | "count">[],
  payouts: readonly { readonly moneyAmount: number }[],
): OverallEarnings {
  const earned = sum(lessons, ({ status, rate, charged = false, count = 1 }) =>
    isDelivered(status) || charged ? rate * count : 0,
  );
  const paidOut = sum(payouts, ({ moneyAmount }) => moneyAmount);
  return { earned, paidOut, receivable: earned - paidOut };
}

/** Figures of a part of the company's month; money in whole złoty. */
export type CompanyFigures = {
  /** delivered, no-shows included */
  readonly completedLessons: number;
  /** of the delivered ones, the no-shows */
  readonly absentLessons: number;
  readonly cancelledLessons: number;
  /** of the cancelled ones, those that were charged */
  readonly chargedLessons: number;
  /** rates of the delivered and charged lessons */
  readonly teacherEarnings: number;
  /** prices less rates of the delivered and charged lessons */
  readonly companyEarnings: number;
};

type CompanyLevel = CompanyFigures & { readonly level: Level };
type CompanySubject = { readonly subject: Subject; readonly levels: readonly CompanyLevel[] };
export type CompanyTeacher = CompanyFigures & {
  readonly teacherId: string;
  readonly name: string;
  readonly surname: string;
  readonly subjects: readonly CompanySubject[];
};
/** The summary's figures, and the teachers whose figures add up to them. */
export type CompanyMonth = CompanyFigures & { readonly teachers: readonly CompanyTeacher[] };

/**
 * The company's month: teacher → subject → level. A level has a row where a lesson was delivered or cancelled.
 * Teachers stand by surname and name; one that is missing in `teachers` still counts, without a name.
 */
export function companyMonth(
  lessons: readonly EarningsLesson[],
  teachers: readonly { readonly id: string; readonly name: string; readonly surname: string }[],
): CompanyMonth {
  const people = new Map(teachers.map((teacher) => [teacher.id, teacher]));
  const byTeacher = groupBy(lessons.filter(counts), ({ teacherId }) => teacherId);
  const rows = [...byTeacher].map(([teacherId, own]): CompanyTeacher => {
    const { name = "", surname = "" } = people.get(teacherId) ?? {};
    const subjects = companySubjects(own);
    return { teacherId, name, surname, ...addUp(subjects.flatMap(({ levels }) => levels)), subjects };
  });
  rows.sort((a, b) => bySurname(a, b) || (a.teacherId < b.teacherId ? -1 : 1));
  return { ...addUp(rows), teachers: rows };
}

function companySubjects(lessons: readonly EarningsLesson[]): CompanySubject[] {
  const cells = [...groupBy(lessons, subjectLevelKey).values()].flatMap((cell) => {
    const [first] = cell;
    return first ? [{ subject: first.subject, level: first.level, ...addUp(cell.map(figuresOf)) }] : [];
  });
  const bySubject = groupBy(cells.sort(bySubjectLevel), ({ subject }) => subject);
  return [...bySubject].map(([subject, own]) => ({
    subject,
    levels: own.map(({ subject: _, ...level }) => level),
  }));
}

function counts({ status, count = 1 }: EarningsLesson): boolean {
  return count > 0 && (isDelivered(status) || isCancelled(status));
}

function figuresOf({ status, price, rate, charged = false, count = 1 }: EarningsLesson): CompanyFigures {
  const earning = isDelivered(status) || charged ? count : 0;
  return {
    completedLessons: isDelivered(status) ? count : 0,
    absentLessons: status === "Uczen nieobecny" ? count : 0,
    cancelledLessons: isCancelled(status) ? count : 0,
    chargedLessons: charged ? count : 0,
    teacherEarnings: earning * rate,
    companyEarnings: earning * (price - rate),
  };
}

function addUp(parts: readonly CompanyFigures[]): CompanyFigures {
  return {
    completedLessons: sum(parts, (part) => part.completedLessons),
    absentLessons: sum(parts, (part) => part.absentLessons),
    cancelledLessons: sum(parts, (part) => part.cancelledLessons),
    chargedLessons: sum(parts, (part) => part.chargedLessons),
    teacherEarnings: sum(parts, (part) => part.teacherEarnings),
    companyEarnings: sum(parts, (part) => part.companyEarnings),
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

import type { CivilDate } from "./calendar";
import { bySurname } from "./people-order";
import { type SubjectLevel, type TeacherSubject, teaches } from "./subjects";

/** Statuses of a trial lesson as stored: requested, scheduled, done, cancelled (decisions 6). */
export const TRIAL_STATUSES = ["Nowa", "Umowiona", "Zrealizowana", "Odwolana"] as const;
export type TrialStatus = (typeof TRIAL_STATUSES)[number];

export function isTrialStatus(value: unknown): value is TrialStatus {
  return TRIAL_STATUSES.some((status) => status === value);
}

/** Where an admin may take a trial lesson from each status; the arrows back mend a slip. */
export const TRIAL_TRANSITIONS: Readonly<Record<TrialStatus, readonly TrialStatus[]>> = {
  Nowa: ["Umowiona", "Odwolana"],
  Umowiona: ["Zrealizowana", "Odwolana"],
  Zrealizowana: ["Umowiona"],
  Odwolana: ["Umowiona"],
};

/** What the rules need to know of a trial lesson. */
export type TrialFacts = {
  readonly status: TrialStatus;
  readonly teacherId: string | null;
  readonly date: CivilDate | null;
  readonly block: number | null;
};

export type TrialRefusal = "no-such-transition" | "slot-missing";

/** Whether a trial lesson has a teacher, a date and a block. */
export function isScheduled(trial: Omit<TrialFacts, "status">): boolean {
  return trial.teacherId !== null && trial.date !== null && trial.block !== null;
}

/** Why an admin cannot take a trial lesson (as it is after the edit) from this status to its new one, or null. */
export function checkTrialChange(from: TrialStatus, after: TrialFacts): TrialRefusal | null {
  if (after.status !== from && !TRIAL_TRANSITIONS[from].includes(after.status)) return "no-such-transition";
  const needsSlot = after.status === "Umowiona" || after.status === "Zrealizowana";
  return needsSlot && !isScheduled(after) ? "slot-missing" : null;
}

/** Whether a trial lesson occupies its teacher's block. */
export function occupiesSlot(trial: TrialFacts): boolean {
  return trial.status !== "Odwolana" && isScheduled(trial);
}

/** Teachers who teach what a trial lesson is about, those who want more students first, then by surname and name. */
export function trialTeachers<
  T extends {
    readonly name: string;
    readonly surname: string;
    readonly isWantMoreStudents: boolean;
    readonly subjects: readonly TeacherSubject[];
  },
>(teachers: readonly T[], wanted: SubjectLevel): T[] {
  return teachers
    .filter(({ subjects }) => teaches(subjects, wanted))
    .sort((a, b) => Number(b.isWantMoreStudents) - Number(a.isWantMoreStudents) || bySurname(a, b));
}

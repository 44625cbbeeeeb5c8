import type { CivilDate } from "./calendar";

/** Statuses of a trial lesson as stored: requested, scheduled, done, cancelled (rules §6). */
export const TRIAL_STATUSES = ["Nowa", "Umowiona", "Zrealizowana", "Odwolana"] as const;
export type TrialStatus = (typeof TRIAL_STATUSES)[number];

/** Where an administrator may take a trial lesson from each status; the arrows back undo a mistake. */
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

/** Returns why an administrator cannot take a trial lesson to its new status, or null. `after` is the edited lesson. */
export function checkTrialChange(from: TrialStatus, after: TrialFacts): TrialRefusal | null {
  if (after.status !== from && !TRIAL_TRANSITIONS[from].includes(after.status)) return "no-such-transition";
  const needsSlot = after.status === "Umowiona" || after.status === "Zrealizowana";
  return needsSlot && !isScheduled(after) ? "slot-missing" : null;
}

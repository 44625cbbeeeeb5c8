import { addDays, blockStart, instantOf, type Slot } from "./calendar";
import type { LessonStatus } from "./lessons";

/** What a student's cancellation after the cut-off costs: the prepaid lesson, nothing, or what the teacher decides. */
export const LATE_COSTS = ["charge", "free", "ask"] as const;
export type CancellationCost = (typeof LATE_COSTS)[number];

/** Elapsed hours before the start, or a local time (`HH:MM`) on the day before. */
export type CutOff = { readonly hours: number } | { readonly dayBeforeAt: string };

/** The centre's rules for cancelling (rules §13); `cutOff` null: cancelling is free and as without a policy. */
export type CancellationPolicy = {
  readonly cutOff: CutOff | null;
  readonly late: CancellationCost;
  /** How many late cancellations of a student per calendar month are free anyway. */
  readonly freeLatePerMonth: number;
  /** Whether the teacher earns the rate of a charged cancellation. */
  readonly payTeacher: boolean;
  /** How many days a returned lesson can still be used; null: as long as before. */
  readonly creditDays: number | null;
  readonly version: number;
};

export const CUT_OFF_HOURS_MAX = 168;
export const FREE_LATE_MAX = 31;
export const CREDIT_DAYS_MAX = 365;
/** How long a teacher may take to decide; after that the lesson is charged. */
export const LATE_DECISION_DAYS = 7;

/**
 * Returns the last instant at which cancelling is free; null: it is always. A local time that the clock skips moves
 * forward, one that comes twice is the first.
 */
export function freeUntil(policy: CancellationPolicy | null, { date, block }: Slot): Date | null {
  const cutOff = policy?.cutOff ?? null;
  if (cutOff === null) return null;
  if ("hours" in cutOff) return new Date(blockStart(date, block).getTime() - cutOff.hours * 3_600_000);
  const [hours = 0, minutes = 0] = cutOff.dayBeforeAt.split(":").map(Number);
  return instantOf(addDays(date, -1), hours * 60 + minutes);
}

/** What a cancellation by the student costs now. */
export type CancellationTerms = {
  readonly freeUntil: Date | null;
  readonly cost: CancellationCost;
  /** The free limit is over, whatever it costs. */
  readonly isLate: boolean;
  /** The monthly allowance makes it free. */
  readonly usesAllowance: boolean;
};

/**
 * Returns until when cancelling a lesson is free and what it costs now, by the policy that the lesson keeps.
 *
 * @param usedAllowance late cancellations of the student that the allowance made free in the lesson's month
 */
export function cancellationTerms(
  policy: CancellationPolicy | null,
  lesson: Slot & { readonly status: LessonStatus },
  now: Date,
  usedAllowance: number,
): CancellationTerms {
  const limit = lesson.status === "Nie potwierdzona" ? null : freeUntil(policy, lesson);
  if (policy === null || limit === null || now <= limit) {
    return { freeUntil: limit, cost: "free", isLate: false, usesAllowance: false };
  }
  const usesAllowance = policy.late !== "free" && usedAllowance < policy.freeLatePerMonth;
  return { freeUntil: limit, cost: usesAllowance ? "free" : policy.late, isLate: true, usesAllowance };
}

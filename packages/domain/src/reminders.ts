import { addDays, blockStart, type CivilDate, type Slot } from "./calendar";
import type { LessonFacts } from "./lessons";

const REMINDER_KINDS = ["day-before", "hour-before"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

const NUDGE_KINDS = ["after-12-hours", "unconfirmed-day-before"] as const;
export type NudgeKind = (typeof NUDGE_KINDS)[number];

export type Due<Kind> = { readonly kind: Kind; readonly at: Date };

const HOUR_MS = 3_600_000;
/** Hours that a teacher has before an unconfirmed lesson nudges. */
export const NUDGE_AFTER_HOURS = 12;

/** The same hour of the clock in Warsaw, a day before the lesson: 23 or 25 hours earlier where clocks change. */
export function dayBefore(date: CivilDate, block: number): Date {
  return blockStart(addDays(date, -1), block);
}

/** An hour before the lesson. */
export function hourBefore(date: CivilDate, block: number): Date {
  return new Date(blockStart(date, block).getTime() - HOUR_MS);
}

/**
 * When both sides of a confirmed lesson are reminded. What was due before `since` (the confirmation, or the move) is
 * left out: a lesson agreed 30 minutes ahead has no reminder.
 */
export function reminderDueTimes(date: CivilDate, block: number, since: Date): Due<ReminderKind>[] {
  const due: Due<ReminderKind>[] = [
    { kind: "day-before", at: dayBefore(date, block) },
    { kind: "hour-before", at: hourBefore(date, block) },
  ];
  return due.filter(({ at }) => at >= since);
}

/**
 * When the teacher of a lesson that is not confirmed yet is nudged: 12 hours after the booking and the day before the
 * lesson, as far as that lies between the booking and the lesson; once where the two are one instant.
 */
export function nudgeDueTimes(date: CivilDate, block: number, bookedAt: Date): Due<NudgeKind>[] {
  const start = blockStart(date, block);
  const after = new Date(bookedAt.getTime() + NUDGE_AFTER_HOURS * HOUR_MS);
  const before = dayBefore(date, block);
  const due: Due<NudgeKind>[] = [];
  if (after < start && after.getTime() !== before.getTime()) due.push({ kind: "after-12-hours", at: after });
  if (before >= bookedAt) due.push({ kind: "unconfirmed-day-before", at: before });
  return due.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * Whether a reminder that was made for this slot is still true when it is about to be sent: the lesson is confirmed,
 * stands where it stood, and it is not too late (the day's reminder goes out until the hour's is due, the hour's
 * until the start).
 */
export function reminderHolds(
  kind: ReminderKind,
  madeFor: Slot,
  lesson: Slot & Pick<LessonFacts, "status">,
  now: Date,
): boolean {
  const { date, block } = lesson;
  if (lesson.status !== "Potwierdzona" || date !== madeFor.date || block !== madeFor.block) return false;
  return now < (kind === "day-before" ? hourBefore(date, block) : blockStart(date, block));
}

/** Whether a nudge is still true when it is about to be sent: the lesson waits, unmoved, and has not started. */
export function nudgeHolds(madeFor: Slot, lesson: Slot & Pick<LessonFacts, "status">, now: Date): boolean {
  const { date, block } = lesson;
  if (lesson.status !== "Nie potwierdzona" || date !== madeFor.date || block !== madeFor.block) return false;
  return now < blockStart(date, block);
}

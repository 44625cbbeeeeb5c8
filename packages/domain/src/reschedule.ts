import { checkSlot, type SlotFacts, type SlotRefusal } from "./booking";
import { addDays, type CivilDate, daysBetween, laterDate, today, weekStart } from "./calendar";
import { type LessonFacts, type LessonRefusal, lessonRefusal } from "./lessons";
import type { Actor } from "./users";

export type ProposalRefusal = "same-slot" | "pair-inactive" | LessonRefusal | SlotRefusal;

/** A slot for a lesson that exists, and whether its two people may still agree on new times. */
export type RescheduleFacts = SlotFacts & {
  /** An administrator has assigned the two to each other, and neither account is disabled. */
  readonly pairActive: boolean;
};

/**
 * Returns how many days from today another time for a lesson may lie: as far as its series reaches, at least to the end of
 * its own week, at least as far as a booking (rules §40).
 */
export function proposalHorizon(
  lesson: { readonly date: CivilDate; readonly seriesEnd: CivilDate | null },
  now: Date,
  horizonDays: number,
): number {
  const weekEnd = addDays(weekStart(lesson.date), 6);
  const last = laterDate(lesson.seriesEnd ?? weekEnd, weekEnd);
  return Math.max(horizonDays, daysBetween(today(now), last));
}

/**
 * Returns why the actor cannot propose this other block of the same teacher for the lesson, or null. `pair-inactive`:
 * planned lessons outlive a removed relation or a disabled account, but allow no moves (rules §4).
 */
export function checkProposal(
  actor: Actor,
  lesson: LessonFacts,
  slot: RescheduleFacts,
): ProposalRefusal | null {
  const refusal = lessonRefusal("propose", actor, lesson, slot.now);
  if (refusal !== null) return refusal;
  if (!slot.pairActive) return "pair-inactive";
  if (slot.date === lesson.date && slot.block === lesson.block) return "same-slot";
  return checkSlot(slot);
}

/**
 * Returns why the actor cannot accept the open proposal now, or null. The proposed block was not reserved, so it is
 * checked again. `slot` describes the proposal's date and block.
 */
export function checkAcceptance(
  actor: Actor,
  lesson: LessonFacts,
  slot: Omit<RescheduleFacts, "date" | "block">,
): ProposalRefusal | null {
  const refusal = lessonRefusal("accept", actor, lesson, slot.now);
  if (refusal !== null) return refusal;
  if (!slot.pairActive) return "pair-inactive";
  const { proposal } = lesson;
  return proposal ? checkSlot({ ...slot, date: proposal.date, block: proposal.block }) : "proposal-missing";
}

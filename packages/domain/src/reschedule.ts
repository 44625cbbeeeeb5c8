import { checkSlot, type SlotFacts, type SlotRefusal } from "./booking";
import { type LessonFacts, type LessonProposal, lessonCan } from "./lessons";
import type { Actor } from "./users";

export type ProposalRefusal = "not-allowed" | "same-slot" | "pair-inactive" | SlotRefusal;

/** A slot for a lesson that exists, and whether its two people may still agree on new times. */
export type RescheduleFacts = SlotFacts & {
  /** An administrator has assigned the two to each other, and neither account is disabled. */
  readonly pairActive: boolean;
};

/**
 * Why the actor cannot propose this other block of the same teacher for the lesson, or null. `not-allowed`: not the
 * lesson's student or teacher, not planned, already started, or a proposal is open. `pair-inactive`: planned lessons
 * outlive a removed relation or a disabled account, but allow no moves (rules §4).
 */
export function checkProposal(
  actor: Actor,
  lesson: LessonFacts,
  slot: RescheduleFacts,
): ProposalRefusal | null {
  if (!lessonCan(actor, lesson, slot.now).includes("propose")) return "not-allowed";
  if (!slot.pairActive) return "pair-inactive";
  if (slot.date === lesson.date && slot.block === lesson.block) return "same-slot";
  return checkSlot(slot);
}

/**
 * Why the actor cannot accept the open proposal now, or null. The proposed block is asked for again: it was not kept
 * free meanwhile. `slot` speaks of the proposal's date and block.
 */
export function checkAcceptance(
  actor: Actor,
  lesson: LessonFacts,
  slot: Omit<RescheduleFacts, "date" | "block">,
): ProposalRefusal | null {
  const proposal: LessonProposal | null = lesson.proposal ?? null;
  // Who may decline may answer; that the proposed hour itself has come is told by its own refusal.
  if (proposal === null || !lessonCan(actor, lesson, slot.now).includes("decline")) return "not-allowed";
  if (!slot.pairActive) return "pair-inactive";
  return checkSlot({ ...slot, date: proposal.date, block: proposal.block });
}

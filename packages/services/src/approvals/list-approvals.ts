import type { Approval, WaitingStep } from "@korki/contracts/approvals";
import { approvalDetails, approvalSentence } from "@korki/contracts/texts/approvals";
import { type ApprovalRow, listApprovalsFor, listChildrenOf, listWaiting } from "@korki/db";
import type { ActorCtx } from "../context";

/** Returns what waits for the answer of the parent who asks, as the payer, the oldest first (rules §39). */
export async function listApprovals({ db, actor, now }: ActorCtx): Promise<Approval[]> {
  return (await listApprovalsFor(db, actor.id, now())).map(toApproval);
}

/** A child's step as its payer sees it. */
function toApproval(row: ApprovalRow): Approval {
  const { id, studentId, kind, amount, until } = row;
  return { id, studentId, kind, amount, until, text: approvalSentence(row), details: approvalDetails(row) };
}

/** Returns what waits for a payer of the student or the children of the caller, or of lessons with the teacher. */
export async function listWaitingSteps({ db, actor, now }: ActorCtx): Promise<WaitingStep[]> {
  if (actor.role === "Teacher") return listWaiting(db, { teacherId: actor.id }, now());
  const studentIds =
    actor.role === "Parent" ? (await listChildrenOf(db, actor.id)).map(({ id }) => id) : [actor.id];
  return listWaiting(db, { studentIds }, now());
}

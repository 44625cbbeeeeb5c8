import type { ProposalRef } from "@korki/contracts/lessons";
import { type LessonRecord, resolveProposal, type Tx } from "@korki/db";
import { lessonCan } from "@korki/domain";
import type { ActorCtx } from "../context";
import { changeLesson } from "./change-lesson";
import { actionRefused, changedMeanwhile } from "./lesson-refusals";
import { loadLessonWithProposal } from "./load-proposal";

/** Ends an open proposal without moving the lesson. Answers with the lesson before and after. */
export async function closeProposal(
  tx: Tx,
  ctx: ActorCtx,
  ref: ProposalRef,
  action: "decline" | "withdraw",
): Promise<{ before: LessonRecord; after: LessonRecord }> {
  const { lesson, proposal } = await loadLessonWithProposal(tx, ctx, ref);
  const now = ctx.now();
  if (!lessonCan(ctx.actor, lesson, now).includes(action)) throw actionRefused(action, ctx.actor, lesson);
  const end = action === "decline" ? "declined" : "withdrawn";
  if (!(await resolveProposal(tx, proposal.id, end, now))) throw changedMeanwhile();
  const after = await changeLesson(tx, ctx, `${action}Reschedule`, lesson, {});
  return { before: lesson, after: { ...after, proposal: null } };
}

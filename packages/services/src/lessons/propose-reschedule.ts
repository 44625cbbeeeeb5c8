import type { Lesson, ProposeRescheduleInput } from "@korki/contracts/lessons";
import { insertProposal, loadSlotState, lockPair, newId, transact, violates } from "@korki/db";
import { checkProposal } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, notifiedLesson, otherSide, sideOf } from "./change-lesson";
import { actionRefused, changedMeanwhile, proposalRefused } from "./lesson-refusals";

/** One side of a planned lesson proposes another free block of the same teacher. Nothing is freed or kept by it. */
export async function proposeReschedule(
  ctx: ActorCtx,
  { date, block, ...ref }: ProposeRescheduleInput,
): Promise<Lesson> {
  try {
    return await transact(ctx.db, async (tx) => {
      const lesson = await loadLessonFor(tx, ctx, "propose", ref);
      const pair = await lockPair(tx, lesson, "shared");
      const slot = await loadSlotState(tx, { ...lesson, date, block });
      const proposerRole = sideOf(ctx.actor);
      const refusal = checkProposal(ctx.actor, lesson, {
        ...slot,
        pairActive: pair !== null && !pair.teacherDisabled && !pair.studentDisabled,
        date,
        block,
        now: ctx.now(),
        horizonDays: ctx.settings.bookingHorizonDays,
      });
      if (refusal === "not-allowed") throw actionRefused("propose", ctx.actor, lesson);
      if (refusal !== null) throw proposalRefused(refusal, proposerRole);

      const proposal = { id: newId(), date, block, createdAt: ctx.now() };
      const { id: lessonId } = lesson;
      await insertProposal(tx, { ...proposal, lessonId, proposerId: ctx.actor.id, proposerRole });
      // The lesson itself stays; its version grows, so that whoever acts on an older sight of it is told.
      const changed = await changeLesson(tx, ctx, "proposeReschedule", lesson, {});
      await notify(tx, ctx, {
        kind: "reschedule-proposed",
        to: { userId: otherSide(ctx.actor, lesson) },
        facts: {
          ...notifiedLesson(lesson),
          toDate: date,
          toBlock: block,
          proposerName: proposerRole === "Student" ? lesson.studentName : lesson.teacherName,
        },
      });
      return {
        ...changed,
        proposal: { ...proposal, by: proposerRole, createdAt: proposal.createdAt.toISOString() },
      };
    });
  } catch (error) {
    throw violates(error, "reschedule_proposals_one_open_key") ? changedMeanwhile() : error;
  }
}

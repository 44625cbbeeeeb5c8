import type { Lesson, ProposalRef } from "@korki/contracts/lessons";
import { loadSlotState, lockPair, resolveProposal, transact } from "@korki/db";
import { checkAcceptance } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, notifiedLesson, otherSide, sideOf } from "./change-lesson";
import { actionRefused, changedMeanwhile, proposalRefused, slotRaceLost } from "./lesson-refusals";
import { loadLessonWithProposal } from "./load-proposal";

/**
 * The other side agrees: the lesson moves in one update, and its old block is free from then on. The new one was not
 * kept meanwhile; if somebody has it by now, nothing changes.
 */
export async function acceptReschedule(ctx: ActorCtx, ref: ProposalRef): Promise<Lesson> {
  const side = sideOf(ctx.actor);
  try {
    return await transact(ctx.db, async (tx) => {
      const { lesson, proposal } = await loadLessonWithProposal(tx, ctx, ref);
      const pair = await lockPair(tx, lesson, "shared");
      const { date, block } = proposal;
      const now = ctx.now();
      const slot = await loadSlotState(tx, { ...lesson, date, block });
      const refusal = checkAcceptance(ctx.actor, lesson, {
        ...slot,
        pairActive: pair !== null && !pair.teacherDisabled && !pair.studentDisabled,
        now,
        horizonDays: ctx.settings.bookingHorizonDays,
      });
      if (refusal === "not-allowed") throw actionRefused("accept", ctx.actor, lesson);
      if (refusal !== null) throw proposalRefused(refusal, side);

      if (!(await resolveProposal(tx, proposal.id, "accepted", now))) throw changedMeanwhile();
      const moved = await changeLesson(tx, ctx, "acceptReschedule", lesson, {
        date,
        block,
        // Agreed anew: reminders count from here.
        ...(lesson.status === "Potwierdzona" ? { confirmedAt: now } : {}),
      });
      await notify(tx, ctx, {
        kind: "reschedule-accepted",
        to: { userId: otherSide(ctx.actor, lesson) },
        facts: { ...notifiedLesson(moved), fromDate: lesson.date, fromBlock: lesson.block },
      });
      return moved;
    });
  } catch (error) {
    throw slotRaceLost(error, side);
  }
}

import type { Lesson, ProposeRescheduleInput } from "@korki/contracts/lessons";
import {
  findLessonReach,
  insertProposal,
  loadSlotState,
  lockPair,
  newId,
  type Tx,
  transact,
  violates,
} from "@korki/db";
import { checkProposal, proposalHorizon } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, otherPerson } from "./change-lesson";
import { changedMeanwhile, proposalRefused } from "./lesson-refusals";
import { notifiedLesson } from "./notified-lesson";

/** Returns how many days from today another time for this lesson may lie. */
export async function proposalHorizonOf(tx: Tx, ctx: ActorCtx, lessonId: string): Promise<number> {
  const { bookingHorizonDays } = ctx.settings;
  const reach = await findLessonReach(tx, lessonId);
  return reach ? proposalHorizon(reach, ctx.now(), bookingHorizonDays) : bookingHorizonDays;
}

/** One side of a planned lesson proposes another free block of the same teacher. Neither block is reserved or freed. */
export async function proposeReschedule(
  ctx: ActorCtx,
  { date, block, overrideBusy, ...ref }: ProposeRescheduleInput,
): Promise<Lesson> {
  try {
    return await transact(ctx.db, async (tx) => {
      const { lesson, side: proposerRole, actor } = await loadLessonFor(tx, ctx, "propose", ref);
      const pair = await lockPair(tx, lesson, "shared");
      const slot = await loadSlotState(tx, { ...lesson, date, block }, ctx.now());
      const refusal = checkProposal(actor, lesson, {
        ...slot,
        pairActive: pair !== null && !pair.teacherDisabled && !pair.studentDisabled,
        date,
        block,
        now: ctx.now(),
        horizonDays: await proposalHorizonOf(tx, ctx, lesson.id),
        busyOutside: slot.busyOutside && !(proposerRole === "Teacher" && overrideBusy),
      });
      if (refusal !== null) throw proposalRefused(refusal, proposerRole, slot.closure);

      const proposal = { id: newId(), date, block, createdAt: ctx.now() };
      const { id: lessonId } = lesson;
      await insertProposal(tx, { ...proposal, lessonId, proposerId: ctx.actor.id, proposerRole });
      // The version grows, so that an action on an older version gets a conflict.
      const changed = await changeLesson(tx, ctx, "proposeReschedule", lesson, {});
      await notify(tx, ctx, {
        kind: "reschedule-proposed",
        to: { userId: otherPerson(proposerRole, lesson) },
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

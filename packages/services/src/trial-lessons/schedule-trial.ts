import type { ScheduleTrialInput, TrialLesson } from "@korki/contracts/trial-lessons";
import { takeHolds, transact } from "@korki/db";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { changeTrial, holdTrialTeacher, loadTrial, trialRoom, trialSlotTaken } from "./change-trial";

/**
 * An administrator gives a request a teacher, a date and a block, or moves one that is scheduled: it is `Umowiona`,
 * occupies the teacher's block and has a meeting room. Throws `conflict` where the block is taken.
 */
export async function scheduleTrial(ctx: ActorCtx, input: ScheduleTrialInput): Promise<TrialLesson> {
  const { teacherId, date, block } = input;
  try {
    return await transact(ctx.db, async (tx) => {
      await takeHolds(tx);
      await holdTrialTeacher(tx, teacherId);
      const trial = await loadTrial(tx, input);
      const stays = trial.teacher?.id === teacherId && trial.date === date && trial.block === block;
      if (!stays) await askBeforeBusy(tx, ctx, input, input);
      return changeTrial(tx, ctx, "schedule", trial, {
        teacherId,
        date,
        block,
        status: "Umowiona",
        ...(stays && !input.overrideClosure ? {} : { closureOverridden: input.overrideClosure ?? false }),
        meetingLink: await trialRoom(tx, ctx, teacherId, trial.meetingLink),
      });
    });
  } catch (error) {
    throw trialSlotTaken(error);
  }
}

import type { AddTrialInput, TrialLesson } from "@korki/contracts/trial-lessons";
import { findTrialLesson, insertTrialLesson, newId, type Tx, takeHolds, transact } from "@korki/db";
import { hasStarted } from "@korki/domain";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";
import { lockTrialTeacher, trialRoom, trialSlotTaken } from "./change-trial";

/**
 * An administrator creates a trial lesson that is scheduled at once; teacher and visitor are notified of one that has not
 * started. Throws `conflict` if the block is occupied.
 */
export async function addTrial(ctx: ActorCtx, input: AddTrialInput): Promise<TrialLesson> {
  try {
    return await transact(ctx.db, (tx) => add(tx, ctx, input));
  } catch (error) {
    throw trialSlotTaken(error);
  }
}

async function add(tx: Tx, ctx: ActorCtx, input: AddTrialInput): Promise<TrialLesson> {
  const { overrideClosure, overrideBusy, ...trial } = input;
  const { teacherId, date, block, subject, level, email } = trial;
  await takeHolds(tx);
  await lockTrialTeacher(tx, teacherId);
  await askBeforeBusy(tx, ctx, trial, { overrideBusy, overrideClosure });
  const id = newId();
  const status = "Umowiona";
  await insertTrialLesson(tx, {
    ...trial,
    id,
    status,
    closureOverridden: overrideClosure ?? false,
    meetingLink: await trialRoom(tx, ctx, teacherId, ""),
    createdAt: ctx.now(),
  });
  await recordHistory(tx, ctx, {
    entity: "trialLesson",
    entityId: id,
    action: "add",
    changes: diff(null, { date, block, subject, level, status }),
    teacherId,
  });
  if (!hasStarted(date, block, ctx.now())) {
    const facts = { trialLessonId: id };
    await notify(tx, ctx, { kind: "trial-scheduled-teacher", to: { userId: teacherId }, facts });
    if (email !== "") await notify(tx, ctx, { kind: "trial-scheduled-visitor", to: { email }, facts });
  }
  const added = await findTrialLesson(tx, id);
  if (!added) throw notFound();
  return added;
}

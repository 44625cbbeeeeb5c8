import type { Page } from "@korki/contracts/paging";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import type {
  ScheduleTrialInput,
  TrialLesson,
  TrialLessonsInput,
  TrialTeacher,
  TrialTeachersInput,
  UpdateTrialInput,
} from "@korki/contracts/trial-lessons";
import {
  findTrialLesson,
  listTrialLessons,
  listTrialTeachers,
  type TrialChanges,
  type TrialLessonRow,
  type Tx,
  takeHolds,
  transact,
} from "@korki/db";
import { requireNotErased } from "../accounts/require-not-erased";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { invalidInput, notFound } from "../errors";
import { changeTrial, loadTrial, lockTrialTeacher, trialRoom, trialSlotTaken } from "./change-trial";

/** A page of trial lessons; requests that wait come first. */
export async function listTrials(ctx: ActorCtx, input: TrialLessonsInput): Promise<Page<TrialLesson>> {
  return { ...(await listTrialLessons(ctx.db, input)), page: input.page, pageSize: input.pageSize };
}

/** Throws `not_found`. */
export async function getTrial(ctx: ActorCtx, { id }: { id: string }): Promise<TrialLesson> {
  const trial = await findTrialLesson(ctx.db, id);
  if (!trial) throw notFound();
  return trial;
}

/** Who could give a trial lesson: those who want more students first; and who is free at the asked block. */
export function listTeacherCandidates(ctx: ActorCtx, input: TrialTeachersInput): Promise<TrialTeacher[]> {
  const { subject, level, date = null, block = null } = input;
  return listTrialTeachers(ctx.db, { subject, level, date, block });
}

/**
 * An administrator gives a request a teacher, a date and a block, or moves one that is scheduled: it is `Umowiona`,
 * occupies the teacher's block and has a meeting room. Throws `conflict` where the block is taken.
 */
export async function scheduleTrial(ctx: ActorCtx, input: ScheduleTrialInput): Promise<TrialLesson> {
  const { teacherId, date, block } = input;
  try {
    return await transact(ctx.db, async (tx) => {
      await takeHolds(tx);
      await lockTrialTeacher(tx, teacherId);
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

/**
 * An administrator changes a trial lesson's status or what is known of the visitor. Throws `input` where nothing
 * changes, `conflict` where the status cannot be taken from here, its block is taken by now, the teacher of one that is
 * planned again is disabled, or is busy elsewhere then and nobody said that this does not matter.
 */
export async function updateTrial(ctx: ActorCtx, input: UpdateTrialInput): Promise<TrialLesson> {
  const { id, version, overrideBusy, ...given } = input;
  try {
    return await transact(ctx.db, async (tx) => {
      const trial = await loadTrial(tx, { id, version });
      const changes = changedFields(trial, given);
      if (Object.keys(changes).length === 0) throw invalidInput(adminLessonTexts.nothingChanged);
      if (changes.status === "Umowiona" && trial.teacher) await requireNotErased(tx, [trial.teacher.id]);
      if (trial.status === "Odwolana" && changes.status === "Umowiona") {
        await takeSlotAgain(tx, ctx, trial, { overrideBusy });
      }
      const roomOf =
        changes.status === "Umowiona" && trial.meetingLink === "" ? trial.teacher?.id : undefined;
      return changeTrial(tx, ctx, "update", trial, {
        ...changes,
        ...(roomOf ? { meetingLink: await trialRoom(tx, ctx, roomOf, "") } : {}),
      });
    });
  } catch (error) {
    throw trialSlotTaken(error);
  }
}

/** Lets a trial lesson take the slot that it had, as a new one is scheduled there. */
async function takeSlotAgain(
  tx: Tx,
  ctx: ActorCtx,
  { teacher, date, block }: TrialLessonRow,
  { overrideBusy }: Pick<UpdateTrialInput, "overrideBusy">,
): Promise<void> {
  await takeHolds(tx);
  if (teacher === null || date === null || block === null) return;
  await lockTrialTeacher(tx, teacher.id);
  await askBeforeBusy(tx, ctx, { teacherId: teacher.id, date, block }, { overrideBusy });
}

function changedFields(
  trial: TrialLessonRow,
  given: Omit<UpdateTrialInput, "id" | "version" | "overrideBusy">,
): TrialChanges {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && value !== trial[field as keyof typeof given],
    ),
  );
}

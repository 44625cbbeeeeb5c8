import { lessonTexts } from "@korki/contracts/texts/lessons";
import { watchTexts } from "@korki/contracts/texts/watches";
import type { AddWatchInput, Watch, WatchesInput, WatchRef } from "@korki/contracts/watches";
import {
  countWaiting,
  deleteWatch,
  findTeacherSubjects,
  findWatch,
  insertWatch,
  listWatches,
  lockPair,
  lockWatches,
  noteOpenBlocks,
  type Tx,
  transact,
  type WatchRecord,
} from "@korki/db";
import { addDays, teaches, today, WATCH_DAYS_MAX, WATCHES_MAX } from "@korki/domain";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound, ServiceError } from "../errors";

/** Returns what the student waits for, or a parent's child (rules §34). */
export async function listOwnWatches(ctx: ActorCtx, { studentId }: WatchesInput): Promise<Watch[]> {
  const student = await studentMeant(ctx, studentId);
  const found = await listWatches(ctx.db, student, today(ctx.now()));
  return found.map(shown);
}

/**
 * Begins to wait for a slot of a teacher (rules §34). Blocks that are free now are not waited for. Throws `input` for a day
 * that is past or too far, `not_found` for somebody else's teacher, `conflict` for a fourth watch.
 */
export async function addWatch(ctx: ActorCtx, { studentId, ...wanted }: AddWatchInput): Promise<Watch> {
  const day = today(ctx.now());
  if (wanted.until < day || wanted.until > addDays(day, WATCH_DAYS_MAX)) {
    throw invalidInput(watchTexts.untilOutOfReach);
  }
  return transact(ctx.db, async (tx) => {
    const student = await studentMeant(ctx, studentId, tx);
    const { teacherId } = wanted;
    // The student's lock counts the watches of one student one after the other.
    const pair = await lockPair(tx, { studentId: student, teacherId }, "exclusive");
    if (!pair) throw new ServiceError("not_found", lessonTexts.notYourTeacher);
    if (pair.teacherDisabled) throw conflict(lessonTexts.teacherDisabled);
    if (!teaches(await findTeacherSubjects(tx, teacherId), wanted))
      throw conflict(lessonTexts.subjectNotTaught);
    if ((await listWatches(tx, student, day)).length >= WATCHES_MAX) throw conflict(watchTexts.tooMany);
    await lockWatches(tx, teacherId);
    // Who gets the lock later stands behind: a place that was told never gets worse.
    const now = ctx.now();
    const id = await insertWatch(tx, { ...wanted, studentId: student, creatorId: ctx.actor.id }, now);
    // What is free already did not become free since.
    await noteOpenBlocks(tx, teacherId, new Date(now.getTime() - 1));
    const made = await findWatch(tx, id);
    if (!made) throw notFound();
    return shown(made);
  });
}

/** Ends an own watch; what is held for it is free for the next. Throws `not_found`. */
export async function removeWatch(ctx: ActorCtx, { id }: WatchRef): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const found = await findWatch(tx, id);
    if (!found) throw notFound();
    const { actor } = ctx;
    const acting = actor.role === "Parent" ? await actFor(tx, ctx, found.studentId, "book") : ctx;
    if (studentOf(acting) !== found.studentId || !(await deleteWatch(tx, id))) throw notFound();
  });
}

/** Returns how many students wait for the teacher; not who. */
export async function countOwnWaiting(ctx: ActorCtx): Promise<{ waiting: number }> {
  return { waiting: await countWaiting(ctx.db, ctx.actor.id, today(ctx.now())) };
}

async function studentMeant(ctx: ActorCtx, studentId: string | undefined, tx?: Tx): Promise<string> {
  const student = studentOf(await actFor(tx ?? ctx.db, ctx, studentId, tx ? "book" : "see"));
  if (studentId !== undefined && studentId !== student) throw notFound();
  return student;
}

function shown(record: WatchRecord): Watch {
  const { creatorId: _, studentName: __, ...watch } = record;
  return watch;
}

import type { PlannedLessons } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { type Executor, findRole, listPlannedLessonsFrom, type PlannedLesson, type Tx } from "@korki/db";
import { hasStarted, today } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { notFound } from "../errors";
import { cancelLessons } from "../lessons/cancel-lessons";
import { lessonsCalledOff } from "../lessons/lessons-called-off";
import { notify } from "../outbox";

/** Lessons that a question about them shows; the number says how many there are. */
const SHOWN_MAX = 50;

/** Returns the planned lessons of these people that have not begun, in order. */
export async function findPlannedLessons(
  on: Executor,
  ctx: Ctx,
  userIds: readonly string[],
): Promise<PlannedLesson[]> {
  const planned = await listPlannedLessonsFrom(on, userIds, today(ctx.now()));
  return planned.filter(({ date, block }) => !hasStarted(date, block, ctx.now()));
}

/** Returns what an administrator decides on before disabling or erasing a person. Throws `not_found`. */
export async function showPlannedLessons(ctx: ActorCtx, { id }: { id: string }): Promise<PlannedLessons> {
  if ((await findRole(ctx.db, id)) === null) throw notFound();
  const planned = await findPlannedLessons(ctx.db, ctx, [id]);
  const lessons = planned.slice(0, SHOWN_MAX).map((lesson) => ({
    id: lesson.id,
    date: lesson.date,
    block: lesson.block,
    subject: lesson.subject,
    level: lesson.level,
    withName: lesson.teacherId === id ? lesson.studentName : lesson.teacherName,
  }));
  return { total: planned.length, lessons };
}

/**
 * Cancels planned lessons because these accounts are removed: a cancellation by the centre. The other people of the
 * lessons, and who pays for the students, get one message each; the accounts themselves get none.
 */
export async function cancelLessonsOf(
  tx: Tx,
  ctx: ActorCtx,
  userIds: readonly string[],
  planned: readonly PlannedLesson[],
): Promise<void> {
  if (planned.length === 0) return;
  await cancelLessons(tx, ctx, planned, "Teacher", adminPeopleTexts.cancelledByCentre);
  await notify(tx, ctx, ...(await lessonsCalledOff(tx, ctx, planned, new Set(userIds))));
}

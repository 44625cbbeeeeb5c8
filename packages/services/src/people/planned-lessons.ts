import type { PlannedLessons } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import {
  type Executor,
  findRole,
  findTrialLesson,
  listPlannedLessonsFrom,
  listPlannedTrialsFrom,
  type PlannedLesson,
  type PlannedTrial,
  type Tx,
} from "@korki/db";
import { type CivilDate, hasStarted, today } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { notFound } from "../errors";
import { cancelLessons } from "../lessons/cancel-lessons";
import { lessonsCalledOff } from "../lessons/lessons-called-off";
import { notify } from "../outbox";
import { changeTrial } from "../trial-lessons/change-trial";

/** Lessons that a question about them shows; the number says how many there are. */
const SHOWN_MAX = 50;

/** What stands in people's calendars and has not begun, each kind in order. */
export type Planned = { lessons: readonly PlannedLesson[]; trials: readonly PlannedTrial[] };

/** Returns the planned lessons and trial lessons of these people that have not begun. */
export async function findPlanned(on: Executor, ctx: Ctx, userIds: readonly string[]): Promise<Planned> {
  const now = ctx.now();
  const isAhead = ({ date, block }: { date: CivilDate; block: number }) => !hasStarted(date, block, now);
  const lessons = await listPlannedLessonsFrom(on, userIds, today(now));
  const trials = await listPlannedTrialsFrom(on, userIds, today(now));
  return { lessons: lessons.filter(isAhead), trials: trials.filter(isAhead) };
}

/** Returns what an administrator decides on before disabling or erasing a person. Throws `not_found`. */
export async function showPlannedLessons(ctx: ActorCtx, { id }: { id: string }): Promise<PlannedLessons> {
  if ((await findRole(ctx.db, id)) === null) throw notFound();
  const { lessons, trials } = await findPlanned(ctx.db, ctx, [id]);
  const shown = [
    ...lessons.map((lesson) => ({ ...lesson, isTrial: false })),
    ...trials.map((trial) => ({ ...trial, studentName: trial.visitorName, isTrial: true })),
  ]
    .sort((a, b) => (a.date === b.date ? a.block - b.block : a.date < b.date ? -1 : 1))
    .slice(0, SHOWN_MAX)
    .map((lesson) => ({
      id: lesson.id,
      date: lesson.date,
      block: lesson.block,
      subject: lesson.subject,
      level: lesson.level,
      withName: lesson.teacherId === id ? lesson.studentName : lesson.teacherName,
      isTrial: lesson.isTrial,
    }));
  return { total: lessons.length + trials.length, lessons: shown };
}

/**
 * Cancels what is planned because these accounts are removed: a cancellation by the centre. The other people of the
 * lessons, and who pays for the students, get one message each; the accounts themselves get none. Of a trial lesson its
 * teacher and its visitor are told.
 */
export async function cancelPlanned(
  tx: Tx,
  ctx: ActorCtx,
  userIds: readonly string[],
  { lessons, trials }: Planned,
): Promise<void> {
  if (lessons.length > 0) {
    await cancelLessons(tx, ctx, lessons, "Teacher", adminPeopleTexts.cancelledByCentre);
    await notify(tx, ctx, ...(await lessonsCalledOff(tx, ctx, lessons, new Set(userIds))));
  }
  for (const { id } of trials) {
    const trial = await findTrialLesson(tx, id);
    if (trial) await changeTrial(tx, ctx, "update", trial, { status: "Odwolana" });
  }
}

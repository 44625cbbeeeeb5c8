import type { LessonOutcome, RestoreLessonsInput } from "@korki/contracts/bulk";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import {
  type AdminLessonRow,
  findSlotObstacles,
  shareClosures,
  type Tx,
  takeHolds,
  transact,
} from "@korki/db";
import { isCancelled, type LessonStatus } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { askBeforeBusySlots, busySlotsText } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { isAhead, obstacleText, slotTaken } from "./lesson-placement";
import { changeManyLessons, loadManyLessons, messagePerPerson, outcomesOf } from "./many-lessons";

/**
 * An administrator takes a confirmation or a cancellation of many lessons back. A lesson that was changed since, whose slot
 * is taken or closed by now, or that would be ahead of somebody disabled or unvetted, is left alone, with its reason. Throws
 * `conflict`, and restores nothing, if a slot is taken at this very moment, or if one is busy elsewhere (rules §35). Each person
 * concerned gets one message.
 */
export async function restoreManyLessons(
  ctx: ActorCtx,
  input: RestoreLessonsInput,
): Promise<LessonOutcome[]> {
  try {
    return await transact(ctx.db, (tx) => restore(tx, ctx, input));
  } catch (error) {
    throw slotTaken(error);
  }
}

async function restore(
  tx: Tx,
  ctx: ActorCtx,
  { lessons, overrideBusy }: RestoreLessonsInput,
): Promise<LessonOutcome[]> {
  await takeHolds(tx);
  await shareClosures(tx);
  const wanted = new Map(lessons.map(({ id, status }) => [id, status]));
  const statusOf = (lesson: AdminLessonRow): LessonStatus => wanted.get(lesson.id) ?? lesson.status;
  const found = await findSlotObstacles(tx, [...wanted.keys()]);
  const obstacles = new Map(found.map((each) => [each.id, each]));
  const many = await loadManyLessons(tx, lessons, (lesson, { status }) => {
    const isUndo =
      lesson.status === "Odwolana przez nauczyciela" ||
      (lesson.status === "Potwierdzona" && status === "Nie potwierdzona");
    if (!isUndo) return lessonTexts.cannotRestore;
    if (!isCancelled(lesson.status)) return null;
    return obstacleText(obstacles.get(lesson.id), isAhead({ ...lesson, status }, ctx.now()));
  });
  const taken = many.chosen
    .filter(({ status }) => isCancelled(status))
    .map(({ teacher, date, block }) => ({ teacherId: teacher.id, date, block }));
  await askBeforeBusySlots(tx, ctx, taken, { overrideBusy }, busySlotsText(ctx));
  await changeManyLessons(tx, ctx, "restore", many.chosen, (lesson) => ({ status: statusOf(lesson) }));
  await notify(tx, ctx, ...(await messages(tx, ctx, many.chosen, statusOf)));
  return outcomesOf(lessons, many, statusOf);
}

/**
 * After a cancellation both people and who pays hear that it was taken back; after a confirmation the student that a lesson
 * ahead waits.
 */
async function messages(
  tx: Tx,
  ctx: ActorCtx,
  restored: readonly AdminLessonRow[],
  statusOf: (lesson: AdminLessonRow) => LessonStatus,
): Promise<NotificationRequest[]> {
  const ahead = restored.filter((lesson) => isAhead({ ...lesson, status: statusOf(lesson) }, ctx.now()));
  return [
    ...(await messagePerPerson(
      tx,
      ctx,
      { lessons: restored.filter(({ status }) => isCancelled(status)), tellsTeacher: true, tellsPayer: true },
      (facts, to) => ({ kind: "lessons-changed-by-admin", to, facts: { event: "restored", lessons: facts } }),
    )),
    ...(await messagePerPerson(
      tx,
      ctx,
      { lessons: ahead.filter(({ status }) => !isCancelled(status)), tellsTeacher: false, tellsPayer: false },
      (facts, to) => ({ kind: "lessons-changed-by-admin", to, facts: { event: "waiting", lessons: facts } }),
    )),
  ];
}

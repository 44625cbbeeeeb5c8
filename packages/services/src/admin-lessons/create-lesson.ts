import type { AdminLesson, CreateLessonInput } from "@korki/contracts/admin-lessons";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { findAdminLesson, insertLesson, newId, type Tx, takeHolds, transact } from "@korki/db";
import { hasStarted, INITIAL_LESSON_STATUS } from "@korki/domain";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";
import { lockTeacherAndStudent } from "../people/relate";
import { priceOf } from "../prices/get-prices";
import { requireVetted } from "../vetting/vetting";
import { requireSlot, slotTaken } from "./lesson-placement";

/**
 * An administrator creates an unconfirmed lesson. It may be in the past, and neither availability nor the booking
 * horizon applies. Throws `not_found` for people of another role, and `conflict` if one of them is busy, or disabled
 * while the lesson is ahead. Both are notified of a lesson that is ahead.
 */
export async function createLesson(ctx: ActorCtx, input: CreateLessonInput): Promise<AdminLesson> {
  requireSlot(input);
  try {
    return await transact(ctx.db, (tx) => create(tx, ctx, input));
  } catch (error) {
    throw slotTaken(error);
  }
}

async function create(tx: Tx, ctx: ActorCtx, input: CreateLessonInput): Promise<AdminLesson> {
  await takeHolds(tx);
  const { teacherId, studentId, date, block, subject, level, description } = input;
  const isPast = hasStarted(date, block, ctx.now());
  const { teacher, student } = await lockTeacherAndStudent(tx, input);
  if (teacher.isErased || student.isErased) throw conflict(adminPeopleTexts.erasedAccount);
  if (teacher.isDisabled && !isPast) throw conflict(adminLessonTexts.teacherDisabled);
  if (student.isDisabled && !isPast) throw conflict(adminLessonTexts.studentDisabled);
  if (!isPast) await requireVetted(tx, { teacherId, studentId });
  await askBeforeBusy(tx, ctx, input, input);

  const id = newId();
  const status = INITIAL_LESSON_STATUS;
  await insertLesson(tx, {
    id,
    teacherId,
    studentId,
    date,
    block,
    subject,
    level,
    title: subject,
    description,
    status,
    ...(await priceOf(tx, { studentId, teacherId, level })),
    createdAt: ctx.now(),
    closureOverridden: input.overrideClosure ?? false,
  });
  const lesson = await findAdminLesson(tx, id);
  if (!lesson) throw notFound();
  await recordHistory(tx, ctx, {
    entity: "lesson",
    entityId: id,
    action: "create",
    changes: diff(null, { date, block, subject, level, description, status }),
    teacherId,
    studentId,
  });
  if (!isPast) {
    for (const userId of [teacherId, studentId]) {
      await notify(tx, ctx, { kind: "lesson-added-by-admin", to: { userId }, facts: notifiedLesson(lesson) });
    }
  }
  return lesson;
}

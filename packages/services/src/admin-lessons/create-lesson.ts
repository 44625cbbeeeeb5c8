import type {
  AdminLesson,
  CreateLessonInput,
  LessonQuote,
  LessonQuoteInput,
} from "@korki/contracts/admin-lessons";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import {
  findAdminLesson,
  findAppliedPrice,
  insertLessons,
  loadAvailable,
  newId,
  type Tx,
  takeHolds,
  transact,
} from "@korki/db";
import { blocksFrom, DEFAULT_PRICES, hasStarted, INITIAL_LESSON_STATUS, isBlock } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";
import { lockTeacherAndStudent } from "../people/relate";
import { priceOf } from "../prices/prices";
import { requireVetted } from "../vetting/vetting";
import { requireEnabled, requireSlot, slotTaken } from "./lesson-placement";

/**
 * Returns what a lesson of this pair would cost the student and earn the teacher, and how many paid lessons the student
 * has left. Throws `not_found` for people who are no teacher and student.
 */
export async function quoteLesson(ctx: ActorCtx, input: LessonQuoteInput): Promise<LessonQuote> {
  await requirePersonOfRole(ctx, input.teacherId, "Teacher");
  await requirePersonOfRole(ctx, input.studentId, "Student");
  const [pair, available] = await Promise.all([
    findAppliedPrice(ctx.db, input),
    loadAvailable(ctx.db, input),
  ]);
  return { ...(pair ?? DEFAULT_PRICES[input.level]), available };
}

/**
 * An administrator creates an unconfirmed lesson, or a double one: both blocks or none, and the earlier lesson is returned
 * (rules §34). It may be in the past, and neither availability nor the booking horizon applies. Throws `not_found` for
 * people of another role, and `conflict` if one of them is busy, or disabled while the lesson is ahead. Both are notified
 * of a lesson that is ahead.
 */
export async function createLesson(ctx: ActorCtx, input: CreateLessonInput): Promise<AdminLesson> {
  requireSlot(input);
  if (!isBlock(input.block + (input.blocks ?? 1) - 1)) throw invalidInput(lessonTexts.noNextBlock);
  try {
    return await transact(ctx.db, (tx) => create(tx, ctx, input));
  } catch (error) {
    throw slotTaken(error);
  }
}

async function create(tx: Tx, ctx: ActorCtx, input: CreateLessonInput): Promise<AdminLesson> {
  await takeHolds(tx);
  const { teacherId, studentId, date, block, subject, level, description, blocks = 1 } = input;
  const isPast = hasStarted(date, block + blocks - 1, ctx.now());
  const people = await lockTeacherAndStudent(tx, input);
  if (people.teacher.isErased || people.student.isErased) throw conflict(adminPeopleTexts.erasedAccount);
  if (!isPast) requireEnabled(people);
  if (!isPast) await requireVetted(tx, { teacherId, studentId });
  const pairId = blocks === 2 ? newId() : null;
  const days = blocksFrom(block, blocks).map((each) => ({ id: newId(), date, block: each, pairId }));
  for (const day of days) await askBeforeBusy(tx, ctx, { teacherId, ...day }, input);

  const status = INITIAL_LESSON_STATUS;
  await insertLessons(
    tx,
    {
      teacherId,
      studentId,
      block,
      subject,
      level,
      title: subject,
      description,
      status,
      ...(await priceOf(tx, { studentId, teacherId, level })),
      createdAt: ctx.now(),
      closureOverridden: input.overrideClosure ?? false,
    },
    days,
  );
  const lesson = await findAdminLesson(tx, days[0]?.id ?? "");
  if (!lesson) throw notFound();
  await recordHistory(
    tx,
    ctx,
    ...days.map(({ id, block: each }) => ({
      entity: "lesson" as const,
      entityId: id,
      action: "create" as const,
      changes: diff(null, { date, block: each, subject, level, description, status }),
      teacherId,
      studentId,
    })),
  );
  if (!isPast) {
    const facts = notifiedLesson({ ...lesson, blocks });
    for (const userId of [teacherId, studentId]) {
      await notify(tx, ctx, { kind: "lesson-added-by-admin", to: { userId }, facts });
    }
  }
  return lesson;
}

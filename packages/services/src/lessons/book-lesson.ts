import type { Consequence } from "@korki/contracts/consequence";
import type { BookLessonInput, Lesson } from "@korki/contracts/lessons";
import { commonTexts } from "@korki/contracts/texts/common";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import {
  type HeldPair,
  insertBooking,
  loadAvailable,
  loadSlotState,
  lockPair,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import {
  blocksFrom,
  checkBooking,
  DEFAULT_PRICES,
  INITIAL_LESSON_STATUS,
  isBlock,
  type PriceRate,
} from "@korki/domain";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { forbidden, invalidInput } from "../errors";
import { diff, historyEntries } from "../history";
import { consequenceOfBooking } from "../money/consequences";
import { bookingStopped } from "../money/require-booking";
import { notificationRows } from "../outbox";
import { goesToLine } from "../watches/pass-holds";
import { bookingRefused, slotRaceLost } from "./lesson-refusals";
import { notifiedLesson } from "./notified-lesson";

/**
 * A student books a lesson, or a parent for a child (rules §§4, 15); a double one both blocks or none (rules §34), and the
 * earlier lesson is returned. Locks both people and their relation until the
 * transaction ends, so that no account is disabled, no relation removed and no availability changed in between. The
 * database decides who gets the block.
 */
export async function bookLesson(ctx: ActorCtx, input: BookLessonInput): Promise<Lesson> {
  try {
    return await transact(ctx.db, (tx) => book(tx, ctx, input));
  } catch (error) {
    throw slotRaceLost(error, "Student");
  }
}

/** Returns what a booking would mean, and refuses it as `bookLesson` would. Nothing is reserved. */
export async function previewBooking(ctx: ActorCtx, input: BookLessonInput): Promise<Consequence> {
  const { date, block, subject, level } = input;
  return transact(ctx.db, async (tx) => {
    const { studentId, price } = await checkedBooking(tx, ctx, input);
    const lessons = input.blocks ?? 1;
    return consequenceOfBooking(tx, ctx, {
      studentId,
      subject,
      level,
      price: price.price,
      date,
      block,
      lessons,
    });
  });
}

type CheckedBooking = { studentId: string; pair: HeldPair; price: PriceRate };

/** Locks both people and throws what stands against the booking (rules §4). */
async function checkedBooking(tx: Tx, ctx: ActorCtx, input: BookLessonInput): Promise<CheckedBooking> {
  const { teacherId, date, subject, level, blocks = 1 } = input;
  const { bookingHorizonDays: horizonDays, bookingRequiresPrepaid: requiresPrepaid } = ctx.settings;
  if (!isBlock(input.block + blocks - 1)) throw invalidInput(lessonTexts.noNextBlock);
  const studentId = studentOf(await actFor(tx, ctx, input.studentId, "book"));
  const now = ctx.now();

  const pair = await lockPair(tx, { studentId, teacherId }, requiresPrepaid ? "exclusive" : "shared");
  if (pair?.studentDisabled) throw forbidden(commonTexts.accountDisabled);
  const available = requiresPrepaid ? await loadAvailable(tx, { studentId, subject, level }) : 0;
  let price = DEFAULT_PRICES[level];
  for (const [index, block] of blocksFrom(input.block, blocks).entries()) {
    const slot = await loadSlotState(tx, { teacherId, studentId, date, block, level }, now);
    if (pair && slot.bookingStopped) throw bookingStopped();
    const mayGoToLine = slot.watched && !slot.teacherBusy;
    const isForLine = mayGoToLine && (await goesToLine(tx, ctx, { teacherId, studentId, date, block }));
    const refusal = checkBooking({
      actorId: studentId,
      studentId: input.studentId ?? studentId,
      assigned: pair !== null,
      teacherDisabled: pair?.teacherDisabled ?? false,
      teacherSubjects: slot.subjects,
      subject,
      level,
      ...slot,
      teacherBusy: slot.teacherBusy || isForLine,
      date,
      block,
      now,
      horizonDays,
      requiresPrepaid,
      available: available - index,
    });
    if (refusal !== null) throw bookingRefused(refusal, slot.closure);
    price = slot.price ?? price;
  }
  if (pair === null) throw bookingRefused("not-your-teacher", null);
  return { studentId, pair, price };
}

async function book(tx: Tx, ctx: ActorCtx, input: BookLessonInput): Promise<Lesson> {
  const { teacherId, date, block, subject, level, description, blocks = 1 } = input;
  const { studentId, pair, price } = await checkedBooking(tx, ctx, input);
  const now = ctx.now();
  const lesson = {
    id: newId(),
    teacherId,
    studentId,
    date,
    block,
    subject,
    level,
    title: subject,
    description,
    status: INITIAL_LESSON_STATUS,
  } satisfies Partial<Lesson>;
  const pairId = blocks === 2 ? newId() : null;
  const days = blocksFrom(block, blocks).map((each, index) => ({
    id: index === 0 ? lesson.id : newId(),
    date,
    block: each,
    pairId,
  }));
  const booked: Lesson = {
    ...lesson,
    teacherName: pair.teacherName,
    studentName: pair.studentName,
    studentContactId: pair.studentContactId,
    cancelMessage: null,
    meetingLink: "",
    version: 0,
    createdAt: now.toISOString(),
    seriesId: null,
    pairId,
    partnerBlock: blocks === 2 ? block + 1 : null,
    partnerStatus: blocks === 2 ? lesson.status : null,
    closureOverridden: false,
    proposal: null,
    charged: false,
    lateDecision: null,
    outcomeAt: null,
  };
  await insertBooking(tx, {
    shared: { ...lesson, ...price, createdAt: now },
    days,
    history: historyEntries(
      ctx,
      days.map(({ id, block: each }) => ({
        entity: "lesson",
        entityId: id,
        action: "book",
        changes: diff(null, { date, block: each, subject, level, description, status: lesson.status }),
        teacherId,
        studentId,
      })),
    ),
    notifications: notificationRows(ctx, [
      {
        kind: "lesson-booked",
        to: { userId: teacherId },
        facts: { ...notifiedLesson({ ...booked, blocks }), description },
      },
    ]),
  });
  return booked;
}

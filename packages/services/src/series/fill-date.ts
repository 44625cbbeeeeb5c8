import type { Lesson } from "@korki/contracts/lessons";
import type { FillDateInput } from "@korki/contracts/series";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { seriesTexts } from "@korki/contracts/texts/series";
import {
  deleteSkip,
  findLesson,
  findSeries,
  loadSeriesSlots,
  lockSeries,
  type SeriesPeople,
  type SeriesRecord,
  type Tx,
  takeHolds,
  transact,
  updateSeries,
} from "@korki/db";
import {
  type BlockSpan,
  blocksFrom,
  DEFAULT_PRICES,
  isBlock,
  type LessonSide,
  outcomeOf,
  type SkipOutcome,
  type SlotRefusal,
} from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { conflict, invalidInput } from "../errors";
import { diff, recordHistory } from "../history";
import { lessonNotFound, slotRaceLost, slotRefused } from "../lessons/lesson-refusals";
import { notifiedLesson } from "../lessons/notified-lesson";
import { requireBookingAllowed } from "../money/require-booking";
import { requireEnoughPrepaid } from "../money/require-prepaid";
import { notify } from "../outbox";
import { goesToLine } from "../watches/pass-holds";
import { addLessons } from "./add-lessons";
import { requireAgreed, requirePeople } from "./plan-series";
import { recordSeries } from "./record-series";
import { newLessonStatus, requireSide } from "./series-people";

/**
 * Fills a skipped date of a series with a slot of the person's choice, of a double lesson with two. Throws `conflict` if it
 * is not skipped, or if a move of the series that waits for its answer reaches it (rules §40).
 */
export async function fillDate(ctx: ActorCtx, input: FillDateInput): Promise<Lesson> {
  try {
    return await transact(ctx.db, (tx) => fill(tx, ctx, input));
  } catch (error) {
    throw slotRaceLost(error, ctx.actor.role === "Teacher" ? "Teacher" : "Student");
  }
}

async function fill(tx: Tx, ctx: ActorCtx, input: FillDateInput): Promise<Lesson> {
  const { skippedDate, date, block } = input;
  const found = await requireSide(tx, ctx, await findSeries(tx, input.seriesId));
  if (found.side !== "Admin") await requireBookingAllowed(tx, found.series.studentId);
  const isLimited = found.side === "Student" && ctx.settings.bookingRequiresPrepaid;
  const lock = isLimited ? "exclusive" : "shared";
  const people = await requirePeople(tx, { ...found.series, side: found.side }, lock);
  const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, input.seriesId));
  // The move would add a second lesson in that week.
  if (series.move && skippedDate >= series.move.from) throw conflict(seriesTexts.moveWaits);
  await requireAgreed(tx, side, series, skippedDate);
  if (!(await deleteSkip(tx, series.id, skippedDate))) throw conflict(seriesTexts.notSkipped);
  const { blocks } = series;
  if (!isBlock(block + blocks - 1)) throw invalidInput(lessonTexts.noNextBlock);
  if (isLimited) await requireEnoughPrepaid(tx, series, blocks);

  if (side === "Admin") await takeHolds(tx);
  await requireFree(tx, ctx, { series, side, people }, input);
  const { teacherId, studentId, subject, level, description } = series;
  const status = newLessonStatus(side);
  const price = people.price ?? DEFAULT_PRICES[level];
  const dates = [{ date, block, seriesDate: skippedDate }];
  const lessons = await addLessons(tx, ctx, series, dates, { price, status });
  await updateSeries(tx, series.id, {});
  await recordHistory(
    tx,
    ctx,
    ...lessons.map((added) => ({
      entity: "lesson" as const,
      entityId: added.id,
      action: "book" as const,
      teacherId,
      studentId,
      changes: diff(null, { date, block: added.block, subject, level, description, status }),
    })),
  );
  await recordSeries(tx, ctx, series, "fill", { date, block }, { date: skippedDate });
  const lesson = await findLesson(tx, lessons[0]?.id ?? "");
  if (!lesson) throw lessonNotFound();
  await notify(tx, ctx, ...noticesOf({ ...lesson, blocks }, side, series));
  return lesson;
}

const REFUSALS: Record<Exclude<SkipOutcome, "left-out">, SlotRefusal> = {
  past: "in-the-past",
  closed: "closed",
  "teacher-absent": "teacher-absent",
  "teacher-busy": "teacher-busy",
  "student-busy": "student-busy",
  "outside-availability": "outside-availability",
};

/** Throws `conflict` if a slot that the lesson wants is not free. */
async function requireFree(
  tx: Tx,
  ctx: ActorCtx,
  { series, side, people }: { series: SeriesRecord; side: LessonSide; people: SeriesPeople },
  input: FillDateInput,
): Promise<void> {
  const { date, block } = input;
  const { teacherId, studentId, blocks } = series;
  const wanted = blocksFrom(block, blocks).map((each) => ({ teacherId, date, block: each, lessonId: null }));
  const free = { heldAt: ctx.now(), takesHolds: side === "Admin" };
  for (const found of await loadSeriesSlots(tx, studentId, wanted, free)) {
    const isAsked = side !== "Student" && !found.teacherBusy;
    if (isAsked) {
      const text = side === "Teacher" ? outsideCalendarTexts.ownBusy : outsideCalendarTexts.busy;
      await askBeforeBusy(tx, ctx, { teacherId, date, block: found.block }, input, text);
    }
    const slot = { ...found, busyOutside: found.busyOutside && !isAsked };
    const known = outcomeOf(slot, { ...people, now: ctx.now(), isAdmin: side === "Admin" });
    const isOpen = known === "free" && side !== "Admin" && !found.busyOutside;
    const isForLine =
      isOpen && (await goesToLine(tx, ctx, { teacherId, studentId, date, block: found.block }));
    const outcome = isForLine ? "teacher-busy" : known;
    if (outcome === "free") continue;
    if (side === "Admin" && outcome === "teacher-busy") throw conflict(adminLessonTexts.teacherBusy);
    if (side === "Admin" && outcome === "student-busy") throw conflict(adminLessonTexts.studentBusy);
    throw slotRefused(REFUSALS[outcome], side === "Teacher" ? "Teacher" : "Student", slot.closure);
  }
}

function noticesOf(
  filled: Lesson & { blocks: BlockSpan },
  side: LessonSide,
  { teacherId, studentId, description }: SeriesRecord,
): NotificationRequest[] {
  const facts = notifiedLesson(filled);
  if (side === "Student")
    return [{ kind: "lesson-booked", to: { userId: teacherId }, facts: { ...facts, description } }];
  if (side === "Teacher") return [{ kind: "lesson-confirmed", to: { userId: studentId }, facts }];
  return [teacherId, studentId].map((userId) => ({ kind: "lesson-added-by-admin", to: { userId }, facts }));
}

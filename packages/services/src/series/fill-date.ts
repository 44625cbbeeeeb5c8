import type { Lesson } from "@korki/contracts/lessons";
import type { FillDateInput } from "@korki/contracts/series";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { seriesTexts } from "@korki/contracts/texts/series";
import {
  deleteSkip,
  findLesson,
  findSeries,
  insertLessons,
  loadSeriesSlots,
  newId,
  type Tx,
  transact,
  updateSeries,
} from "@korki/db";
import { DEFAULT_PRICES, outcomeOf, type SkipOutcome, type SlotRefusal } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { requireBookingAllowed } from "../bills/require-booking";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { diff, recordHistory } from "../history";
import { lessonNotFound, slotRaceLost, slotRefused } from "../lessons/lesson-refusals";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";
import { requirePeople } from "./plan-series";
import { recordSeries } from "./record-series";
import { requireEnoughPrepaid } from "./require-prepaid";
import { newLessonStatus, requireSide } from "./series-people";

/** Fills a skipped date of a series with a slot of the person's choice. Throws `conflict` if it is not skipped. */
export async function fillDate(ctx: ActorCtx, input: FillDateInput): Promise<Lesson> {
  try {
    return await transact(ctx.db, (tx) => fill(tx, ctx, input));
  } catch (error) {
    throw slotRaceLost(error, ctx.actor.role === "Teacher" ? "Teacher" : "Student");
  }
}

async function fill(tx: Tx, ctx: ActorCtx, input: FillDateInput): Promise<Lesson> {
  const { skippedDate, date, block } = input;
  const { series, side } = await requireSide(tx, ctx, await findSeries(tx, input.seriesId));
  if (side !== "Admin") await requireBookingAllowed(tx, series.studentId);
  const isLimited = side === "Student" && ctx.settings.bookingRequiresPrepaid;
  const people = await requirePeople(tx, { ...series, side }, isLimited ? "exclusive" : "shared");
  if (!(await deleteSkip(tx, series.id, skippedDate))) throw conflict(seriesTexts.notSkipped);
  if (isLimited) await requireEnoughPrepaid(tx, series, 1);

  const { teacherId, studentId, subject, level, description } = series;
  const [found] = await loadSeriesSlots(tx, studentId, [{ teacherId, date, block, lessonId: null }]);
  const isAsked = side !== "Student" && found?.teacherBusy === false;
  if (isAsked) {
    const text = side === "Teacher" ? outsideCalendarTexts.ownBusy : outsideCalendarTexts.busy;
    await askBeforeBusy(tx, ctx, { teacherId, date, block }, input, text);
  }
  const slot = found && { ...found, busyOutside: found.busyOutside && !isAsked };
  const outcome = slot ? outcomeOf(slot, { ...people, now: ctx.now(), isAdmin: side === "Admin" }) : "free";
  if (outcome !== "free") {
    if (side === "Admin" && outcome === "teacher-busy") throw conflict(adminLessonTexts.teacherBusy);
    if (side === "Admin" && outcome === "student-busy") throw conflict(adminLessonTexts.studentBusy);
    throw slotRefused(REFUSALS[outcome], side === "Teacher" ? "Teacher" : "Student", slot?.closure ?? null);
  }
  const id = newId();
  const status = newLessonStatus(side);
  const shared = {
    ...{ teacherId, studentId, block, subject, level, title: subject, description, status },
    ...(people.price ?? DEFAULT_PRICES[level]),
    ...{ createdAt: ctx.now(), confirmedAt: status === "Potwierdzona" ? ctx.now() : null },
    ...{ seriesId: series.id, seriesBlock: series.block },
  };
  await insertLessons(tx, shared, [{ id, date, seriesDate: skippedDate }]);
  await updateSeries(tx, series.id, {});
  const changes = diff(null, { date, block, subject, level, description, status });
  await recordHistory(tx, ctx, {
    entity: "lesson",
    entityId: id,
    action: "book",
    changes,
    teacherId,
    studentId,
  });
  await recordSeries(tx, ctx, series, "fill", { date, block }, { date: skippedDate });
  const lesson = await findLesson(tx, id);
  if (!lesson) throw lessonNotFound();
  await notify(tx, ctx, ...notices(lesson));
  return lesson;

  function notices(filled: Lesson): NotificationRequest[] {
    const facts = notifiedLesson(filled);
    if (side === "Student")
      return [{ kind: "lesson-booked", to: { userId: teacherId }, facts: { ...facts, description } }];
    if (side === "Teacher") return [{ kind: "lesson-confirmed", to: { userId: studentId }, facts }];
    return [teacherId, studentId].map((userId) => ({ kind: "lesson-added-by-admin", to: { userId }, facts }));
  }
}

const REFUSALS: Record<Exclude<SkipOutcome, "left-out">, SlotRefusal> = {
  past: "in-the-past",
  closed: "closed",
  "teacher-absent": "teacher-absent",
  "teacher-busy": "teacher-busy",
  "student-busy": "student-busy",
  "outside-availability": "outside-availability",
};

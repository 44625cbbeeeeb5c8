import type { ChildRef } from "@korki/contracts/families";
import * as field from "@korki/contracts/fields";
import type {
  AvailableLessons,
  Lesson,
  LessonPage,
  LessonRef,
  LessonWeek,
  MyLessonsInput,
  OwnLessonsInput,
  ScheduledTrial,
  WeekInput,
} from "@korki/contracts/lessons";
import type { Page } from "@korki/contracts/paging";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  countOpenProposals,
  type LessonOwner,
  type LessonPosition,
  listChildrenOf,
  listLessons,
  listLessonsBetween,
  listNewestLessons,
  listTrialsBetween,
  loadBalance,
} from "@korki/db";
import {
  addDays,
  type CivilDate,
  isBlock,
  isCivilDate,
  monthBounds,
  sortBalance,
  today,
  weekStart,
} from "@korki/domain";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";
import { loadOwnLesson } from "./change-lesson";

const WEEK_DAYS = 7;

/** Returns one page of the actor's own planned, finished or delivered lessons. */
export async function listMyLessons(ctx: ActorCtx, input: MyLessonsInput): Promise<LessonPage> {
  const { group, day, month, year, subject, level, limit, cursor, studentId } = input;
  const found = await listLessons(ctx.db, {
    owner: await ownerFor(ctx, studentId),
    group,
    order: input.order ?? (group === "planned" ? "asc" : "desc"),
    ...datesOf(year, month),
    dayOfMonth: day,
    month,
    subject,
    level,
    after: cursor ? positionOf(cursor) : undefined,
    limit: limit + 1,
  });
  const lessons = found.slice(0, limit);
  const last = lessons.at(-1);
  return { lessons, nextCursor: found.length > limit && last ? cursorOf(last) : null };
}

/** Returns one long page of the actor's own lessons: the planned ones and the newest finished ones, by date. */
export async function listMyNewestLessons(
  ctx: ActorCtx,
  { page, pageSize, studentId }: OwnLessonsInput,
): Promise<Page<Lesson>> {
  const part = { limit: pageSize, offset: (page - 1) * pageSize };
  const { lessons, total } = await listNewestLessons(ctx.db, await ownerFor(ctx, studentId), part);
  return { items: lessons, total, page, pageSize };
}

/** Returns seven days of the actor's own calendar; trial lessons are in a teacher's only. */
export async function listMyWeek(ctx: ActorCtx, { from, studentId }: WeekInput): Promise<LessonWeek> {
  const owner = await ownerFor(ctx, studentId);
  const to = addDays(from, WEEK_DAYS);
  const [lessons, trials] = await Promise.all([
    listLessonsBetween(ctx.db, owner, from, to),
    ctx.actor.role === "Teacher" ? listTrialsBetween(ctx.db, ctx.actor.id, from, to) : [],
  ]);
  return { lessons, trials };
}

/** Returns the trial lessons that a teacher has agreed to hold, from today to the end of next week, in order. */
export async function listUpcomingTrials(ctx: ActorCtx): Promise<ScheduledTrial[]> {
  const day = today(ctx.now());
  const trials = await listTrialsBetween(ctx.db, ctx.actor.id, day, addDays(weekStart(day), 2 * WEEK_DAYS));
  return trials.filter(({ status }) => status === "Umowiona");
}

/** Counts the actor's planned lessons for which the other side has proposed another time. */
export async function countWaitingProposals(ctx: ActorCtx): Promise<number> {
  return countOpenProposals(ctx.db, await ownerFor(ctx, undefined));
}

/**
 * Returns as whom the actor lists lessons: a teacher with one student if one is named, a parent as one child, or as all
 * children if none is named. Throws `not_found` for another person's child.
 */
export async function ownerFor(ctx: ActorCtx, studentId: string | undefined): Promise<LessonOwner> {
  const { actor, db } = ctx;
  if (actor.role === "Teacher") return { role: "Teacher", id: actor.id, withStudent: studentId };
  if (actor.role !== "Parent") return { role: "Student", id: actor.id };
  if (studentId === undefined) {
    const children = await listChildrenOf(db, actor.id);
    return { role: "Student", id: children.map(({ id }) => id) };
  }
  return { role: "Student", id: studentOf(await actFor(db, ctx, studentId, "see")) };
}

/** Returns the range of dates of a year, with or without a month; a month alone is no range. */
function datesOf(year?: number, month?: number): { from?: CivilDate; to?: CivilDate } {
  if (year === undefined) return {};
  if (month !== undefined) return monthBounds({ year, month });
  return { from: monthBounds({ year, month: 1 }).from, to: monthBounds({ year, month: 12 }).to };
}

function cursorOf({ date, block, id }: LessonPosition): string {
  return `${date}.${block}.${id}`;
}

function positionOf(cursor: string): LessonPosition {
  const [date, block, id, ...rest] = cursor.split(".");
  const index = Number(block);
  if (!isCivilDate(date) || !isBlock(index) || !field.id.safeParse(id).success || rest.length > 0) {
    throw invalidInput(commonTexts.invalidInput);
  }
  return { date, block: index, id: id ?? "" };
}

/** Finds one of the actor's own lessons, or of a parent's children. Throws `not_found` for all others. */
export async function getLesson(ctx: ActorCtx, { lessonId }: LessonRef): Promise<Lesson> {
  return (await loadOwnLesson(ctx.db, ctx, lessonId, "see")).lesson;
}

/** Returns how many lessons the student has left, per subject and level (rules §14). */
export async function countAvailableLessons(
  ctx: ActorCtx,
  { studentId }: ChildRef,
): Promise<AvailableLessons[]> {
  const acting = await actFor(ctx.db, ctx, studentId, "see");
  return sortBalance(await loadBalance(ctx.db, studentOf(acting)));
}

import * as field from "@korki/contracts/fields";
import type {
  Lesson,
  LessonPage,
  LessonWeek,
  MyLessonsInput,
  OwnLessonsInput,
} from "@korki/contracts/lessons";
import type { Page } from "@korki/contracts/paging";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  type LessonOwner,
  type LessonPosition,
  listLessons,
  listLessonsBetween,
  listNewestLessons,
  listTrialsBetween,
} from "@korki/db";
import { addDays, type CivilDate, isBlock, isCivilDate, monthBounds } from "@korki/domain";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

const WEEK_DAYS = 7;

/** Returns one page of the actor's own planned or finished lessons. */
export async function listMyLessons(ctx: ActorCtx, input: MyLessonsInput): Promise<LessonPage> {
  const { group, day, month, year, limit, cursor } = input;
  const found = await listLessons(ctx.db, {
    owner: ownerOf(ctx),
    group,
    order: input.order ?? (group === "planned" ? "asc" : "desc"),
    ...datesOf(year, month),
    dayOfMonth: day,
    month,
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
  { page, pageSize }: OwnLessonsInput,
): Promise<Page<Lesson>> {
  const part = { limit: pageSize, offset: (page - 1) * pageSize };
  const { lessons, total } = await listNewestLessons(ctx.db, ownerOf(ctx), part);
  return { items: lessons, total, page, pageSize };
}

/** Returns seven days of the actor's own calendar; trial lessons are in a teacher's only. */
export async function listMyWeek(ctx: ActorCtx, { from }: { from: CivilDate }): Promise<LessonWeek> {
  const to = addDays(from, WEEK_DAYS);
  const [lessons, trials] = await Promise.all([
    listLessonsBetween(ctx.db, ownerOf(ctx), from, to),
    ctx.actor.role === "Teacher" ? listTrialsBetween(ctx.db, ctx.actor.id, from, to) : [],
  ]);
  return { lessons, trials };
}

/** Returns as whom the actor owns lessons. */
export function ownerOf({ actor }: Pick<ActorCtx, "actor">): LessonOwner {
  return { id: actor.id, role: actor.role === "Teacher" ? "Teacher" : "Student" };
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

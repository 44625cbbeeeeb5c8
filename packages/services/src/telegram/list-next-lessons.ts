import { type LessonRecord, listLessons } from "@korki/db";
import { hasEnded, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ownerFor } from "../lessons/list-lessons";

const SHOWN = 5;
/** Lessons of today that are over stand before those to come. */
const LOOKED_AT = 20;

/** The next planned lessons of a student, a teacher or a parent's children, the nearest first; one that is going on counts. */
export async function listNextLessons(ctx: ActorCtx): Promise<LessonRecord[]> {
  const now = ctx.now();
  const lessons = await listLessons(ctx.db, {
    owner: await ownerFor(ctx, undefined),
    group: "planned",
    order: "asc",
    from: today(now),
    limit: LOOKED_AT,
  });
  return lessons.filter(({ date, block }) => !hasEnded(date, block, now)).slice(0, SHOWN);
}

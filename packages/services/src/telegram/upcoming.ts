import {
  findHomeworkBefore,
  type HomeworkBefore,
  type LessonRecord,
  listLessons,
  listReports,
  type ReportRow,
} from "@korki/db";
import { hasEnded, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ownerFor } from "../lessons/read-lessons";

const SHOWN = 5;
/** Lessons of today that are over stand before those to come. */
const LOOKED_AT = 20;

/**
 * The next planned lessons of a student, a teacher or a parent's children, the nearest first; one that is going on counts.
 */
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

/** Returns a student's open homework, the newest first; for other roles an empty list. */
export async function listOpenHomework({ db, actor }: ActorCtx): Promise<ReportRow[]> {
  if (actor.role !== "Student") return [];
  const open = { studentId: actor.id, openHomework: true, page: 1, pageSize: SHOWN };
  return (await listReports(db, open)).items;
}

/** Returns the homework set before each of these lessons of a teacher, by lesson. */
export async function homeworkByLesson(
  { db, actor }: ActorCtx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, HomeworkBefore>> {
  if (actor.role !== "Teacher") return new Map();
  const found = await findHomeworkBefore(db, lessonIds);
  return new Map(found.map((homework) => [homework.lessonId, homework]));
}

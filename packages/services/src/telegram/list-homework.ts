import { findHomeworkBefore, type HomeworkBefore, listReports, type ReportRow } from "@korki/db";
import type { ActorCtx } from "../context";

const SHOWN = 5;

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

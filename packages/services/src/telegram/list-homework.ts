import { findHomeworkBefore, type HomeworkBefore, listReports, type ReportRow } from "@korki/db";
import type { ActorCtx } from "../context";

const SHOWN = 5;

/** Returns a student's homework that is not ticked yet, the newest first; nobody else has any. */
export async function listOpenHomework({ db, actor }: ActorCtx): Promise<ReportRow[]> {
  if (actor.role !== "Student") return [];
  const open = { studentId: actor.id, openHomework: true, page: 1, pageSize: SHOWN };
  return (await listReports(db, open)).items;
}

/** Returns the homework that a teacher looks at in each of these own lessons, by lesson. */
export async function homeworkByLesson(
  { db, actor }: ActorCtx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, HomeworkBefore>> {
  if (actor.role !== "Teacher") return new Map();
  const found = await findHomeworkBefore(db, lessonIds);
  return new Map(found.map((homework) => [homework.lessonId, homework]));
}

import { findTeacherSubjects } from "@korki/db";
import { bySubjectLevel, type TeacherSubject } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";

/** What a teacher teaches. Throws `not_found` for anybody who is no teacher. */
export async function getTeacherSubjects(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<{ subjects: TeacherSubject[] }> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return { subjects: (await findTeacherSubjects(ctx.db, teacherId)).sort(bySubjectLevel) };
}

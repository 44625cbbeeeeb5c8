import type { SaveTeacherSubjectsInput } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { commonTexts } from "@korki/contracts/texts/common";
import { levelTexts } from "@korki/contracts/texts/statuses";
import { findTeacherSubjects, lockAccount, replaceTeacherSubjects, transact } from "@korki/db";
import { bySubjectLevel, subjectLevelKey, type TeacherSubject } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { diff, recordHistory } from "../history";

/** What a teacher teaches. Throws `not_found` for anybody who is no teacher. */
export async function getTeacherSubjects(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<{ subjects: TeacherSubject[] }> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return { subjects: (await findTeacherSubjects(ctx.db, teacherId)).sort(bySubjectLevel) };
}

/**
 * An administrator says what a teacher teaches; a pair named twice counts once. Lessons that stand already are not
 * touched. Throws `not_found` for anybody who is no teacher, and `conflict` where the list is not the edited one any
 * more.
 */
export async function saveTeacherSubjects(
  ctx: ActorCtx,
  { teacherId, subjects, before: edited }: SaveTeacherSubjectsInput,
): Promise<{ subjects: TeacherSubject[] }> {
  const wanted = [...new Map(subjects.map((pair) => [subjectLevelKey(pair), pair])).values()].sort(
    bySubjectLevel,
  );
  await transact(ctx.db, async (tx) => {
    // Locked, so that no booking uses the subjects that are about to change.
    const teacher = await lockAccount(tx, teacherId);
    if (teacher?.role !== "Teacher") throw notFound();
    if (teacher.isErased) throw conflict(adminPeopleTexts.erasedAccount);
    const before = await findTeacherSubjects(tx, teacherId);
    if (edited && inWords([...edited].sort(bySubjectLevel)) !== inWords(before.sort(bySubjectLevel))) {
      throw conflict(commonTexts.changedMeanwhile);
    }
    const changes = diff({ subjects: inWords(before.sort(bySubjectLevel)) }, { subjects: inWords(wanted) });
    if (Object.keys(changes).length === 0) return;
    await replaceTeacherSubjects(tx, teacherId, wanted);
    await recordHistory(tx, ctx, {
      entity: "subjects",
      entityId: teacherId,
      action: "save",
      changes,
      teacherId,
    });
  });
  return { subjects: wanted };
}

function inWords(subjects: readonly TeacherSubject[]): string {
  return subjects.map(({ subject, level }) => `${subject} (${levelTexts[level]})`).join(", ");
}

import type { Level, Subject, TeacherSubject } from "@korki/domain";
import type { Database } from "./client";
import type { Tx } from "./transaction";

/** What a teacher teaches, in no particular order. */
export async function findTeacherSubjects(db: Database | Tx, teacherId: string): Promise<TeacherSubject[]> {
  const rows = await ("prisma" in db ? db.prisma : db).teacherSubject.findMany({
    where: { teacherId },
    select: { subject: true, level: true },
  });
  return rows.map(({ subject, level }) => ({ subject: subject as Subject, level: level as Level }));
}

/** Puts these subjects in place of what the teacher taught. */
export async function replaceTeacherSubjects(
  tx: Tx,
  teacherId: string,
  subjects: readonly TeacherSubject[],
): Promise<void> {
  await tx.teacherSubject.deleteMany({ where: { teacherId } });
  await tx.teacherSubject.createMany({ data: subjects.map((pair) => ({ ...pair, teacherId })) });
}

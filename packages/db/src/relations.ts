import type { Level, Subject, SubjectLevel, TeacherSubject } from "@korki/domain";
import { contactIdOf } from "./chat-contacts";
import type { Database, Executor } from "./client";
import { appliedPrice } from "./prices";
import { query, sql } from "./sql";
import { bySurname } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A student and a teacher who are assigned to each other, as they are while the transaction holds them. */
export type HeldPair = {
  teacherName: string;
  teacherDisabled: boolean;
  studentName: string;
  studentDisabled: boolean;
  studentContactId: string | null;
};

/**
 * Locks student, teacher and their relation until the transaction ends: disabling one of them, removing the relation
 * or changing the availability waits. Returns null if they are not related.
 *
 * @param student the student's lock: `exclusive` if a balance must not be spent twice
 */
export async function lockPair(
  tx: Tx,
  { studentId, teacherId }: { studentId: string; teacherId: string },
  student: "shared" | "exclusive",
): Promise<HeldPair | null> {
  const rows = await query<HeldPair>(
    tx,
    sql`SELECT rtrim(t.name || ' ' || t.surname) AS "teacherName", t.is_disabled AS "teacherDisabled",
            rtrim(s.name || ' ' || s.surname) AS "studentName", s.is_disabled AS "studentDisabled",
            ${contactIdOf(sql`s`)} AS "studentContactId"
       FROM teaching_relations r JOIN users t ON t.id = r.teacher_id JOIN users s ON s.id = r.student_id
      WHERE r.student_id = ${studentId}::uuid AND r.teacher_id = ${teacherId}::uuid AND t.role = 'Teacher' AND s.role = 'Student'
        FOR SHARE OF r, t ${student === "exclusive" ? sql`FOR NO KEY UPDATE OF s` : sql`FOR SHARE OF s`}`,
  );
  return rows[0] ?? null;
}

export type OwnTeacherRecord = {
  id: string;
  name: string;
  surname: string;
  /** `price`: what a lesson costs the student; null: the domain's default */
  subjects: (TeacherSubject & { price: number | null })[];
};

/** A student's own teachers who are not disabled, by surname; their subjects come in no particular order. */
export async function listTeachersOf(db: Database, studentId: string): Promise<OwnTeacherRecord[]> {
  const rows = await query<OwnTeacherRecord>(
    db,
    sql`SELECT t.id, t.name, t.surname,
                  coalesce((SELECT json_agg(json_build_object('subject', ts.subject, 'level', ts.level, 'price', (
                              ${appliedPrice({ studentId, teacherId: sql`t.id`, level: sql`ts.level` })}->>'price')::int))
                              FROM teacher_subjects ts WHERE ts.teacher_id = t.id), '[]') AS subjects
             FROM teaching_relations r JOIN users t ON t.id = r.teacher_id
            WHERE r.student_id = ${studentId} AND NOT t.is_disabled ORDER BY ${bySurname(sql`t`)}`,
  );
  return rows;
}

export type OwnStudentRecord = { id: string; name: string; surname: string; email: string };

/** A teacher's own students who are not disabled, by surname. */
export async function listStudentsOf(db: Database, teacherId: string): Promise<OwnStudentRecord[]> {
  const rows = await query<OwnStudentRecord>(
    db,
    sql`SELECT s.id, s.name, s.surname, coalesce(s.email, '') AS email
             FROM teaching_relations r JOIN users s ON s.id = r.student_id
            WHERE r.teacher_id = ${teacherId} AND NOT s.is_disabled ORDER BY ${bySurname(sql`s`)}`,
  );
  return rows;
}

/** Returns what a student's teachers teach; null: the student has no teacher. */
export async function findTaught(on: Executor, studentId: string): Promise<SubjectLevel[] | null> {
  const [row] = await query<{ teachers: number; taught: SubjectLevel[] }>(
    on,
    sql`SELECT count(DISTINCT r.teacher_id)::int AS teachers,
               coalesce(json_agg(DISTINCT jsonb_build_object('subject', s.subject, 'level', s.level))
                          FILTER (WHERE s.subject IS NOT NULL), '[]') AS taught
          FROM teaching_relations r LEFT JOIN teacher_subjects s ON s.teacher_id = r.teacher_id
         WHERE r.student_id = ${studentId}::uuid`,
  );
  return row && row.teachers > 0 ? row.taught : null;
}

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

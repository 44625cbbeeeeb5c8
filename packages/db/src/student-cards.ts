import { contactIdOf } from "./chat-contacts";
import type { Database } from "./client";
import { query, sql } from "./sql";
import { bySurname } from "./sql-fragments";

/** A parent who acts for a student now. */
type CardParent = {
  id: string;
  name: string;
  surname: string;
  phone: string;
  email: string;
  isPayer: boolean;
};

export type StudentCardRow = {
  phone: string;
  phoneParent: string;
  contactId: string | null;
  parents: CardParent[];
};

/**
 * Finds how to reach a student and the parents. Null for anybody who is no student, and for a student whom this teacher
 * is not assigned to.
 *
 * @param teacherId null: an administrator asks
 */
export async function findStudentCard(
  db: Database,
  studentId: string,
  teacherId: string | null,
): Promise<StudentCardRow | null> {
  const rows = await query<StudentCardRow>(
    db,
    sql`SELECT s.phone, s.phone_parent AS "phoneParent", ${contactIdOf(sql`s`)} AS "contactId",
               coalesce((SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'surname', p.surname, 'phone', p.phone,
                                  'email', coalesce(p.email, ''), 'isPayer', g.is_payer)
                                  ORDER BY g.is_payer DESC, ${bySurname(sql`p`)})
                           FROM current_guardianships g JOIN users p ON p.id = g.parent_id
                          WHERE g.student_id = s.id), '[]') AS parents
          FROM users s
         WHERE s.id = ${studentId}::uuid AND s.role = 'Student'
           AND (${teacherId}::uuid IS NULL OR EXISTS (SELECT FROM teaching_relations r
                 WHERE r.student_id = s.id AND r.teacher_id = ${teacherId}::uuid))`,
  );
  return rows[0] ?? null;
}

import type { Role } from "@korki/domain";
import { contactIdOf } from "./chat-contacts";
import type { Database } from "./client";
import { execute, query, sql, whereAll } from "./sql";
import { bySurname, containsAll, isoTime, jsonArray, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";
import { PROFILE_COLUMNS, type ProfileRow } from "./users";

/** An account as an administrator sees it: the profile and its state; timestamps are ISO 8601 in UTC. */
export type PersonRow = ProfileRow & {
  isEmailConfirmed: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  erasedAt: string | null;
  version: number;
  createdAt: string;
  contactId: string | null;
};

export async function findPerson(db: Database, id: string): Promise<PersonRow | null> {
  const rows = await query<PersonRow>(
    db,
    sql`
      SELECT ${PROFILE_COLUMNS}, u.email_confirmed_at IS NOT NULL AS "isEmailConfirmed",
             u.password_hash IS NOT NULL AS "hasPassword",
             EXISTS (SELECT FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
               OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasSecondFactor", u.version, ${isoTime(sql`u.created_at`)} AS "createdAt",
             ${isoTime(sql`u.erased_at`)} AS "erasedAt", ${contactIdOf(sql`u`)} AS "contactId"
        FROM users u WHERE u.id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

/** Null where there is no such account. */
export async function findRole(db: Database, id: string): Promise<Role | null> {
  const rows = await query<{ role: Role }>(db, sql`SELECT role FROM users WHERE id = ${id}`);
  return rows[0]?.role ?? null;
}

/** A page of whole profiles of one role, by name; lists in them come in no particular order. */
export async function listProfiles(
  db: Database,
  role: Role,
  filter: PageQuery & { search: string },
): Promise<{ items: ProfileRow[]; total: number }> {
  const where = whereAll([sql`u.role = ${role}`, containsAll(sql`u.search_text`, filter.search)]);
  const order = bySurname(sql`u`);
  const [items, counted] = await Promise.all([
    query<ProfileRow>(
      db,
      sql`SELECT ${PROFILE_COLUMNS} FROM (SELECT * FROM users u ${where} ORDER BY ${order} ${pageClause(filter)}) u
                  ORDER BY ${order}`,
    ),
    query<{ total: number }>(db, sql`SELECT count(*)::int AS total FROM users u ${where}`),
  ]);
  return { items, total: counted[0]?.total ?? 0 };
}

/** What an administrator may edit of an account, and what the edit asks. */
export type LockedAccount = {
  id: string;
  role: Role;
  name: string;
  surname: string;
  email: string;
  phone: string;
  phoneParent: string;
  isDisabled: boolean;
  hasPassword: boolean;
  isConfirmed: boolean;
  isErased: boolean;
  version: number;
};

/** Returns the account, locked until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<LockedAccount | null> {
  const rows = await query<LockedAccount>(
    tx,
    sql`
    SELECT id, role, name, surname, coalesce(email, '') AS email, phone, phone_parent AS "phoneParent", is_disabled AS "isDisabled",
           password_hash IS NOT NULL AS "hasPassword",
           email_confirmed_at IS NOT NULL AS "isConfirmed", erased_at IS NOT NULL AS "isErased", version
      FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  return rows[0] ?? null;
}

/** Role and name of an account, locked against being disabled until the transaction ends. */
export type LockedPerson = {
  id: string;
  role: Role;
  name: string;
  surname: string;
  isDisabled: boolean;
  isErased: boolean;
};

/** These accounts, in the order of their ids, so that two transactions never lock them crosswise. */
export async function lockPeopleForShare(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedPerson>> {
  const rows = await query<LockedPerson>(
    tx,
    sql`
    SELECT u.id, u.role, u.name, u.surname, u.is_disabled AS "isDisabled",
           u.erased_at IS NOT NULL AS "isErased"
      FROM users u WHERE u.id = ANY(${ids}::uuid[]) ORDER BY u.id FOR SHARE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns whether another enabled administrator can sign in. Concurrent callers wait for each other until their
 * transactions end, so that two administrators cannot disable each other.
 */
export async function hasOtherAdmin(tx: Tx, exceptId: string): Promise<boolean> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.administrators', 0))`);
  // A separate statement, so that it sees what the previous holder of the lock committed.
  const others = await tx.user.count({
    where: {
      id: { not: exceptId },
      role: "Admin",
      isDisabled: false,
      passwordHash: { not: null },
      emailConfirmedAt: { not: null },
    },
  });
  return others > 0;
}

/** Lists the enabled administrators, who are notified of what concerns the centre. */
export async function listAdminIds(tx: Tx): Promise<string[]> {
  const rows = await tx.user.findMany({
    where: { role: "Admin", isDisabled: false },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

/** The other side of a person's relations. */
export type RelatedRow = { id: string; name: string; surname: string; email: string; isDisabled: boolean };

/**
 * People of the other role who are related to this person, or who could be: enabled and not related yet.
 *
 * @param person the one side; a Teacher is related to students, a Student to teachers
 */
export async function listRelated(
  db: Database,
  person: { id: string; role: "Teacher" | "Student" },
  which: "related" | "candidates",
  filter: PageQuery & { search: string },
): Promise<{ items: RelatedRow[]; total: number }> {
  const isTeacher = person.role === "Teacher";
  const relation = isTeacher
    ? sql`EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = u.id AND r.teacher_id = ${person.id}::uuid)`
    : sql`EXISTS (SELECT FROM teaching_relations r WHERE r.teacher_id = u.id AND r.student_id = ${person.id}::uuid)`;
  const where = whereAll([
    sql`u.role = ${isTeacher ? "Student" : "Teacher"}`,
    which === "related" ? relation : sql`NOT u.is_disabled AND NOT ${relation}`,
    containsAll(sql`u.search_text`, filter.search),
  ]);
  const order = bySurname(sql`u`);
  const rows = await query<{ total: number; items: RelatedRow[] }>(
    db,
    sql`
      SELECT (SELECT count(*)::int FROM users u ${where}) AS total,
             ${jsonArray(sql`SELECT json_build_object('id', u.id, 'name', u.name, 'surname', u.surname,
                                            'email', coalesce(u.email, ''), 'isDisabled', u.is_disabled)
                     FROM users u ${where} ORDER BY ${order} ${pageClause(filter)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** The students of a teacher, by id. */
export async function findRelatedStudents(tx: Tx, teacherId: string): Promise<Set<string>> {
  const rows = await tx.teachingRelation.findMany({ where: { teacherId }, select: { studentId: true } });
  return new Set(rows.map(({ studentId }) => studentId));
}

export async function insertRelations(
  tx: Tx,
  { studentIds, ...relation }: { teacherId: string; studentIds: readonly string[]; createdAt: Date },
): Promise<void> {
  const data = studentIds.map((studentId) => ({ ...relation, studentId }));
  await tx.teachingRelation.createMany({ data, skipDuplicates: true });
}

/** Returns the students who had this teacher, by id. */
export async function deleteRelations(
  tx: Tx,
  { teacherId, studentIds }: { teacherId: string; studentIds: readonly string[] },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`DELETE FROM teaching_relations WHERE teacher_id = ${teacherId}::uuid AND student_id = ANY(${studentIds}::uuid[])
        RETURNING student_id AS id`,
  );
  return rows.map(({ id }) => id);
}

/** False where they are related already. */
export async function insertRelation(
  tx: Tx,
  relation: { teacherId: string; studentId: string; createdAt: Date },
): Promise<boolean> {
  const { count } = await tx.teachingRelation.createMany({ data: [relation], skipDuplicates: true });
  return count === 1;
}

/** False where there was none. */
export async function deleteRelation(
  tx: Tx,
  { teacherId, studentId }: { teacherId: string; studentId: string },
): Promise<boolean> {
  const { count } = await tx.teachingRelation.deleteMany({ where: { teacherId, studentId } });
  return count === 1;
}

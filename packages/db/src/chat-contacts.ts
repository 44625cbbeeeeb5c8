import type { Role } from "@korki/domain";
import type { Database } from "./client";
import { PLANNED_LESSON } from "./lesson-status";
import { onlineSql } from "./presence";
import { execute, joinSql, query, type Sql, sql } from "./sql";
import { bySurname, foldedText, type PageQuery, searchWords } from "./sql-fragments";
import type { Tx } from "./transaction";

/**
 * Who may write with a teacher (rules §§7, 12, 15): assigned students and those of planned lessons, and the parents of both.
 * `person_id` may occur more than once.
 */
export const TEACHERS_PEOPLE = sql`(
  SELECT teacher_id, student_id AS person_id FROM teaching_relations
   UNION ALL
  SELECT l.teacher_id, l.student_id FROM lessons l WHERE ${PLANNED_LESSON}
   UNION ALL
  SELECT t.teacher_id, g.parent_id FROM current_guardianships g JOIN teaching_relations t ON t.student_id = g.student_id
   UNION ALL
  SELECT l.teacher_id, g.parent_id FROM current_guardianships g JOIN lessons l ON l.student_id = g.student_id
   WHERE ${PLANNED_LESSON})`;

/**
 * Selects whom one writes with for a user: the same, or for a child without a login the parent who is told (rules §15); null:
 * there is nobody.
 */
export function contactIdOf(user: Sql): Sql {
  return sql`CASE WHEN ${user}.email IS NOT NULL THEN ${user}.id
                  ELSE (SELECT recipient FROM told_for(${user}.id) ORDER BY recipient LIMIT 1) END`;
}

/** People named in one signal, which holds less than 8,000 bytes. */
const PEOPLE_PER_SIGNAL = 150;

/**
 * Signals `korki_chat` that these people and the parents of these students have other contacts now. A relation's student and
 * teacher are signalled by its trigger.
 */
export async function signalContacts(
  tx: Tx,
  { people = [], parentsOf }: { people?: readonly string[]; parentsOf: readonly string[] },
): Promise<void> {
  if (parentsOf.length === 0) return;
  await execute(
    tx,
    sql`SELECT pg_notify('korki_chat', json_build_object('contacts', json_agg(person))::text)
          FROM (SELECT person, row_number() OVER () / ${PEOPLE_PER_SIGNAL}::int AS part
                  FROM (SELECT unnest(${people}::uuid[])
                         UNION
                        SELECT parent_id FROM current_guardianships WHERE student_id = ANY(${parentsOf}::uuid[])
                       ) concerned (person)) numbered
         GROUP BY part`,
  );
}

/** A contact of a person, with the state of their conversation. */
export type ContactRow = {
  id: string;
  name: string;
  surname: string;
  role: Role;
  isDisabled: boolean;
  hasLogin: boolean;
  online: boolean;
  related: boolean;
  unread: number;
  lastSeq: number;
  ownReadSeq: number;
  otherReadSeq: number;
  /** The newest message; null where none has passed. */
  lastText: string | null;
  lastSenderId: string | null;
  lastAt: Date | null;
};

/** Conditions on `u`: whom a person of each role writes with besides `TEACHERS_PEOPLE`. */
function contactsByRole(personId: Sql): Record<Role, Sql> {
  return {
    Admin: sql`true`,
    Teacher: sql`u.role = 'Admin'`,
    Student: sql`false`,
    Parent: sql`u.role = 'Admin' AND EXISTS (SELECT FROM current_guardianships WHERE parent_id = ${personId})`,
  };
}

/** Characters of the newest message that a list of contacts shows. */
const PREVIEW = 120;

/**
 * Lists a person's contacts (rules §§7, 12, 15): `TEACHERS_PEOPLE` on either side, for a teacher, and for a parent with a
 * child, the administrators, for an administrator everyone, and partners of existing conversations. The most recent
 * conversations come first, then by name, disabled accounts after the others. Erased ones and those without a login appear
 * only with a conversation. `chatAccess` of the domain states the same rule, but for a parent's administrators.
 *
 * @returns a page of them, and how many there are in all
 * @param unreadMost counting stops there
 * @param part a page of those whose names contain every word, restricted to these ids if given
 */
export async function listContacts(
  db: Database,
  person: { id: string; role: Role },
  unreadMost: number,
  part: PageQuery & { search: string; ids?: readonly string[] },
): Promise<{ items: ContactRow[]; total: number }> {
  const { id, role } = person;
  const { search, ids, page, pageSize } = part;
  const byRole = contactsByRole(sql`${id}`)[role];
  const rows = await query<ContactRow & { total: number }>(
    db,
    sql`
      WITH related AS (
        SELECT teacher_id AS id FROM ${TEACHERS_PEOPLE} WHERE person_id = ${id}
         UNION SELECT person_id FROM ${TEACHERS_PEOPLE} WHERE teacher_id = ${id}
      ), talks AS (
        SELECT id, high_user_id AS other, last_seq, low_read_seq AS own_read, high_read_seq AS other_read
          FROM conversations WHERE low_user_id = ${id} AND last_seq > 0
         UNION ALL
        SELECT id, low_user_id, last_seq, high_read_seq, low_read_seq
          FROM conversations WHERE high_user_id = ${id} AND last_seq > 0
      )
      SELECT u.id, u.name, u.surname, u.role, u.is_disabled AS "isDisabled", u.email IS NOT NULL AS "hasLogin",
             ${onlineSql(sql`u.id`)} AS online, related.id IS NOT NULL AS related,
             coalesce(unread.count, 0) AS unread, coalesce(talks.last_seq, 0) AS "lastSeq",
             coalesce(talks.own_read, 0) AS "ownReadSeq", coalesce(talks.other_read, 0) AS "otherReadSeq",
             left(newest.text, ${PREVIEW}::int) AS "lastText", newest.sender_id AS "lastSenderId",
             newest.created_at AS "lastAt", count(*) OVER ()::int AS total
        FROM users u
        LEFT JOIN related ON related.id = u.id
        LEFT JOIN talks ON talks.other = u.id
        LEFT JOIN messages newest ON newest.conversation_id = talks.id AND newest.seq = talks.last_seq
        LEFT JOIN LATERAL (
          SELECT count(*)::int FROM (
            SELECT 1 FROM messages m
             WHERE m.conversation_id = talks.id AND m.seq > talks.own_read AND m.recipient_id = ${id}
             LIMIT ${unreadMost}) one
        ) unread ON talks.last_seq > talks.own_read
       WHERE u.id <> ${id}
         AND (talks.id IS NOT NULL OR u.erased_at IS NULL AND u.email IS NOT NULL AND (related.id IS NOT NULL OR ${byRole}))
         AND NOT EXISTS (SELECT FROM unnest(${searchWords(search)}::text[]) AS word
                          WHERE strpos(${foldedText([sql`u.name`, sql`u.surname`])}, word) = 0)
         AND (${ids ?? null}::uuid[] IS NULL OR u.id = ANY (${ids ?? null}))
       ORDER BY newest.created_at DESC NULLS LAST, u.is_disabled, ${bySurname(sql`u`)}
       LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
  );
  // Beyond the last page no row says how many there are.
  if (rows.length === 0 && page > 1) {
    const { total } = await listContacts(db, person, unreadMost, { ...part, page: 1, pageSize: 1 });
    return { items: [], total };
  }
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Returns which of the viewers have which of the users among their contacts. */
export async function listAudience(
  db: Database,
  userIds: readonly string[],
  viewerIds: readonly string[],
): Promise<{ viewerId: string; userId: string }[]> {
  const byRole = Object.entries(contactsByRole(sql`viewer.id`)).map(
    ([role, condition]) => sql`viewer.role = ${role} AND ${condition}`,
  );
  const rows = await query<{ viewerId: string; userId: string }>(
    db,
    sql`
      SELECT person_id AS "viewerId", teacher_id AS "userId" FROM ${TEACHERS_PEOPLE}
       WHERE person_id = ANY(${viewerIds}::uuid[]) AND teacher_id = ANY(${userIds}::uuid[])
       UNION
      SELECT teacher_id, person_id FROM ${TEACHERS_PEOPLE}
       WHERE teacher_id = ANY(${viewerIds}::uuid[]) AND person_id = ANY(${userIds}::uuid[])
       UNION
      SELECT low_user_id, high_user_id FROM conversations
       WHERE low_user_id = ANY(${viewerIds}::uuid[]) AND high_user_id = ANY(${userIds}::uuid[]) AND last_seq > 0
       UNION
      SELECT high_user_id, low_user_id FROM conversations
       WHERE high_user_id = ANY(${viewerIds}::uuid[]) AND low_user_id = ANY(${userIds}::uuid[]) AND last_seq > 0
       UNION
      SELECT viewer.id, u.id FROM users viewer JOIN users u ON u.id = ANY(${userIds}::uuid[]) AND u.id <> viewer.id
       WHERE viewer.id = ANY(${viewerIds}::uuid[])
         AND (${joinSql(byRole, " OR ")})`,
  );
  return rows;
}

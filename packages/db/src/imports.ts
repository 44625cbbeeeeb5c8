import type { CivilDate, Role } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Executor } from "./client";
import { newId } from "./ids";
import type { PaymentRow } from "./payments";
import { execute, query, type Sql, sql } from "./sql";
import { bySurname, isoTime, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

type ImportKind = "students" | "payments";

/** Lets one import, or undoing of one, go on at a time, until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.imports', 0))`);
}

/** The accounts of these addresses, which are folded to lower case. */
export async function findAccountsByEmail(
  on: Executor,
  emails: readonly string[],
): Promise<Map<string, { id: string; role: Role }>> {
  const rows = await query<{ id: string; role: Role; email: string }>(
    on,
    sql`SELECT id, role, email FROM users WHERE email = ANY(${emails}::text[])`,
  );
  return new Map(rows.map(({ email, ...account }) => [email, account]));
}

/** Which of these rows of payments were imported and not undone. */
export async function findImportedKeys(on: Executor, keys: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ row_key: string }>(
    on,
    sql`SELECT row_key FROM import_rows WHERE row_key = ANY(${keys}::text[])`,
  );
  return new Set(rows.map(({ row_key }) => row_key));
}

export type ImportedStudent = {
  id: string;
  email: string;
  name: string;
  surname: string;
  phone: string;
  phoneParent: string;
};

/** Returns how many were inserted: fewer where an address has got an account meanwhile. */
export function insertStudents(tx: Tx, students: readonly ImportedStudent[], at: Date): Promise<number> {
  return execute(
    tx,
    sql`INSERT INTO users (id, role, email, name, surname, phone, phone_parent, created_at, updated_at)
        SELECT id, 'Student', nullif(email, ''), name, surname, phone, "phoneParent", ${at}, ${at}
          FROM json_to_recordset(${JSON.stringify(students)}::json) AS student (
                 id uuid, email text, name text, surname text, phone text, "phoneParent" text)
            ON CONFLICT (email) DO NOTHING`,
  );
}

/** The children of these parents who have no address. */
export function listChildrenWithoutEmail(
  on: Executor,
  parentIds: readonly string[],
): Promise<{ parentId: string; name: string; surname: string }[]> {
  return query(
    on,
    sql`SELECT g.parent_id AS "parentId", s.name, s.surname FROM guardianships g JOIN users s ON s.id = g.student_id
         WHERE g.parent_id = ANY(${parentIds}::uuid[]) AND g.ended_at IS NULL AND s.email IS NULL
           AND s.erased_at IS NULL`,
  );
}

/** Makes parents the guardians, with all rights, and the payers of new students. */
export async function insertGuardianships(
  tx: Tx,
  rows: readonly { id: string; parentId: string; studentId: string }[],
  { from, at }: { from: CivilDate; at: Date },
): Promise<void> {
  const all = { canBook: true, canPay: true, isPayer: true, firstDay: toDbDate(from), createdAt: at };
  await tx.guardianship.createMany({ data: rows.map((row) => ({ ...row, ...all })) });
}

export type ImportedPayment = Omit<PaymentRow, "createdAt" | "createdBy" | "packageId" | "voided">;

/** Inserts payments; triggers write the ledger. */
export async function insertPayments(
  tx: Tx,
  payments: readonly ImportedPayment[],
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO payments (id, student_id, money_amount, lesson_amount, subject, level, description, paid_on, method,
                              expires_on, created_at, created_by_id, payer_id)
        SELECT id, "studentId", "moneyAmount", "lessonAmount", subject, level, description, "paidOn", method,
               "expiresOn", ${at}, ${by}::uuid,
               coalesce((SELECT w.payer_id FROM student_payers w WHERE w.student_id = "studentId"), "studentId")
          FROM json_to_recordset(${JSON.stringify(payments)}::json) AS payment (
                 id uuid, "studentId" uuid, "moneyAmount" int, "lessonAmount" int, subject text, level text,
                 description text, "paidOn" date, method text, "expiresOn" date)`,
  );
}

export type NewImport = {
  id: string;
  kind: ImportKind;
  fileName: string;
  createdById: string;
  createdAt: Date;
};

/** Notes what an import created; a payment's row with its key. */
export async function insertImport(
  tx: Tx,
  made: NewImport,
  rows: readonly { entityId: string; rowKey: string | null }[],
): Promise<void> {
  await tx.import.create({ data: { ...made, rowCount: rows.length }, select: { id: true } });
  await execute(
    tx,
    sql`INSERT INTO import_rows (import_id, entity_id, row_key)
        SELECT ${made.id}::uuid, "entityId", "rowKey"
          FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row ("entityId" uuid, "rowKey" text)`,
  );
}

/** Makes an invitation link for each of these people and returns the links' ids with their owners'. */
export async function insertInvitations(
  tx: Tx,
  userIds: readonly string[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<{ linkId: string; userId: string }[]> {
  const links = userIds.map((userId) => ({ linkId: newId(), userId }));
  await execute(
    tx,
    sql`INSERT INTO one_time_links (id, user_id, kind, created_at, expires_at)
        SELECT "linkId", "userId", 'invitation', ${now}, ${expiresAt}
          FROM json_to_recordset(${JSON.stringify(links)}::json) AS link ("linkId" uuid, "userId" uuid)`,
  );
  return links;
}

export type ImportListRow = {
  id: string;
  kind: ImportKind;
  fileName: string;
  createdAt: string;
  createdBy: { id: string; name: string; surname: string } | null;
  count: number;
  undoneAt: string | null;
  keptCount: number;
  uninvited: number;
};

/** Students of an import `i` who can be invited: no password yet, and no invitation that is still open. */
function uninvited(now: Date): Sql {
  return sql`FROM import_rows r JOIN users u ON u.id = r.entity_id
    WHERE r.import_id = i.id AND i.kind = 'students' AND u.password_hash IS NULL AND u.email IS NOT NULL
      AND NOT u.is_disabled
      AND NOT ${hasOpenInvitation(now)}`;
}

/** Whether the person `u` has an invitation that can still be used. */
export function hasOpenInvitation(now: Date): Sql {
  return sql`EXISTS (SELECT FROM one_time_links l WHERE l.user_id = u.id AND l.kind = 'invitation'
    AND l.used_at IS NULL AND l.voided_at IS NULL AND l.expires_at > ${now})`;
}

/** The newest imports. */
export function listImports(on: Executor, limit: number, now: Date): Promise<ImportListRow[]> {
  return query(
    on,
    sql`SELECT i.id, i.kind, i.file_name AS "fileName", ${isoTime(sql`i.created_at`)} AS "createdAt",
               CASE WHEN u.id IS NOT NULL THEN ${nameJson(sql`u`)} END AS "createdBy", i.row_count AS count,
               ${isoTime(sql`i.undone_at`)} AS "undoneAt", i.kept_count AS "keptCount",
               CASE WHEN i.undone_at IS NULL THEN (SELECT count(*)::int ${uninvited(now)}) ELSE 0 END AS uninvited
          FROM imports i LEFT JOIN users u ON u.id = i.created_by_id
         ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}::int`,
  );
}

/** The ids of an import's students who can be invited. */
export async function listUninvited(tx: Tx, importId: string, now: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`SELECT u.id FROM imports i CROSS JOIN LATERAL (SELECT u.id ${uninvited(now)}) u WHERE i.id = ${importId}::uuid
         ORDER BY u.id`,
  );
  return rows.map(({ id }) => id);
}

export type HeldImport = {
  id: string;
  kind: ImportKind;
  fileName: string;
  createdAt: Date;
  undoneAt: Date | null;
};

export function findImport(on: Executor, id: string): Promise<HeldImport | undefined> {
  return query<HeldImport>(
    on,
    sql`SELECT id, kind, file_name AS "fileName", created_at AS "createdAt", undone_at AS "undoneAt"
          FROM imports WHERE id = ${id}::uuid`,
  ).then(([row]) => row);
}

/** Why something that an import created is not removed any more. */
type KeptReason =
  | "gone"
  | "signed-in"
  | "disabled"
  | "edited"
  | "lessons"
  | "money"
  | "related"
  | "family"
  | "other"
  | "voided"
  | "spent";

/** What an import created, and why it stays; null: nothing has used it since. */
export type ImportUse = { id: string; text: string; kept: KeptReason | null };

/** Locks an import's accounts until the transaction ends: nothing begins to use them. */
export async function lockImportedStudents(tx: Tx, importId: string): Promise<void> {
  await execute(
    tx,
    sql`SELECT FROM users WHERE id IN (SELECT entity_id FROM import_rows WHERE import_id = ${importId}::uuid)
         ORDER BY id FOR UPDATE`,
  );
}

/** Locks the ledgers of an import's payments until the transaction ends: no lesson of them is used. */
export async function lockImportedPayments(tx: Tx, importId: string): Promise<void> {
  await execute(
    tx,
    sql`SELECT FROM ledger_accounts a
         WHERE EXISTS (SELECT FROM payments p JOIN import_rows r ON r.entity_id = p.id
                        WHERE r.import_id = ${importId}::uuid
                          AND (p.student_id, p.subject, p.level) = (a.student_id, a.subject, a.level))
         ORDER BY a.student_id, a.subject, a.level FOR UPDATE`,
  );
}

/** A row that only keeps the centre's earlier billing mode is no use of an account. */
export function listStudentUses(on: Executor, importId: string): Promise<ImportUse[]> {
  return query(
    on,
    sql`SELECT r.entity_id AS id, coalesce(u.name || ' ' || u.surname, '') AS text, CASE
          WHEN u.id IS NULL OR u.erased_at IS NOT NULL THEN 'gone'
          WHEN u.password_hash IS NOT NULL OR u.email_confirmed_at IS NOT NULL
            OR EXISTS (SELECT FROM sessions x WHERE x.user_id = u.id) THEN 'signed-in'
          WHEN u.is_disabled THEN 'disabled'
          WHEN EXISTS (SELECT FROM lessons x WHERE x.student_id = u.id)
            OR EXISTS (SELECT FROM series x WHERE x.student_id = u.id)
            OR EXISTS (SELECT FROM trial_lessons x WHERE x.student_id = u.id) THEN 'lessons'
          WHEN EXISTS (SELECT FROM payments x WHERE x.student_id = u.id)
            OR EXISTS (SELECT FROM orders x WHERE x.student_id = u.id)
            OR EXISTS (SELECT FROM ledger_accounts x WHERE x.student_id = u.id)
            OR EXISTS (SELECT FROM individual_prices x WHERE x.student_id = u.id)
            OR EXISTS (SELECT FROM billing_data x WHERE x.user_id = u.id)
            OR EXISTS (SELECT FROM billing_payers x WHERE x.payer_id = u.id AND (x.mode IS NOT NULL OR x.balance > 0))
            THEN 'money'
          WHEN EXISTS (SELECT FROM teaching_relations x WHERE x.student_id = u.id) THEN 'related'
          WHEN EXISTS (SELECT FROM guardianships x WHERE x.student_id = u.id AND x.created_at > i.created_at)
            OR EXISTS (SELECT FROM parent_invitations x WHERE x.student_id = u.id) THEN 'family'
          WHEN EXISTS (SELECT FROM conversations x WHERE u.id IN (x.low_user_id, x.high_user_id) AND x.last_seq > 0)
            OR EXISTS (SELECT FROM consents x WHERE x.person_id = u.id)
            OR EXISTS (SELECT FROM consents x WHERE x.given_by_id = u.id)
            OR EXISTS (SELECT FROM office_notes x WHERE x.person_id = u.id)
            OR EXISTS (SELECT FROM office_tags x WHERE x.person_id = u.id) THEN 'other'
          WHEN u.version > 0 THEN 'edited'
        END AS kept
          FROM import_rows r JOIN imports i ON i.id = r.import_id LEFT JOIN users u ON u.id = r.entity_id
         WHERE r.import_id = ${importId}::uuid ORDER BY ${bySurname(sql`u`)}, r.entity_id`,
  );
}

export function listPaymentUses(on: Executor, importId: string): Promise<ImportUse[]> {
  return query(
    on,
    sql`SELECT p.id, u.name || ' ' || u.surname || ', ' || p.money_amount || ' zł' AS text, CASE
          WHEN p.deleted_at IS NOT NULL THEN 'voided'
          WHEN p.lesson_amount > coalesce((SELECT sum(l.remaining) FROM ledger_lots l
                                            WHERE l.payment_id = p.id AND l.lesson_id IS NULL AND NOT l.expired), 0)
            OR EXISTS (SELECT FROM order_items o WHERE o.payment_id = p.id) THEN 'spent'
        END AS kept
          FROM import_rows r JOIN payments p ON p.id = r.entity_id JOIN users u ON u.id = p.student_id
         WHERE r.import_id = ${importId}::uuid ORDER BY ${bySurname(sql`u`)}, p.id`,
  );
}

/** Removes accounts that nothing has used, with their links and notifications. Returns how many. */
export async function deleteStudents(tx: Tx, ids: readonly string[]): Promise<number> {
  await execute(
    tx,
    sql`DELETE FROM conversations WHERE last_seq = 0 AND (low_user_id = ANY(${ids}::uuid[]) OR high_user_id = ANY(${ids}::uuid[]))`,
  );
  await tx.guardianship.deleteMany({ where: { studentId: { in: [...ids] } } });
  return execute(tx, sql`DELETE FROM users WHERE id = ANY(${ids}::uuid[])`);
}

/** Voids payments. Returns how many. */
export function voidPayments(
  tx: Tx,
  ids: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<number> {
  return execute(
    tx,
    sql`UPDATE payments SET deleted_at = ${at}, deleted_by_id = ${by}::uuid
         WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL`,
  );
}

/** Notes that an import was undone: its rows may be imported again, but for what stayed. */
export async function markUndone(
  tx: Tx,
  importId: string,
  { removed, keptCount, at }: { removed: readonly string[]; keptCount: number; at: Date },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE import_rows SET row_key = NULL
         WHERE import_id = ${importId}::uuid AND entity_id = ANY(${removed}::uuid[])`,
  );
  await tx.import.update({
    where: { id: importId },
    data: { undoneAt: at, keptCount },
    select: { id: true },
  });
}

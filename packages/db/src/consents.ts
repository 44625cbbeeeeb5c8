import type { CivilDate, Role } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Database, Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import { bySurname } from "./sql-fragments";
import type { Tx } from "./transaction";

export type DocumentRow = {
  id: string;
  kind: string;
  version: number;
  mandatory: boolean;
  roles: Role[];
  title: string;
  text: string;
};

/** Lists the current version of every document. */
export async function listDocuments(on: Executor): Promise<DocumentRow[]> {
  return query<DocumentRow>(
    on,
    sql`SELECT id, kind, version, mandatory, roles, title, text FROM current_documents ORDER BY mandatory DESC, kind`,
  );
}

/** Inserts the next version of a document; two at once get two versions. */
export async function insertDocument(
  tx: Tx,
  document: Omit<DocumentRow, "version"> & { createdAt: Date; createdById: string },
): Promise<DocumentRow> {
  const { id, kind, mandatory, roles, title, text, createdAt, createdById } = document;
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtext('documents:' || ${kind}::text))`);
  const [row] = await query<DocumentRow>(
    tx,
    sql`INSERT INTO documents (id, kind, version, mandatory, roles, title, text, created_at, created_by_id)
        SELECT ${id}::uuid, ${kind}::text, coalesce(max(version), 0) + 1, ${mandatory}::boolean, ${roles}::text[],
               ${title}::text, ${text}::text, ${createdAt}::timestamptz, ${createdById}::uuid
          FROM documents WHERE kind = ${kind}
        RETURNING id, kind, version, mandatory, roles, title, text`,
  );
  if (!row) throw new Error("an aggregate gave no row");
  return row;
}

export type NewConsent = {
  id: string;
  documentId: string;
  givenById: string;
  personId: string;
  accepted: boolean;
  createdAt: Date;
};

export async function insertConsents(tx: Tx, consents: readonly NewConsent[]): Promise<void> {
  await tx.consent.createMany({ data: [...consents] });
}

/** A version of a document with how many people its latest decisions name. */
export type DocumentVersionRow = DocumentRow & {
  isCurrent: boolean;
  publishedAt: Date;
  publishedBy: string;
  accepted: number;
  withdrawn: number;
};

/** Lists every version of every document, the newest of each kind first. */
export async function listDocumentVersions(db: Database): Promise<DocumentVersionRow[]> {
  return query<DocumentVersionRow>(
    db,
    sql`SELECT d.id, d.kind, d.version, d.mandatory, d.roles, d.title, d.text, d.created_at AS "publishedAt",
               rtrim(u.name || ' ' || u.surname) AS "publishedBy",
               d.version = max(d.version) OVER (PARTITION BY d.kind) AS "isCurrent",
               coalesce(c.accepted, 0)::int AS accepted, coalesce(c.withdrawn, 0)::int AS withdrawn
          FROM documents d JOIN users u ON u.id = d.created_by_id
          LEFT JOIN (SELECT document_id, count(*) FILTER (WHERE accepted) AS accepted,
                            count(*) FILTER (WHERE NOT accepted) AS withdrawn
                       FROM (SELECT DISTINCT ON (document_id, person_id) document_id, accepted FROM consents
                              ORDER BY document_id, person_id, created_at DESC, id DESC) latest
                      GROUP BY document_id) c ON c.document_id = d.id
         ORDER BY d.kind, d.version DESC`,
  );
}

/** A person's decision on a version of a document. */
export type ConsentState = "accepted" | "withdrawn" | "missing";

/** One person's latest decision; `givenBy` names a parent who decided for a child. */
export type ConsentStateRow = {
  personId: string;
  personName: string;
  role: Role;
  state: ConsentState;
  givenBy: string | null;
  decidedAt: Date | null;
};

/**
 * Lists the people of a document's roles in one state towards it, by name, and how many there are. People who decided
 * are listed whatever their role is now; an erased account keeps its decision and no name.
 */
export async function listConsentStates(
  db: Database,
  document: { id: string; roles: readonly Role[] },
  part: { state: ConsentState; limit: number; offset: number },
): Promise<{ items: ConsentStateRow[]; total: number }> {
  const { state, limit, offset } = part;
  const decided = sql`
    (SELECT DISTINCT ON (c.person_id) c.person_id, c.given_by_id, c.accepted, c.created_at FROM consents c
      WHERE c.document_id = ${document.id}::uuid ORDER BY c.person_id, c.created_at DESC, c.id DESC)`;
  const people =
    state === "missing"
      ? sql`SELECT u.id AS person_id, NULL::uuid AS given_by_id, NULL::timestamptz AS created_at FROM users u
             WHERE u.role = ANY (${document.roles}::text[]) AND NOT u.is_disabled
               AND NOT EXISTS (SELECT FROM consents c WHERE c.document_id = ${document.id}::uuid AND c.person_id = u.id)`
      : sql`SELECT person_id, given_by_id, created_at FROM ${decided} latest WHERE accepted = ${state === "accepted"}::boolean`;
  const rows = await query<ConsentStateRow & { total: number }>(
    db,
    sql`SELECT p.person_id AS "personId", rtrim(u.name || ' ' || u.surname) AS "personName", u.role,
               ${state}::text AS state, p.created_at AS "decidedAt",
               CASE WHEN p.given_by_id <> p.person_id THEN rtrim(g.name || ' ' || g.surname) END AS "givenBy",
               count(*) OVER ()::int AS total
          FROM (${people}) p JOIN users u ON u.id = p.person_id LEFT JOIN users g ON g.id = p.given_by_id
         ORDER BY ${bySurname(sql`u`)} LIMIT ${limit}::int OFFSET ${offset}::int`,
  );
  // Beyond the last page no row says how many there are.
  if (rows.length === 0 && offset > 0) {
    const { total } = await listConsentStates(db, document, { state, limit: 1, offset: 0 });
    return { items: [], total };
  }
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** A current document that a person decides on, for themselves or for a child, with the last decision. */
export type OwnConsentRow = {
  document: DocumentRow;
  /** The child; null: the person's own. */
  studentId: string | null;
  personName: string;
  /** Whether only the caller can decide: for oneself, or for a child without a login. */
  isAsked: boolean;
  accepted: boolean | null;
  decidedAt: Date | null;
};

/** Lists the current documents of a person's role and of those for whom the person acts as a parent. */
export async function listOwnConsents(db: Database, personId: string): Promise<OwnConsentRow[]> {
  return query<OwnConsentRow>(
    db,
    sql`SELECT json_build_object('id', d.id, 'kind', d.kind, 'version', d.version, 'mandatory', d.mandatory,
                                 'roles', d.roles, 'title', d.title, 'text', d.text) AS document,
               p.student_id AS "studentId", p.name AS "personName", p.is_asked AS "isAsked", c.accepted,
               c.created_at AS "decidedAt"
          FROM (SELECT u.id, u.role, NULL::uuid AS student_id, u.name, true AS is_asked FROM users u
                 WHERE u.id = ${personId}::uuid
                UNION ALL
                SELECT s.id, s.role, s.id, rtrim(s.name || ' ' || s.surname), s.email IS NULL
                  FROM current_guardianships g JOIN users s ON s.id = g.student_id
                 WHERE g.parent_id = ${personId}::uuid AND s.erased_at IS NULL) p
          JOIN current_documents d ON p.role = ANY (d.roles)
          LEFT JOIN LATERAL (SELECT accepted, created_at FROM consents
                              WHERE person_id = p.id AND document_id = d.id
                              ORDER BY created_at DESC, id DESC LIMIT 1) c ON true
         ORDER BY p.student_id IS NOT NULL, p.name COLLATE "pl-x-icu", p.id, d.mandatory DESC, d.kind`,
  );
}

/** Finds a version of a document, also one that is no longer current. */
export async function findDocument(on: Executor, id: string): Promise<DocumentRow | null> {
  const rows = await query<DocumentRow>(
    on,
    sql`SELECT id, kind, version, mandatory, roles, title, text FROM documents WHERE id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

export type VettingRow = {
  id: string;
  teacherId: string;
  kind: string;
  checkedOn: CivilDate;
  validUntil: CivilDate | null;
  reference: string;
  checkedBy: string;
};

/** Lists a teacher's checks, the newest first. */
export async function listVetting(on: Executor, teacherId: string): Promise<VettingRow[]> {
  return query<VettingRow>(
    on,
    sql`SELECT v.id, v.teacher_id AS "teacherId", v.kind, v.checked_on AS "checkedOn", v.valid_until AS "validUntil",
               v.reference, rtrim(u.name || ' ' || u.surname) AS "checkedBy"
          FROM vetting_checks v JOIN users u ON u.id = v.checked_by_id
         WHERE v.teacher_id = ${teacherId}::uuid ORDER BY v.checked_on DESC, v.created_at DESC`,
  );
}

/** A check that ends, and no other of its kind lasts longer. */
export type EndingCheckRow = { teacherId: string; teacherName: string; kind: string; validUntil: CivilDate };

const NOT_REPLACED = sql`NOT EXISTS (
  SELECT FROM vetting_checks other
   WHERE other.teacher_id = v.teacher_id AND other.kind = v.kind
     AND (other.valid_until IS NULL OR other.valid_until > v.valid_until))`;

/** Lists checks of enabled teachers that end in a period and of which not every enabled administrator was notified. */
export async function listEndingChecks(
  on: Executor,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<(EndingCheckRow & { adminId: string })[]> {
  return query<EndingCheckRow & { adminId: string }>(
    on,
    sql`SELECT DISTINCT v.teacher_id AS "teacherId", rtrim(t.name || ' ' || t.surname) AS "teacherName", v.kind,
               v.valid_until AS "validUntil", a.id AS "adminId"
          FROM vetting_checks v JOIN users t ON t.id = v.teacher_id AND NOT t.is_disabled
          JOIN users a ON a.role = 'Admin' AND NOT a.is_disabled
         WHERE v.valid_until BETWEEN ${from}::date AND ${to}::date AND ${NOT_REPLACED}
           AND NOT EXISTS (SELECT FROM notifications n
                            WHERE n.dedupe_key = 'vetting-ending:' || v.teacher_id || ':' || v.kind || ':'
                                                 || v.valid_until || ':' || a.id)`,
  );
}

/** Returns the teacher's name while a check of this kind still ends on this day and none lasts longer; else null. */
export async function findEndingCheck(
  on: Executor,
  { teacherId, kind, validUntil }: Omit<EndingCheckRow, "teacherName">,
): Promise<string | null> {
  const rows = await query<{ name: string }>(
    on,
    sql`SELECT rtrim(t.name || ' ' || t.surname) AS name FROM vetting_checks v
          JOIN users t ON t.id = v.teacher_id AND NOT t.is_disabled
         WHERE v.teacher_id = ${teacherId}::uuid AND v.kind = ${kind} AND v.valid_until = ${validUntil}::date
           AND ${NOT_REPLACED} LIMIT 1`,
  );
  return rows[0]?.name ?? null;
}

/** Returns the kinds of which a teacher has a check that is valid today. */
export async function listValidKinds(on: Executor, teacherId: string): Promise<string[]> {
  const rows = await query<{ kind: string }>(
    on,
    sql`SELECT DISTINCT kind FROM vetting_checks
         WHERE teacher_id = ${teacherId}::uuid AND (valid_until IS NULL OR valid_until >= warsaw_today())`,
  );
  return rows.map(({ kind }) => kind);
}

/** Whether a teacher may be given a student, as `mayTakeStudent` returns it. */
export function mayTake(teacherId: Sql, studentId: Sql): Sql {
  return sql`(NOT (SELECT require_vetting FROM centre_settings) OR is_vetted(${teacherId})
              OR EXISTS (SELECT FROM teaching_relations r WHERE r.teacher_id = ${teacherId} AND r.student_id = ${studentId}))`;
}

/**
 * Returns whether a teacher may be given a student: no check is required or missing, or the student is the teacher's
 * already. `studentId` null: somebody who has no account yet.
 */
export async function mayTakeStudent(
  on: Executor,
  { teacherId, studentId }: { teacherId: string; studentId: string | null },
): Promise<boolean> {
  const rows = await query<{ may: boolean }>(
    on,
    sql`SELECT ${mayTake(sql`${teacherId}::uuid`, sql`${studentId}::uuid`)} AS may`,
  );
  return rows[0]?.may ?? false;
}

export async function insertVetting(
  tx: Tx,
  {
    checkedOn,
    validUntil,
    ...check
  }: Omit<VettingRow, "checkedBy"> & { checkedById: string; createdAt: Date },
): Promise<void> {
  await tx.vettingCheck.create({
    data: { ...check, checkedOn: toDbDate(checkedOn), validUntil: validUntil && toDbDate(validUntil) },
    select: { id: true },
  });
}

/** Sets whether the database refuses teachers without the required checks. */
export async function enforceVetting(db: Database, isRequired: boolean): Promise<void> {
  await execute(
    db,
    sql`UPDATE centre_settings SET require_vetting = ${isRequired}::boolean WHERE require_vetting <> ${isRequired}::boolean`,
  );
}

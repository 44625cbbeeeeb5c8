import type { CivilDate, Role } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Database, Executor } from "./client";
import { execute, query, sql } from "./sql";
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
    sql`SELECT id, kind, version, mandatory, roles, title, text FROM current_documents ORDER BY kind`,
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

/** Tells the database whether it has to refuse teachers without the required checks. */
export async function enforceVetting(db: Database, isRequired: boolean): Promise<void> {
  await execute(
    db,
    sql`UPDATE centre_settings SET require_vetting = ${isRequired}::boolean WHERE require_vetting <> ${isRequired}::boolean`,
  );
}

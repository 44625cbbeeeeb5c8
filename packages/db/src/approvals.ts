import type { ApprovalKind, ApprovalStatus, CivilDate, SubjectLevel } from "@korki/domain";
import type { Executor } from "./client";
import { PLANNED_LESSON } from "./lesson-status";
import { query, type Sql, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A child's step that waits for the payer (rules §39), and what it is about. */
export type ApprovalRow = {
  id: string;
  studentId: string;
  studentName: string;
  firstName: string;
  /** The parent who pays for the student today. */
  payerId: string | null;
  kind: ApprovalKind;
  status: ApprovalStatus;
  /** Whether it is open and what was asked for still stands. */
  isOpen: boolean;
  until: string;
  /** Whole złoty; of a weekly lesson for the lessons that are left. */
  amount: number;
  /** The lessons that it is about, per subject and level. */
  parts: (SubjectLevel & { lessons: number })[];
  from: CivilDate | null;
  to: CivilDate | null;
  seriesId: string | null;
  lessonIds: string[];
  orderId: string | null;
  parentId: string | null;
  parentEmail: string | null;
};

/** The lessons of an approval `a` that are still to take place. */
const LESSONS = sql`lessons l WHERE l.id = ANY (a.lesson_ids) AND ${PLANNED_LESSON}`;

/** Whether an approval `a` can be answered: nobody took back meanwhile what it is about. */
function isOpen(now: Date): Sql {
  return sql`(a.status = 'open' AND a.expires_at > ${now}::timestamptz AND CASE a.kind
    WHEN 'series' THEN EXISTS (SELECT FROM ${LESSONS})
    WHEN 'order' THEN EXISTS (SELECT FROM orders o WHERE o.id = a.order_id AND o.status = 'waiting')
    ELSE NOT EXISTS (SELECT FROM guardianships g WHERE g.parent_id = a.parent_id AND g.student_id = a.student_id
                        AND g.ended_at IS NULL) END)`;
}

function selectApprovals(now: Date): Sql {
  return sql`
    SELECT a.id, a.student_id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName",
           s.name AS "firstName",
           (SELECT payer FROM payers_of(a.student_id) payer LIMIT 1) AS "payerId", a.kind, a.status,
           ${isOpen(now)} AS "isOpen", ${isoTime(sql`a.expires_at`)} AS until,
           coalesce(o.amount, w.amount, 0)::int AS amount,
           coalesce(i.parts, CASE WHEN a.kind = 'series' THEN json_build_array(json_build_object(
             'subject', x.subject, 'level', x.level, 'lessons', w.lessons)) END, '[]'::json) AS parts,
           w.first AS "from", w.last AS "to", a.series_id AS "seriesId", to_json(a.lesson_ids) AS "lessonIds",
           a.order_id AS "orderId", a.parent_id AS "parentId", p.email AS "parentEmail"
      FROM approvals a JOIN users s ON s.id = a.student_id
      LEFT JOIN users p ON p.id = a.parent_id
      LEFT JOIN series x ON x.id = a.series_id
      LEFT JOIN orders o ON o.id = a.order_id
      LEFT JOIN LATERAL (
        SELECT json_agg(json_build_object('subject', subject, 'level', level, 'lessons', lessons) ORDER BY position) AS parts
          FROM (SELECT subject, level, sum(lessons)::int AS lessons, min(position) AS position FROM order_items
                 WHERE order_id = a.order_id GROUP BY subject, level) item) i ON a.kind = 'order'
      LEFT JOIN LATERAL (SELECT sum(l.price) AS amount, count(*) AS lessons, min(l.date) AS first, max(l.date) AS last
                           FROM ${LESSONS}) w ON a.kind = 'series'`;
}

export async function findApproval(on: Executor, id: string, now: Date): Promise<ApprovalRow | null> {
  const [row] = await query<ApprovalRow>(on, sql`${selectApprovals(now)} WHERE a.id = ${id}::uuid`);
  return row ?? null;
}

/** Selects what waits for the answer of a parent who pays, the oldest first; null: nothing. */
export function approvalsFor(payerId: string | null, now: Date): Sql {
  return sql`${selectApprovals(now)}
    WHERE a.student_id IN (SELECT g.student_id FROM current_guardianships g
                            WHERE g.parent_id = ${payerId}::uuid AND g.is_payer)
      AND ${isOpen(now)} ORDER BY a.created_at, a.id`;
}

export function listApprovalsFor(on: Executor, payerId: string, now: Date): Promise<ApprovalRow[]> {
  return query<ApprovalRow>(on, approvalsFor(payerId, now));
}

/** Lessons, or an order, that wait for a payer, and the last instant for an answer. */
export type WaitingStep = {
  seriesId: string | null;
  lessonIds: string[];
  orderId: string | null;
  until: string;
};

/** Lists what waits of these students, or of weekly lessons with a teacher, the oldest first. */
export function listWaiting(
  on: Executor,
  whose: { studentIds: readonly string[] } | { teacherId: string },
  now: Date,
): Promise<WaitingStep[]> {
  const theirs =
    "teacherId" in whose
      ? sql`a.series_id IN (SELECT id FROM series WHERE teacher_id = ${whose.teacherId}::uuid)`
      : sql`a.student_id = ANY (${whose.studentIds}::uuid[]) AND a.kind <> 'guardian'`;
  return query<WaitingStep>(
    on,
    sql`SELECT a.series_id AS "seriesId", to_json(a.lesson_ids) AS "lessonIds", a.order_id AS "orderId",
               ${isoTime(sql`a.expires_at`)} AS until
          FROM approvals a WHERE ${theirs} AND ${isOpen(now)} ORDER BY a.created_at, a.id`,
  );
}

/** The parent who pays for a student and can sign in to answer: column `id`. */
function answeringPayer(student: Sql): Sql {
  return sql`(SELECT u.id FROM payers_of(${student}) payer JOIN users u ON u.id = payer AND NOT u.is_disabled)`;
}

/** Whether a student has a payer who can answer. */
export async function hasAnsweringPayer(on: Executor, studentId: string): Promise<boolean> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT payer.id FROM ${answeringPayer(sql`${studentId}::uuid`)} payer LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Returns the parent who pays for a student, if a step of so many złoty needs the payer; null: it does not, or the payer's
 * account is disabled.
 */
export async function findPayerToAsk(
  on: Executor,
  studentId: string,
  amount: number,
): Promise<string | null> {
  const [row] = await query<{ payer: string }>(
    on,
    sql`SELECT payer.id AS payer FROM centre_settings c, ${answeringPayer(sql`${studentId}::uuid`)} payer
         WHERE c.approval_above > 0 AND ${amount}::int > c.approval_above LIMIT 1`,
  );
  return row?.payer ?? null;
}

/** A lesson `l` that waits for no payer's agreement. */
export const NO_PAYER_ASKED = sql`NOT EXISTS (SELECT FROM approvals a
  WHERE a.student_id = l.student_id AND a.status = 'open' AND l.id = ANY (a.lesson_ids))`;

/** Counts the lessons of a student's subject and level that wait for the payer. */
export async function countWaitingLessons(
  on: Executor,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
): Promise<number> {
  const [row] = await query<{ count: number | null }>(
    on,
    sql`SELECT asked_lessons(${studentId}::uuid, ${subject}, ${level}) AS count`,
  );
  return row?.count ?? 0;
}

/** Returns the lessons of a student that wait for the payer. */
export async function findWaitingLessons(on: Executor, studentId: string): Promise<ReadonlySet<string>> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT unnest(a.lesson_ids) AS id FROM approvals a
         WHERE a.student_id = ${studentId}::uuid AND a.status = 'open'`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of these lessons to which a payer has to agree. */
export async function findWaitingAmong(
  on: Executor,
  lessonIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT w.id FROM lessons l JOIN approvals a ON a.series_id = l.series_id AND a.status = 'open'
          CROSS JOIN LATERAL unnest(a.lesson_ids) AS w(id)
         WHERE l.id = ANY(${lessonIds}::uuid[]) AND w.id = l.id`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Violates `approvals_guardian_key` where the same parent waits already. */
export async function insertApproval(
  tx: Tx,
  approval: {
    id: string;
    studentId: string;
    createdAt: Date;
    expiresAt: Date;
  } & (
    | { kind: "series"; seriesId: string; lessonIds: string[] }
    | { kind: "order"; orderId: string }
    | { kind: "guardian"; parentId: string }
  ),
): Promise<void> {
  await tx.approval.create({ data: approval, select: { id: true } });
}

/** Closes an open approval. Returns false if it is open no more. */
export async function closeApproval(
  tx: Tx,
  id: string,
  status: Exclude<ApprovalStatus, "open">,
  { at, by }: { at: Date; by: string | null },
): Promise<boolean> {
  const { count } = await tx.approval.updateMany({
    where: { id, status: "open" },
    data: { status, answeredAt: at, answeredById: by },
  });
  return count === 1;
}

/** Closes what waits for a payer about an order that its student took back. */
export async function withdrawOrderApproval(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx.approval.updateMany({
    where: { orderId, status: "open" },
    data: { status: "withdrawn", answeredAt: at },
  });
}

/** Closes what waits about a parent who became the student's guardian in another way. */
export async function withdrawGuardianApproval(
  tx: Tx,
  { parentId, studentId }: { parentId: string; studentId: string },
  at: Date,
): Promise<void> {
  await tx.approval.updateMany({
    where: { kind: "guardian", parentId, studentId, status: "open" },
    data: { status: "withdrawn", answeredAt: at },
  });
}

/** Closes what waits about a person: the student, or the parent who was to join. */
export async function withdrawApprovalsOf(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx.approval.updateMany({
    where: { OR: [{ studentId: personId }, { parentId: personId }], status: "open" },
    data: { status: "withdrawn", answeredAt: at },
  });
}

/** How long a student has to be without a payer before open requests go on without one: a payer is replaced in two steps. */
const WITHOUT_PAYER = "1 hour";

/**
 * Lists open requests of which the student's present payer was not told, the oldest first. `payerId` is null where for some
 * time the student has had no payer, or one whose account is disabled.
 */
export function listUnasked(
  on: Executor,
  now: Date,
  limit: number,
): Promise<{ id: string; kind: ApprovalKind; payerId: string | null }[]> {
  const changedSince = sql`h.at > ${now}::timestamptz - ${WITHOUT_PAYER}::interval`;
  return query(
    on,
    sql`SELECT a.id, a.kind, payer.id AS "payerId"
          FROM approvals a LEFT JOIN LATERAL ${answeringPayer(sql`a.student_id`)} payer ON true
         WHERE ${isOpen(now)} AND NOT EXISTS (
                 SELECT FROM notifications n WHERE n.recipient_id = payer.id AND n.kind = 'approval-asked'
                    AND n.facts ->> 'approvalId' = a.id::text)
           AND (payer.id IS NOT NULL OR NOT EXISTS (
                 SELECT FROM history_entries h WHERE h.student_id = a.student_id AND h.entity = 'guardianship'
                    AND ${changedSince})
           AND NOT EXISTS (
                 SELECT FROM payers_of(a.student_id) disabled
                   JOIN history_entries h ON h.entity = 'account' AND h.entity_id = disabled::text AND ${changedSince})
           AND NOT EXISTS (
                 SELECT FROM guardianships g WHERE g.student_id = a.student_id AND g.is_payer
                    AND (g.ended_at > ${now}::timestamptz - ${WITHOUT_PAYER}::interval
                         OR (g.last_day < warsaw_today() AND g.last_day >= warsaw_today() - 1))))
         ORDER BY a.created_at, a.id LIMIT ${limit}::int`,
  );
}

/** Returns approvals whose time for an answer is over, the oldest first. */
export async function findOverdueApprovals(on: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT id FROM approvals WHERE status = 'open' AND expires_at <= ${now}::timestamptz
         ORDER BY expires_at, id LIMIT ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}

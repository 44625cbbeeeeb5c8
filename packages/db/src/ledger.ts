import type {
  AvailableLessons,
  CivilDate,
  LedgerKind,
  Level,
  PaymentMethod,
  Subject,
  SubjectLevel,
} from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, rawSql, type Sql, sql } from "./sql";
import { isoTime, jsonArray, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A movement of prepaid lessons; `balance` is the running one of its subject and level. */
export type LedgerEntryRow = {
  id: string;
  createdAt: string;
  kind: LedgerKind;
  subject: Subject;
  level: Level;
  quantity: number;
  balance: number;
  lessonId: string | null;
  paymentId: string | null;
  /** The reason of an adjustment, a payment's description. */
  description: string;
  expiresOn: CivilDate | null;
  lesson: { date: CivilDate; block: number; teacherName: string; description: string } | null;
  payment: { moneyAmount: number; method: PaymentMethod } | null;
};

/**
 * The reason of an adjustment, or what a payment was for. Few entries have one. It is looked up by itself, so that
 * everything else is read from `ledger_entries_statement_idx` alone.
 */
const DESCRIPTION = sql`CASE
  WHEN e.kind = 'adjustment' THEN (SELECT a.description FROM ledger_entries a WHERE a.seq = e.seq)
  WHEN e.payment_id IS NOT NULL THEN (SELECT p.description FROM payments p WHERE p.id = e.payment_id)
  ELSE '' END`;

const ENTRY = sql`json_build_object(
  'id', e.id, 'createdAt', ${isoTime(sql`e.created_at`)}, 'kind', e.kind, 'subject', e.subject, 'level', e.level,
  'quantity', e.quantity, 'balance', e.balance, 'lessonId', e.lesson_id, 'paymentId', e.payment_id,
  'description', ${DESCRIPTION}, 'expiresOn', e.expires_on,
  'lesson', CASE WHEN l.id IS NOT NULL THEN json_build_object(
     'date', l.date, 'block', l.block, 'teacherName', rtrim(t.name || ' ' || t.surname),
     'description', l.description) END,
  'payment', CASE WHEN p.id IS NOT NULL THEN json_build_object('moneyAmount', p.money_amount, 'method', p.method) END)`;

const REFERENCES = sql`LEFT JOIN lessons l ON l.id = e.lesson_id LEFT JOIN users t ON t.id = l.teacher_id
  LEFT JOIN payments p ON p.id = e.payment_id`;

/** Returns a page of a student's ledger, in the order of the movements or the newest first. */
export async function listLedger(
  on: Executor,
  filter: PageQuery & { studentId: string; direction: "asc" | "desc" },
): Promise<{ items: LedgerEntryRow[]; total: number }> {
  const { studentId } = filter;
  const order = rawSql(filter.direction === "asc" ? "e.seq ASC" : "e.seq DESC");
  const rows = await query<{ total: number; items: LedgerEntryRow[] }>(
    on,
    sql`SELECT (SELECT count(*)::int FROM ledger_entries e WHERE e.student_id = ${studentId}::uuid) AS total,
               ${jsonArray(sql`SELECT ${ENTRY}
                       FROM (SELECT * FROM ledger_entries e WHERE e.student_id = ${studentId}::uuid
                              ORDER BY ${order} ${pageClause(filter)}) e ${REFERENCES}
                      ORDER BY ${order}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** REST's entry (rules §14) as JSON text, put together here: `row_to_json` takes PostgreSQL a third longer. */
const WIRE_ENTRY = sql`'{"_id":"' || e.id || '","createdAt":"' || ${isoTime(sql`e.created_at`)}
  || '","kind":"' || e.kind || '","subject":' || to_json(e.subject)
  || ',"quantity":' || e.quantity || ',"balance":' || e.balance
  || ',"lessonId":' || ${quotedOrNull(sql`e.lesson_id`)} || ',"paymentId":' || ${quotedOrNull(sql`e.payment_id`)}
  || ',"expiresOn":' || ${quotedOrNull(sql`e.expires_on`)}
  || ',"subjectLevel":' || to_json(e.level) || ',"desc":' || to_json(${DESCRIPTION}) || '}'`;

function quotedOrNull(column: Sql): Sql {
  return sql`coalesce('"' || ${column} || '"', 'null')`;
}

/**
 * Returns a page of a student's ledger, in the order of the movements, as the JSON text of REST's entries. Nobody reads
 * the entries on the way, so that a long ledger costs little more than finding it.
 */
export async function listLedgerJson(
  on: Executor,
  { studentId, ...page }: PageQuery & { studentId: string },
): Promise<{ items: string; total: number }> {
  const rows = await query<{ total: number; items: string }>(
    on,
    sql`SELECT (SELECT count(*)::int FROM ledger_entries e WHERE e.student_id = ${studentId}::uuid) AS total,
               (SELECT '[' || coalesce(string_agg(${WIRE_ENTRY}, ','), '') || ']'
                  FROM (SELECT * FROM ledger_entries e WHERE e.student_id = ${studentId}::uuid
                         ORDER BY e.seq ${pageClause(page)}) e) AS items`,
  );
  return rows[0] ?? { items: "[]", total: 0 };
}

/** Inserts an administrator's adjustment and returns it with its balance. */
export async function insertAdjustment(
  tx: Tx,
  adjustment: SubjectLevel & {
    studentId: string;
    quantity: number;
    description: string;
    createdAt: Date;
    createdById: string | null;
  },
): Promise<LedgerEntryRow> {
  const { studentId, subject, level, quantity, description, createdAt, createdById } = adjustment;
  const [inserted] = await query<{ id: string }>(
    tx,
    sql`INSERT INTO ledger_entries (kind, student_id, subject, level, quantity, description, created_at, created_by_id)
        VALUES ('adjustment', ${studentId}::uuid, ${subject}, ${level}, ${quantity}::int, ${description},
                ${createdAt}::timestamptz, ${createdById}::uuid)
        RETURNING id`,
  );
  const [row] = await query<{ entry: LedgerEntryRow }>(
    tx,
    sql`SELECT ${ENTRY} AS entry FROM ledger_entries e ${REFERENCES} WHERE e.id = ${inserted?.id ?? null}::uuid`,
  );
  if (!row) throw new Error("an inserted ledger entry was not found");
  return row.entry;
}

/** Returns lessons left per subject and level, where something was paid or used; below zero: lessons owed. */
export function loadBalance(on: Executor, studentId: string): Promise<AvailableLessons[]> {
  return query(
    on,
    sql`SELECT subject, level, balance AS available FROM ledger_accounts
         WHERE student_id = ${studentId}::uuid AND (active > 0 OR balance <> 0)`,
  );
}

/** Returns the lessons left of one subject and level. */
export async function loadAvailable(
  on: Executor,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
): Promise<number> {
  const [account] = await query<{ balance: number }>(
    on,
    sql`SELECT balance FROM ledger_accounts
         WHERE student_id = ${studentId}::uuid AND subject = ${subject} AND level = ${level}`,
  );
  return account?.balance ?? 0;
}

/** Lists what payments for a student's subject and level left over, lot by lot. */
export function listLots(
  on: Executor,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
): Promise<{ remaining: number; expiresOn: CivilDate | null }[]> {
  return query(
    on,
    sql`SELECT remaining, expires_on AS "expiresOn" FROM ledger_lots
         WHERE student_id = ${studentId}::uuid AND subject = ${subject} AND level = ${level} AND remaining > 0`,
  );
}

/** Lessons of a student that expire on one day. */
export type ExpiringLessons = SubjectLevel & { studentId: string; quantity: number; expiresOn: CivilDate };

/**
 * Lists how many lessons of a student will expire, per subject, level and day: those that no lesson up to that day needs, as
 * `lessons_lost` counts them.
 */
export function listExpiring(on: Executor, studentId: string): Promise<ExpiringLessons[]> {
  return query<ExpiringLessons>(
    on,
    sql`WITH days AS (
          SELECT student_id, subject, level, expires_on,
                 sum(sum(remaining)) OVER (PARTITION BY subject, level ORDER BY expires_on NULLS LAST)::int AS up_to,
                 sum(sum(remaining)) OVER (PARTITION BY subject, level)::int AS total
            FROM ledger_lots WHERE student_id = ${studentId}::uuid AND remaining > 0
           GROUP BY student_id, subject, level, expires_on),
        lost AS (
          SELECT d.*, max(greatest(0, up_to - owed_lessons_until(student_id, subject, level, total - a.balance, expires_on)))
                        OVER (PARTITION BY subject, level ORDER BY expires_on) AS lost
            FROM days d JOIN ledger_accounts a USING (student_id, subject, level) WHERE expires_on IS NOT NULL)
        SELECT student_id AS "studentId", subject, level, quantity, expires_on AS "expiresOn"
          FROM (SELECT *, lost - lag(lost, 1, 0) OVER (PARTITION BY subject, level ORDER BY expires_on) AS quantity
                  FROM lost) expiring
         WHERE quantity > 0`,
  );
}

/** Lists the subjects and levels of students of which lessons are left whose last day is over. */
export function findExpiredAccounts(
  on: Executor,
  today: CivilDate,
): Promise<(SubjectLevel & { studentId: string })[]> {
  return query(
    on,
    sql`SELECT DISTINCT l.student_id AS "studentId", l.subject, l.level FROM ledger_lots l
         WHERE l.remaining > 0 AND l.expires_on < ${today}::date ORDER BY 1, 2, 3`,
  );
}

/**
 * Lets lessons of these subjects and levels of students expire whose last day is over. Locks the accounts in their order, so
 * that any number of callers never wait for each other in a circle.
 */
export async function insertExpiries(
  tx: Tx,
  today: CivilDate,
  due: readonly (SubjectLevel & { studentId: string })[],
): Promise<ExpiringLessons[]> {
  const accounts = sql`unnest(${due.map(({ studentId }) => studentId)}::uuid[],
    ${due.map(({ subject }) => subject)}::text[], ${due.map(({ level }) => level)}::text[])
    AS due (student_id, subject, level)`;
  await query(
    tx,
    sql`SELECT FROM ledger_accounts a JOIN ${accounts} USING (student_id, subject, level)
         ORDER BY a.student_id, a.subject, a.level FOR NO KEY UPDATE OF a`,
  );
  return query(
    tx,
    sql`INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lot_id)
        SELECT 'expiry', -l.remaining, l.student_id, l.subject, l.level, l.id
          FROM ledger_lots l JOIN ${accounts} USING (student_id, subject, level)
         WHERE l.remaining > 0 AND l.expires_on < ${today}::date
         ORDER BY l.student_id, l.subject, l.level, l.expires_on, l.id
        RETURNING student_id AS "studentId", subject, level, -quantity AS quantity, expires_on AS "expiresOn"`,
  );
}

/** Lists the students of lessons that expire between two days (both included) and that were not announced yet. */
export async function findStudentsToWarn(
  on: Executor,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT DISTINCT student_id AS id FROM ledger_lots
         WHERE remaining > 0 AND expires_on BETWEEN ${from}::date AND ${to}::date AND warned_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks lessons of these students that expire between two days (both included) as announced and returns those that were not
 * yet. Leaves out lots that another caller is announcing.
 */
export function takeExpiryWarnings(
  tx: Tx,
  { from, to, now, studentIds }: { from: CivilDate; to: CivilDate; now: Date; studentIds: readonly string[] },
): Promise<ExpiringLessons[]> {
  return query(
    tx,
    sql`UPDATE ledger_lots SET warned_at = ${now}::timestamptz WHERE id IN (
          SELECT id FROM ledger_lots
           WHERE student_id = ANY(${studentIds}::uuid[]) AND remaining > 0
             AND expires_on BETWEEN ${from}::date AND ${to}::date AND warned_at IS NULL
           ORDER BY expires_on, id FOR UPDATE SKIP LOCKED)
        RETURNING student_id AS "studentId", subject, level, remaining AS quantity, expires_on AS "expiresOn"`,
  );
}

/**
 * Returns how many lessons of a payment are still unused, with those that it paid for after they were booked and that were
 * given back since.
 */
export async function countUnusedLessons(on: Executor, paymentId: string): Promise<number> {
  const [row] = await query<{ unused: number }>(
    on,
    sql`SELECT coalesce(sum(lessons), 0)::int AS unused FROM unused_lessons(${paymentId}::uuid)`,
  );
  return row?.unused ?? 0;
}

/**
 * Takes unused lessons of a payment back, because their price was refunded. The database rejects more than are unused
 * and a second refund of a payment.
 */
export async function insertRefund(
  tx: Tx,
  refund: SubjectLevel & {
    studentId: string;
    paymentId: string;
    quantity: number;
    createdAt: Date;
    createdById: string | null;
  },
): Promise<void> {
  const { studentId, paymentId, subject, level, quantity, createdAt, createdById } = refund;
  await execute(
    tx,
    sql`INSERT INTO ledger_entries (kind, student_id, subject, level, quantity, payment_id, created_at, created_by_id)
        VALUES ('refund', ${studentId}::uuid, ${subject}, ${level}, ${-quantity}::int, ${paymentId}::uuid,
                ${createdAt}::timestamptz, ${createdById}::uuid)`,
  );
}

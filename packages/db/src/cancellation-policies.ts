import type { CancellationCost, CancellationPolicy, CivilDate, CutOff } from "@korki/domain";
import type { Executor } from "./client";
import { IS_PARTNER } from "./lessons";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A version of the rules for cancelling, with when it was made. */
export type PolicyRow = CancellationPolicy & { createdAt: string };

const POLICY = sql`p.version, p.late, p.free_late_per_month AS "freeLatePerMonth", p.pay_teacher AS "payTeacher",
  p.credit_days AS "creditDays", p.cut_off_hours AS hours, p.cut_off_day_before AS "dayBefore",
  ${isoTime(sql`p.created_at`)} AS "createdAt"`;

type StoredPolicy = {
  version: number;
  late: CancellationCost;
  freeLatePerMonth: number;
  payTeacher: boolean;
  creditDays: number | null;
  hours: number | null;
  dayBefore: string | null;
  createdAt: string;
};

/** The policy of a lesson that may have none. */
type MaybePolicy = { [Field in keyof StoredPolicy]: StoredPolicy[Field] | null };

function read({ hours, dayBefore, ...policy }: StoredPolicy): PolicyRow {
  let cutOff: CutOff | null = null;
  if (hours !== null) cutOff = { hours };
  else if (dayBefore !== null) cutOff = { dayBeforeAt: dayBefore };
  return { ...policy, cutOff };
}

/** Returns the versions, newest first; `limit` at most. The first one is in force. */
export async function listPolicies(on: Executor, limit: number | null): Promise<PolicyRow[]> {
  const rows = await query<StoredPolicy>(
    on,
    sql`SELECT ${POLICY} FROM cancellation_policies p ORDER BY p.version DESC LIMIT ${limit}::int`,
  );
  return rows.map(read);
}

/** Adds a version after the one that was seen (0: none yet); false if there is another by now. */
export async function insertPolicy(
  tx: Tx,
  { version, ...policy }: CancellationPolicy,
  createdAt: Date,
  createdById: string,
): Promise<boolean> {
  const { cutOff, late, freeLatePerMonth, payTeacher, creditDays } = policy;
  const hours = cutOff && "hours" in cutOff ? cutOff.hours : null;
  const dayBefore = cutOff && "dayBeforeAt" in cutOff ? cutOff.dayBeforeAt : null;
  const inserted = await execute(
    tx,
    sql`INSERT INTO cancellation_policies (version, cut_off_hours, cut_off_day_before, late, free_late_per_month,
                                           pay_teacher, credit_days, created_at, created_by_id)
        SELECT ${version}::int + 1, ${hours}::int, ${dayBefore}, ${late}, ${freeLatePerMonth}::int, ${payTeacher}::boolean,
               ${creditDays}::int, ${createdAt}::timestamptz, ${createdById}::uuid
         WHERE (SELECT coalesce(max(version), 0) FROM cancellation_policies) = ${version}::int
        ON CONFLICT (version) DO NOTHING`,
  );
  return inserted === 1;
}

/** A lesson's own policy, and how many of the month's late cancellations its student has had free. */
export type LessonPolicy = {
  lessonId: string;
  policy: CancellationPolicy | null;
  usedAllowance: number;
  /** The block whose start sets the limit: of a double lesson the earlier one (rules §34). */
  limitBlock: number;
};

/** Returns the policy that each of these lessons keeps, and the allowance used in its month by its student. */
export async function findLessonPolicies(
  on: Executor,
  lessonIds: readonly string[],
): Promise<Map<string, LessonPolicy>> {
  const rows = await query<MaybePolicy & { lessonId: string; usedAllowance: number; limitBlock: number }>(
    on,
    sql`SELECT l.id AS "lessonId", ${POLICY},
               least(l.block, (SELECT min(p.block) FROM lessons p WHERE ${IS_PARTNER})) AS "limitBlock",
               CASE WHEN p.free_late_per_month > 0 THEN (
                 SELECT count(*)::int FROM lessons f
                  WHERE f.student_id = l.student_id AND f.late_free AND f.deleted_at IS NULL
                    AND f.date >= date_trunc('month', l.date) AND f.date < date_trunc('month', l.date) + interval '1 month')
               ELSE 0 END AS "usedAllowance"
          FROM lessons l LEFT JOIN cancellation_policies p ON p.version = l.cancellation_policy_version
         WHERE l.id = ANY(${lessonIds}::uuid[])`,
  );
  return new Map(
    rows.map(({ lessonId, usedAllowance, limitBlock, ...stored }) => {
      const policy = hasPolicy(stored) ? read(stored) : null;
      return [lessonId, { lessonId, policy, usedAllowance, limitBlock }];
    }),
  );
}

function hasPolicy(stored: MaybePolicy): stored is StoredPolicy {
  return stored.version !== null;
}

/** Locks students until the transaction ends, so that an allowance is not used twice. */
export async function lockAllowances(tx: Tx, studentIds: readonly string[]): Promise<void> {
  await query(tx, sql`SELECT FROM users WHERE id = ANY(${studentIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
}

/** An open decision, with when the lesson was cancelled. */
export type OpenDecision = {
  id: string;
  version: number;
  teacherId: string;
  studentId: string;
};

/** Returns the ids of the lessons whose decision has been open since an instant or longer. */
export async function findOverdueDecisions(on: Executor, cancelledBy: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT id FROM lessons
         WHERE ${isOverdue(cancelledBy)} ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns those of the lessons whose decision is still open, locked. */
export function lockOverdueDecisions(
  tx: Tx,
  cancelledBy: Date,
  ids: readonly string[],
): Promise<OpenDecision[]> {
  return query(
    tx,
    sql`SELECT id, version, teacher_id AS "teacherId", student_id AS "studentId" FROM lessons
         WHERE id = ANY(${ids}::uuid[]) AND ${isOverdue(cancelledBy)}
         ORDER BY id FOR UPDATE SKIP LOCKED`,
  );
}

/** Returns whether the decision about a lesson was left open for too long: whether it was cancelled by then. */
export async function isDecisionOverdue(on: Executor, lessonId: string, cancelledBy: Date): Promise<boolean> {
  const rows = await query(
    on,
    sql`SELECT FROM lessons WHERE id = ${lessonId}::uuid AND ${isOverdue(cancelledBy)}`,
  );
  return rows.length > 0;
}

function isOverdue(cancelledBy: Date): Sql {
  return sql`late_decision = 'open' AND deleted_at IS NULL AND cancelled_at <= ${cancelledBy}::timestamptz`;
}

/** Charges lessons whose decision was left open. */
export async function chargeLessons(tx: Tx, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`UPDATE lessons SET charged = true, late_decision = NULL, version = version + 1, updated_at = product_clock_timestamp()
         WHERE id = ANY(${ids}::uuid[])`,
  );
}

/** Whether a payout run has settled the month of a lesson for its teacher. */
export async function isMonthSettled(
  on: Executor,
  { teacherId, date }: { teacherId: string; date: CivilDate },
): Promise<boolean> {
  const [row] = await query<{ settled: boolean }>(
    on,
    sql`SELECT is_month_settled(${teacherId}::uuid, date_trunc('month', ${date}::date)::date) AS settled`,
  );
  return row?.settled ?? false;
}

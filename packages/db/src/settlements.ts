import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { openLines } from "./settlement-lines";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

type SettlementState = "open" | "proposed" | "accepted";

/** A lesson of a teacher's month, or what a lesson of an accepted month earns otherwise since; whole złoty. */
export type StatementLineRow = {
  teacherId: string;
  lessonId: string;
  kind: "lesson" | "correction";
  amount: number;
  date: CivilDate;
  block: number;
  studentId: string;
  status: LessonStatus;
};

/** A teacher's month ("YYYY-MM-01"). */
export type SettlementRow = {
  teacherId: string;
  state: SettlementState;
  version: number;
  fingerprint: string;
  total: number;
  /** See `UNTIL`; null: not proposed. */
  until: CivilDate | null;
};

export type ObjectionRow = {
  lineId: string;
  teacherId: string;
  kind: "lesson" | "correction" | "missing";
  lessonId: string | null;
  date: CivilDate | null;
  block: number | null;
  studentId: string | null;
  status: LessonStatus | null;
  text: string;
  answer: string | null;
  state: "open" | "accepted" | "rejected";
  answeredAt: string | null;
};

/** Days of silence after an answer until a month is accepted. */
export const ANSWER_DAYS = 7;

/** The teacher's last day to accept or object to the month `s`: as proposed, or `ANSWER_DAYS` after the last answer. */
export const UNTIL = sql`greatest(s.until, (
  SELECT ((max(b.answered_at) + make_interval(hours => ${ANSWER_DAYS * 24}::int)) AT TIME ZONE 'Europe/Warsaw')::date
    FROM settlement_objections b WHERE b.teacher_id = s.teacher_id AND b.month = s.month))`;

const ROW = sql`s.teacher_id AS "teacherId", s.state, s.version, s.fingerprint, s.total, ${UNTIL} AS until`;

/** Since when months are settled; null: they are not. */
export async function findSettlementSince(on: Executor): Promise<Date | null> {
  const [row] = await query<{ since: Date | null }>(
    on,
    sql`SELECT settlement_since AS since FROM centre_settings`,
  );
  return row?.since ?? null;
}

/** Switches settlement on, from now, or off; false: it was so already. */
export async function switchSettlement(tx: Tx, since: Date | null): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`UPDATE centre_settings SET settlement_since = ${since}::timestamptz
         WHERE (settlement_since IS NULL) <> (${since}::timestamptz IS NULL)`,
  );
  return changed === 1;
}

/** Takes a month's proposal by itself; false where that was done, or where settlement began after `moment`. */
export async function takeProposal(tx: Tx, month: CivilDate, moment: Date): Promise<boolean> {
  const taken = await execute(
    tx,
    sql`UPDATE centre_settings SET settlement_proposed = ${month}::date
         WHERE settlement_since < ${moment}::timestamptz AND coalesce(settlement_proposed, '-infinity') < ${month}::date`,
  );
  return taken === 1;
}

const LINE = sql`o.teacher_id AS "teacherId", o.lesson_id AS "lessonId", o.kind, o.amount, o.date, o.block,
  o.student_id AS "studentId", o.status`;

function whoseLines(teacherId: string | undefined): Sql {
  return teacherId === undefined ? sql`true` : sql`t.teacher_id = ${teacherId}::uuid`;
}

/** Lines of a month that is not accepted, of one teacher or of all, by day. */
export function listOpenLines(
  on: Executor,
  month: CivilDate,
  teacherId?: string,
): Promise<StatementLineRow[]> {
  return query<StatementLineRow>(
    on,
    sql`SELECT ${LINE} FROM (${openLines(whoseLines(teacherId))}) o WHERE o.month = ${month}::date
         ORDER BY o.teacher_id, o.date, o.block, o.lesson_id, o.kind`,
  );
}

/** Lines of an accepted month, by day. */
export function listFrozenLines(
  on: Executor,
  month: CivilDate,
  teacherId: string,
): Promise<StatementLineRow[]> {
  return query<StatementLineRow>(
    on,
    sql`SELECT ${LINE} FROM settlement_lines o WHERE o.teacher_id = ${teacherId}::uuid AND o.month = ${month}::date
         ORDER BY o.date, o.block, o.lesson_id, o.kind`,
  );
}

/** A teacher's month, accepted or not, by day: what each lesson is now, and what it earned there. */
export function listStatementLessons(
  on: Executor,
  month: CivilDate,
  teacherId: string,
): Promise<
  (Pick<StatementLineRow, "lessonId" | "kind" | "amount" | "date" | "status"> & {
    subject: Subject;
    level: Level;
  })[]
> {
  const whose = whoseLines(teacherId);
  return query(
    on,
    sql`SELECT s.lesson_id AS "lessonId", s.kind, s.amount, s.date, s.status, l.subject, l.level
          FROM (SELECT t.month, t.lesson_id, t.kind, t.amount, t.date, t.block, t.status FROM settlement_lines t WHERE ${whose}
                 UNION ALL
                SELECT o.month, o.lesson_id, o.kind, o.amount, o.date, o.block, o.status FROM (${openLines(whose)}) o) s
          JOIN lessons l ON l.id = s.lesson_id
         WHERE s.month = ${month}::date ORDER BY s.date, s.block, s.lesson_id, s.kind`,
  );
}

/** Locks a teacher's month until the transaction ends; null: nobody has looked at it. */
export async function lockSettlement(
  tx: Tx,
  month: CivilDate,
  teacherId: string,
): Promise<SettlementRow | null> {
  const rows = await query<SettlementRow>(
    tx,
    sql`SELECT ${ROW} FROM settlements s WHERE s.teacher_id = ${teacherId}::uuid AND s.month = ${month}::date FOR UPDATE`,
  );
  return rows[0] ?? null;
}

/** A month of one teacher or of all. */
export function listSettlements(
  on: Executor,
  month: CivilDate,
  teacherId?: string,
): Promise<SettlementRow[]> {
  const whose = teacherId === undefined ? sql`true` : sql`s.teacher_id = ${teacherId}::uuid`;
  return query<SettlementRow>(
    on,
    sql`SELECT ${ROW} FROM settlements s WHERE s.month = ${month}::date AND ${whose}`,
  );
}

/** Counts a month up where its lines are others than the last time that somebody looked. */
export async function countVersions(
  tx: Tx,
  month: CivilDate,
  found: readonly { teacherId: string; fingerprint: string; total: number }[],
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO settlements (teacher_id, month, fingerprint, total)
        SELECT "teacherId", ${month}::date, fingerprint, total
          FROM json_to_recordset(${JSON.stringify(found)}::json) AS found ("teacherId" uuid, fingerprint text, total int)
         ORDER BY 1
        ON CONFLICT (teacher_id, month) DO UPDATE
          SET version = settlements.version + 1, fingerprint = EXCLUDED.fingerprint, total = EXCLUDED.total
        WHERE settlements.state <> 'accepted' AND settlements.fingerprint <> EXCLUDED.fingerprint`,
  );
}

/** Proposes the open months of these teachers. Returns those whose month was open. */
export async function markProposed(
  tx: Tx,
  month: CivilDate,
  teacherIds: readonly string[],
  until: CivilDate,
): Promise<{ teacherId: string; total: number }[]> {
  return query(
    tx,
    sql`UPDATE settlements s SET state = 'proposed', until = ${until}::date
         WHERE s.month = ${month}::date AND s.teacher_id = ANY(${teacherIds}::uuid[]) AND s.state = 'open'
        RETURNING s.teacher_id AS "teacherId", s.total`,
  );
}

/** Freezes a month with these lines, and with what the lessons of its objections are now. */
export async function markAccepted(
  tx: Tx,
  month: CivilDate,
  teacherId: string,
  lines: readonly (StatementLineRow & { id: string })[],
  { at, by }: { at: Date; by: string | null },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE settlements SET state = 'accepted', accepted_at = ${at}::timestamptz, accepted_by_id = ${by}::uuid
         WHERE teacher_id = ${teacherId}::uuid AND month = ${month}::date AND state = 'proposed'`,
  );
  await execute(
    tx,
    sql`INSERT INTO settlement_lines (id, teacher_id, month, lesson_id, kind, amount, date, block, student_id, status)
        SELECT id, ${teacherId}::uuid, ${month}::date, "lessonId", kind, amount, date, block, "studentId", status
          FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line (
                 id uuid, "lessonId" uuid, kind text, amount int, date date, block smallint, "studentId" uuid, status text)`,
  );
  await execute(
    tx,
    sql`UPDATE settlement_objections b SET date = l.date, block = l.block, student_id = l.student_id, status = l.status
          FROM lessons l WHERE l.id = b.lesson_id AND b.teacher_id = ${teacherId}::uuid AND b.month = ${month}::date`,
  );
}

/** A month's objections of one teacher or of all, the oldest first. */
export function listObjections(on: Executor, month: CivilDate, teacherId?: string): Promise<ObjectionRow[]> {
  const whose = teacherId === undefined ? sql`true` : sql`b.teacher_id = ${teacherId}::uuid`;
  return query<ObjectionRow>(
    on,
    sql`SELECT b.line_id AS "lineId", b.teacher_id AS "teacherId", b.kind, b.lesson_id AS "lessonId",
               coalesce(b.date, l.date) AS date, coalesce(b.block, l.block) AS block,
               coalesce(b.student_id, l.student_id) AS "studentId", coalesce(b.status, l.status) AS status,
               b.text, b.answer, b.state, ${isoTime(sql`b.answered_at`)} AS "answeredAt"
          FROM settlement_objections b LEFT JOIN lessons l ON l.id = b.lesson_id
         WHERE b.month = ${month}::date AND ${whose} ORDER BY b.created_at, b.line_id`,
  );
}

/** Objects to a line, or says it otherwise while nobody has answered; false: somebody has. */
export async function saveObjection(
  tx: Tx,
  month: CivilDate,
  objection: Pick<ObjectionRow, "lineId" | "teacherId" | "kind" | "lessonId" | "text"> & { createdAt: Date },
): Promise<boolean> {
  const { lineId, teacherId, kind, lessonId, text, createdAt } = objection;
  const saved = await execute(
    tx,
    sql`INSERT INTO settlement_objections AS b (line_id, teacher_id, month, kind, lesson_id, text, created_at)
        VALUES (${lineId}::uuid, ${teacherId}::uuid, ${month}::date, ${kind}, ${lessonId}::uuid, ${text}, ${createdAt}::timestamptz)
        ON CONFLICT (line_id) DO UPDATE SET text = EXCLUDED.text WHERE b.state = 'open'`,
  );
  return saved === 1;
}

/** Answers an open objection; false: it is none. */
export async function answerObjection(
  tx: Tx,
  answer: { lineId: string; answer: string; accepted: boolean; at: Date; by: string },
): Promise<boolean> {
  const answered = await execute(
    tx,
    sql`UPDATE settlement_objections SET answer = ${answer.answer}, answered_at = ${answer.at}::timestamptz,
               answered_by_id = ${answer.by}::uuid, state = ${answer.accepted ? "accepted" : "rejected"}
         WHERE line_id = ${answer.lineId}::uuid AND state = 'open'`,
  );
  return answered === 1;
}

/** Proposed months whose time is over and to which nobody objects: silence accepts them. */
export function listSilent(
  on: Executor,
  {
    day,
    answeredBefore,
    teacherId,
  }: { day: CivilDate; answeredBefore: Date; teacherId?: string | undefined },
): Promise<{ teacherId: string; month: CivilDate }[]> {
  const whose = teacherId === undefined ? sql`true` : sql`s.teacher_id = ${teacherId}::uuid`;
  return query(
    on,
    sql`SELECT s.teacher_id AS "teacherId", s.month FROM settlements s
         WHERE s.state = 'proposed' AND s.until < ${day}::date AND ${whose}
           AND NOT EXISTS (SELECT FROM settlement_objections b WHERE b.teacher_id = s.teacher_id AND b.month = s.month
                              AND (b.state = 'open' OR b.answered_at > ${answeredBefore}::timestamptz))
         ORDER BY s.month, s.teacher_id`,
  );
}

/** Names of people, for screens. */
export async function listNames(
  on: Executor,
  ids: readonly string[],
): Promise<{ id: string; name: string; surname: string }[]> {
  const rows = await query<{ person: { id: string; name: string; surname: string } }>(
    on,
    sql`SELECT ${nameJson(sql`u`)} AS person FROM users u WHERE u.id = ANY(${ids}::uuid[])`,
  );
  return rows.map(({ person }) => person);
}

import type { BlockSpan, CivilDate, LessonStatus, Level, Subject, Weekday } from "@korki/domain";
import type { ApprovalRow } from "./approvals";
import type { Database } from "./client";
import { unreadOf } from "./conversations";
import type { SuspectOutcome } from "./provider-notifications";
import { joinSql, query, rawSql, type Sql, sql } from "./sql";

/** The moment of asking: the day in Warsaw, and how many of its blocks have started and ended. */
export type AttentionMoment = { today: CivilDate; started: number; ended: number; now: Date };

/** Facts of one line; what a kind does not know is null. */
export type AttentionRow = {
  lessonId: string | null;
  studentId: string | null;
  teacherId: string | null;
  trialLessonId: string | null;
  teacherName: string | null;
  studentName: string | null;
  date: CivilDate | null;
  /** `2026-11`, of a month's bill, settlement or invoice. */
  month: string | null;
  block: number | null;
  /** 2: with the later hour of a double lesson. */
  blocks: BlockSpan | null;
  /** Whether the lesson is one of a planned double lesson. */
  isDouble: boolean | null;
  subject: Subject | null;
  level: Level | null;
  meetingLink: string | null;
  status: LessonStatus | null;
  version: number | null;
  proposalId: string | null;
  /** The slot that is proposed instead. */
  toDate: CivilDate | null;
  toBlock: number | null;
  /** A wish to move a weekly lesson, from one weekday to another. */
  seriesId: string | null;
  moveId: string | null;
  weekday: Weekday | null;
  toWeekday: Weekday | null;
  everyWeeks: number | null;
  documentId: string | null;
  notificationId: string | null;
  invoiceId: string | null;
  billId: string | null;
  payerId: string | null;
  /** What a child wants from the parent who pays. */
  approvalId: string | null;
  asked: ApprovalRow | null;
  /** What a student is to do. */
  homework: string | null;
  /** Until when a slot is held; ISO 8601. */
  heldUntil: string | null;
  /** Of a payment provider's notification. */
  outcome: SuspectOutcome | null;
  /** Words, lessons or złoty, by kind. */
  words: string | null;
  number: number | null;
};

/** Which lines of a kind. */
export type AttentionRange = { limit: number; offset: number };

/** How many there are, and those of a range. */
export type AttentionRows = { count: number; items: Partial<AttentionRow>[] };

/** A statement that returns one `AttentionRows`. */
export type AttentionQuery = Sql;

/** Whose lessons: a teacher's, those of students, or everybody's. */
export type LessonScope = { teacherId?: string; studentIds?: readonly string[] };

/**
 * Reads several kinds in one statement. The ranges of dates have two ends or are `unseen`, so that PostgreSQL reuses the
 * plan: it plans a range with one end again at each call, which takes longer than the reading.
 */
export async function readAttention(
  db: Database,
  queries: readonly AttentionQuery[],
): Promise<AttentionRows[]> {
  const [row] = await query<Record<string, AttentionRows>>(
    db,
    sql`SELECT ${joinSql(queries.map((each, at) => sql`(SELECT row_to_json(kind) FROM (${each}) kind) AS ${rawSql(`kind_${at}`)}`))}`,
  );
  return queries.map((_, at) => row?.[`kind_${at}`] ?? { count: 0, items: [] });
}

/** Counts the lines of several kinds and what a person has not read, `most` of each conversation, in one statement. */
export async function countAttention(
  db: Database,
  queries: readonly AttentionQuery[],
  { readerId, most }: { readerId: string; most: number },
): Promise<number> {
  const unread = sql`SELECT sum(count)::int AS count FROM (${unreadOf(readerId, most)}) conversation`;
  const counts = [...queries, unread].map((each) => sql`coalesce((SELECT count FROM (${each}) kind), 0)`);
  const [row] = await query<{ count: number }>(db, sql`SELECT ${joinSql(counts, " + ")} AS count`);
  return row?.count ?? 0;
}

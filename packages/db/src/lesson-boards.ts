import { DRAWN_KINDS, type Draft, type Operation } from "@korki/board";
import type { CivilDate, Level, Subject } from "@korki/domain";
import type { Database, Executor } from "./client";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { isoTime, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

/** An operation of the log with the time at which it was taken. */
export type LoggedOperation = Operation & { at: string };

/** Returns the number of the last operation on a lesson's board; 0 where nobody drew. */
export async function findLastSeq(on: Executor, lessonId: string): Promise<number> {
  const [row] = await query<{ lastSeq: number }>(
    on,
    sql`SELECT last_seq AS "lastSeq" FROM lesson_boards WHERE lesson_id = ${lessonId}::uuid`,
  );
  return row?.lastSeq ?? 0;
}

/** What an operation is, without a stroke's points, which no rule asks for. */
const RULED: Sql = sql`CASE WHEN o.kind = 'stroke' THEN '{"points":[]}'::json ELSE o.body END`;

/** An operation `o` of the log. */
function logged(body: Sql): Sql {
  return sql`o.seq, o.author_id AS "authorId", o.key, o.page, o.kind, ${body} AS body,
    ${isoTime(sql`o.created_at`)} AS at`;
}

function operationsSince(body: Sql, lessonId: string, since: number, most: number | null): Sql {
  return sql`SELECT ${logged(body)}
               FROM board_operations o WHERE o.lesson_id = ${lessonId}::uuid AND o.seq > ${since}::int
              ORDER BY o.seq LIMIT ${most}::int`;
}

/** Returns the operations after a number, in their order, at most so many (null: all). */
export function listOperations(
  on: Executor,
  { lessonId, since, most }: { lessonId: string; since: number; most: number | null },
): Promise<LoggedOperation[]> {
  return query<LoggedOperation>(on, operationsSince(sql`o.body`, lessonId, since, most));
}

/** Returns the last operation on each of these lessons' boards; none of a board on which nobody drew. */
export function listLastOperations(
  on: Executor,
  lessonIds: readonly string[],
): Promise<(LoggedOperation & { lessonId: string })[]> {
  return query<LoggedOperation & { lessonId: string }>(
    on,
    sql`SELECT o.lesson_id AS "lessonId", ${logged(sql`o.body`)}
          FROM lesson_boards b JOIN board_operations o ON o.lesson_id = b.lesson_id AND o.seq = b.last_seq
         WHERE b.lesson_id = ANY(${lessonIds}::uuid[])`,
  );
}

/** Returns all operations after a number, in their order; strokes without their points. */
export function listRuledOperations(
  on: Executor,
  lessonId: string,
  since: number,
): Promise<LoggedOperation[]> {
  return query<LoggedOperation>(on, operationsSince(RULED, lessonId, since, null));
}

/** Operations to add to a lesson's log, whose last one so far has the number `after`. */
type Addition = {
  lessonId: string;
  after: number;
  operations: readonly (Draft & { seq: number; authorId: string })[];
  now: Date;
  /** The process that shows them to its own windows; by default none does. */
  shownBy?: string | undefined;
};

/**
 * Adds the next operations to a lesson's log and signals that to every process, in one statement. Returns false, and adds
 * nothing, where the log has others by now or the lesson is gone.
 */
export async function addOperations(
  on: Executor,
  { lessonId, after, operations, now, shownBy = "call" }: Addition,
): Promise<boolean> {
  const bodies = operations.map(({ body }) => JSON.stringify(body));
  const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  const upTo = after + operations.length;
  const signal = { from: shownBy, lessonId, since: after, upTo };
  // The shared lock keeps the lesson from being deleted meanwhile, and waits for who has locked its room.
  const signalled = await execute(
    on,
    sql`WITH lesson AS (
          SELECT l.id FROM lessons l WHERE l.id = ${lessonId}::uuid AND l.deleted_at IS NULL FOR SHARE
        ), grown AS (
          INSERT INTO lesson_boards AS b (lesson_id, last_seq, bytes) SELECT id, ${upTo}::int, ${bytes}::int FROM lesson
          ON CONFLICT (lesson_id) DO UPDATE SET last_seq = excluded.last_seq, bytes = b.bytes + excluded.bytes
           WHERE b.last_seq = ${after}::int
          RETURNING b.lesson_id
        ), added AS (
          INSERT INTO board_operations (lesson_id, seq, key, author_id, page, kind, body, created_at)
          SELECT g.lesson_id, o.seq, o.key, o.author_id, o.page, o.kind, o.body::json, ${now}::timestamptz
            FROM grown g, unnest(${operations.map(({ seq }) => seq)}::int[], ${operations.map(({ key }) => key)}::uuid[],
                                 ${operations.map(({ authorId }) => authorId)}::uuid[],
                                 ${operations.map(({ page }) => page)}::smallint[],
                                 ${operations.map(({ kind }) => kind)}::text[], ${bodies}::text[])
                   AS o (seq, key, author_id, page, kind, body)
        )
        SELECT pg_notify('korki_boards', ${JSON.stringify(signal)}) FROM grown`,
  );
  return signalled > 0;
}

/** Creates the board of a lesson unless it has one. */
async function makeBoard(tx: Tx, lessonId: string): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO lesson_boards (lesson_id, last_seq, bytes) VALUES (${lessonId}::uuid, 0, 0) ON CONFLICT DO NOTHING`,
  );
}

export type BoardPictureRow = { id: string; content: Buffer };

/** Returns how many pictures a board has, and which of them is this person's of the same file. */
export async function findPictureSpace(
  tx: Tx,
  { lessonId, authorId, digest }: { lessonId: string; authorId: string; digest: string },
): Promise<{ count: number; same: string | null }> {
  const [row] = await query<{ count: number; same: string | null }>(
    tx,
    sql`SELECT count(*)::int AS count,
               (array_agg(id) FILTER (WHERE author_id = ${authorId}::uuid AND digest = decode(${digest}, 'hex')))[1] AS same
          FROM board_pictures WHERE lesson_id = ${lessonId}::uuid`,
  );
  return row ?? { count: 0, same: null };
}

/** Adds a picture to a lesson's board. The caller has locked the lesson. */
export async function insertPicture(
  tx: Tx,
  picture: { id: string; lessonId: string; authorId: string; digest: string; content: Buffer; now: Date },
): Promise<void> {
  const { id, lessonId, authorId, digest, content, now } = picture;
  await makeBoard(tx, lessonId);
  await tx.boardPicture.create({
    data: {
      id,
      lessonId,
      authorId,
      createdAt: now,
      digest: Uint8Array.from(Buffer.from(digest, "hex")),
      content: Uint8Array.from(content),
    },
  });
}

/** Returns a board's pictures by id, and which of another board's is the same file of the same person. */
export function findPicturesOf(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<{ id: string; same: string | null }[]> {
  return query(
    tx,
    sql`SELECT p.id, t.id AS same
          FROM board_pictures p LEFT JOIN board_pictures t
               ON t.lesson_id = ${to}::uuid AND t.author_id = p.author_id AND t.digest = p.digest
         WHERE p.lesson_id = ${from}::uuid`,
  );
}

/**
 * Copies pictures of one board to another under new ids, each with its author. The caller has locked the other lesson, and
 * names none that its board has.
 */
export async function copyPictures(
  tx: Tx,
  { from, to, ids }: { from: string; to: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  await makeBoard(tx, to);
  await execute(
    tx,
    sql`INSERT INTO board_pictures (id, lesson_id, author_id, digest, content, created_at)
        SELECT c.copy, ${to}::uuid, p.author_id, p.digest, p.content, p.created_at
          FROM unnest(${[...ids.keys()]}::uuid[], ${[...ids.values()]}::uuid[]) AS c (id, copy)
          JOIN board_pictures p ON p.id = c.id AND p.lesson_id = ${from}::uuid`,
  );
}

/** Returns the pictures of a board by id. */
export async function findPictureIds(on: Executor, lessonId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT id FROM board_pictures WHERE lesson_id = ${lessonId}::uuid`,
  );
  return rows.map(({ id }) => id);
}

/** Returns pictures of a lesson's board: those with these ids. */
export function findPictures(
  on: Executor,
  lessonId: string,
  ids: readonly string[],
): Promise<BoardPictureRow[]> {
  return query(
    on,
    sql`SELECT id, content FROM board_pictures WHERE lesson_id = ${lessonId}::uuid AND id = ANY(${ids}::uuid[])`,
  );
}

/** What stands over a board. */
export type BoardTitle = {
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  teacherName: string;
  studentName: string;
  authors: { id: string; name: string }[];
  /** A digest of the texts, in which the erasure of a person changes names; null: there are none. */
  words: string | null;
};

export async function findBoardTitle(on: Executor, lessonId: string): Promise<BoardTitle | null> {
  const [row] = await query<BoardTitle>(
    on,
    sql`SELECT l.date, l.block, l.subject, l.level, rtrim(t.name || ' ' || t.surname) AS "teacherName",
               rtrim(s.name || ' ' || s.surname) AS "studentName",
               (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', rtrim(u.name || ' ' || u.surname)) ORDER BY u.id), '[]')
                  FROM users u WHERE u.id IN (SELECT o.author_id FROM board_operations o WHERE o.lesson_id = l.id))
                 AS authors,
               (SELECT md5(string_agg(o.body::text, '' ORDER BY o.seq))
                  FROM board_operations o WHERE o.lesson_id = l.id AND o.kind IN ('text', 'formula')) AS words
          FROM lessons l JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id
         WHERE l.id = ${lessonId}::uuid`,
  );
  return row ?? null;
}

/**
 * Whether the board of a lesson `e` shows something; pictures are deleted after their time. An object that was redone after
 * its page was cleared counts as hidden.
 */
const SHOWS: Sql = sql`EXISTS (
  WITH log AS NOT MATERIALIZED (SELECT * FROM board_operations WHERE lesson_id = e.id),
  undone AS (
    SELECT body ->> 'key' AS key FROM log WHERE kind IN ('undo', 'redo')
     GROUP BY 1 HAVING count(*) FILTER (WHERE kind = 'undo') > count(*) FILTER (WHERE kind = 'redo')),
  hiding AS (
    SELECT seq, kind, body FROM log WHERE kind IN ('clear', 'erase') AND key::text NOT IN (SELECT key FROM undone)),
  cleared AS (SELECT (body ->> 'no')::int AS page, max(seq) AS seq FROM hiding WHERE kind = 'clear' GROUP BY 1)
  SELECT o.key::text FROM log o LEFT JOIN cleared c ON c.page = o.page
   WHERE o.kind = ANY (${[...DRAWN_KINDS]}::text[]) AND o.seq > coalesce(c.seq, 0)
     AND (o.kind <> 'picture' OR o.body ->> 'pictureId' IN (SELECT id::text FROM board_pictures WHERE lesson_id = e.id))
  EXCEPT SELECT key FROM undone
  EXCEPT SELECT json_array_elements_text(body -> 'keys') FROM hiding WHERE kind = 'erase')`;

/** Returns the last lesson before this one, of the same pair and subject, whose board shows something. */
export async function findEarlierBoard(
  on: Executor,
  lessonId: string,
): Promise<{ lessonId: string; date: CivilDate; block: number } | null> {
  const [row] = await query<{ lessonId: string; date: CivilDate; block: number }>(
    on,
    // Sorted first, so that seldom more than one log is read.
    sql`SELECT e.id AS "lessonId", e.date, e.block FROM (
          SELECT e.id, e.date, e.block
            FROM lessons l JOIN lessons e ON e.student_id = l.student_id AND e.teacher_id = l.teacher_id
                 AND e.subject = l.subject AND (e.date, e.block) < (l.date, l.block) AND e.deleted_at IS NULL
            JOIN lesson_boards b ON b.lesson_id = e.id AND b.last_seq > 0
           WHERE l.id = ${lessonId}::uuid ORDER BY e.date DESC, e.block DESC OFFSET 0) e
         WHERE ${SHOWS} LIMIT 1`,
  );
  return row ?? null;
}

export type BoardListRow = {
  lessonId: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  teacherName: string;
};

/** Lists the boards of a student's lessons, the newest first; of one teacher where one is given. */
export async function listBoards(
  db: Database,
  { studentId, teacherId, ...page }: PageQuery & { studentId: string; teacherId?: string | undefined },
): Promise<{ items: BoardListRow[]; total: number }> {
  const from = sql`FROM lessons l JOIN lesson_boards b ON b.lesson_id = l.id JOIN users t ON t.id = l.teacher_id
    ${whereAll([
      sql`l.student_id = ${studentId}::uuid AND l.deleted_at IS NULL AND b.last_seq > 0`,
      teacherId !== undefined && sql`l.teacher_id = ${teacherId}::uuid`,
    ])}`;
  const [items, [count]] = await Promise.all([
    query<BoardListRow>(
      db,
      sql`SELECT l.id AS "lessonId", l.date, l.block, l.subject, l.level,
                 rtrim(t.name || ' ' || t.surname) AS "teacherName"
            ${from} ORDER BY l.date DESC, l.block DESC ${pageClause(page)}`,
    ),
    query<{ total: number }>(db, sql`SELECT count(*)::int AS total ${from}`),
  ]);
  return { items, total: count?.total ?? 0 };
}

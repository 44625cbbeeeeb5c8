import type { CivilDate } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** Whether something elsewhere occupies a teacher's slot (rules §35). */
export function isBusyOutside(teacherId: Sql, date: Sql, block: Sql): Sql {
  return sql`EXISTS (SELECT FROM busy_blocks elsewhere
                      WHERE elsewhere.teacher_id = ${teacherId} AND elsewhere.date = ${date}
                        AND elsewhere.block = ${block})`;
}

type Slot = { teacherId: string; date: CivilDate; block: number };

/** Returns which of these slots something elsewhere occupies, each once, as of this statement. */
export async function findBusyOutside(on: Executor, slots: readonly Slot[]): Promise<Slot[]> {
  if (slots.length === 0) return [];
  return query<Slot>(
    on,
    sql`SELECT DISTINCT b.teacher_id AS "teacherId", b.date::text AS date, b.block FROM busy_blocks b
         WHERE (b.teacher_id, b.date, b.block) IN (
           SELECT * FROM unnest(${slots.map(({ teacherId }) => teacherId)}::uuid[],
                                ${slots.map(({ date }) => date)}::date[],
                                ${slots.map(({ block }) => block)}::smallint[]))
         ORDER BY date, b.block, "teacherId"`,
  );
}

/** Notes that somebody booked over what occupies a teacher's slot elsewhere, and meant it. */
export async function agreeToBusyOutside(tx: Tx, { teacherId, date, block }: Slot, at: Date): Promise<void> {
  await execute(
    tx,
    sql`UPDATE busy_blocks SET agreed_at = ${at}
         WHERE teacher_id = ${teacherId}::uuid AND date = ${date}::date AND block = ${block}::smallint
           AND agreed_at IS NULL`,
  );
}

/** Lists the slots in which a teacher is busy elsewhere between two days (inclusive), each once. */
export async function listBusyOutside(
  on: Executor,
  { teacherId, first, last }: { teacherId: string; first: CivilDate; last: CivilDate },
): Promise<{ date: CivilDate; block: number }[]> {
  return query(
    on,
    sql`SELECT DISTINCT date, block FROM busy_blocks
         WHERE teacher_id = ${teacherId}::uuid AND date BETWEEN ${first}::date AND ${last}::date
         ORDER BY date, block`,
  );
}

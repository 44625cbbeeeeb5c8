import { type Level, type PriceList, type PriceRate, priceList } from "@korki/domain";
import { type Executor, rowsOf } from "./client";
import { newId } from "./ids";
import { query, type Sql, sql } from "./sql";
import { bySurname, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A stored row of the price list; a level without one has the domain's default. */
export type PriceRow = PriceRate & { level: Level; version: number };

export async function findPrices(on: Executor): Promise<PriceRow[]> {
  const rows = await rowsOf(on).price.findMany();
  return rows.map(({ level, price, rate, version }) => ({ level: level as Level, price, rate, version }));
}

/** Writes one level's pair over the version that was seen (0: no row yet); false where another was faster. */
export async function savePrice(tx: Tx, seen: PriceRow): Promise<boolean> {
  const { level, price, rate, version } = seen;
  if (version === 0) {
    const { count } = await tx.price.createMany({
      data: [{ level, price, rate, version: 1 }],
      skipDuplicates: true,
    });
    return count === 1;
  }
  const { count } = await tx.price.updateMany({
    where: { level, version },
    data: { price, rate, version: { increment: 1 } },
  });
  return count === 1;
}

/** Writes one level's pair of the price list over whatever is there. */
export async function replaceListPrice(
  tx: Tx,
  { level, ...pair }: PriceRate & { level: Level },
): Promise<void> {
  await tx.price.upsert({
    where: { level },
    create: { level, ...pair, version: 1 },
    update: { ...pair, version: { increment: 1 } },
  });
}

type PricedLesson = { studentId: string; teacherId: string; level: Level };
/** The same, where a statement takes them from its own columns. */
type PricedColumns = { readonly [Field in keyof PricedLesson]: PricedLesson[Field] | Sql };

/**
 * Returns a subquery for the pair that applies to a student and a teacher: that of both together, else of the student,
 * else of the teacher, else of the price list. Null: the domain's default.
 */
export function appliedPrice({ studentId, teacherId, level }: PricedColumns): Sql {
  return sql`coalesce(
    (SELECT json_build_object('price', i.price, 'rate', i.rate) FROM individual_prices i
      WHERE i.level = ${level} AND (i.student_id = ${studentId}::uuid OR i.student_id IS NULL)
        AND (i.teacher_id = ${teacherId}::uuid OR i.teacher_id IS NULL)
      ORDER BY i.student_id IS NULL, i.teacher_id IS NULL LIMIT 1),
    (SELECT json_build_object('price', p.price, 'rate', p.rate) FROM prices p WHERE p.level = ${level}))`;
}

/** Returns the pair that applies to a student and a teacher; null: the domain's default. */
export async function findAppliedPrice(on: Executor, lesson: PricedLesson): Promise<PriceRate | null> {
  const rows = await query<{ price: PriceRate | null }>(on, sql`SELECT ${appliedPrice(lesson)} AS price`);
  return rows[0]?.price ?? null;
}

/** Returns what a student pays with any teacher: the student's own price, else the price list's. */
export async function findStudentPrices(on: Executor, studentId: string): Promise<PriceList> {
  const rows = await query<PriceRate & { level: Level }>(
    on,
    sql`SELECT level, price, rate FROM prices
         UNION ALL
        SELECT level, price, rate FROM individual_prices
         WHERE student_id = ${studentId}::uuid AND teacher_id IS NULL`,
  );
  return priceList(rows);
}

type Named = { id: string; name: string; surname: string };

/** A price of a student, of a teacher, or of both together. */
export type IndividualPriceRow = PriceRate & {
  id: string;
  level: Level;
  student: Named | null;
  teacher: Named | null;
};

const INDIVIDUAL = sql`
  SELECT i.id, i.level, i.price, i.rate, ${nameJson(sql`s`)} AS student, ${nameJson(sql`t`)} AS teacher
    FROM individual_prices i LEFT JOIN users s ON s.id = i.student_id LEFT JOIN users t ON t.id = i.teacher_id`;

export async function countIndividualPrices(on: Executor): Promise<number> {
  const rows = await query<{ total: number }>(on, sql`SELECT count(*)::int AS total FROM individual_prices`);
  return rows[0]?.total ?? 0;
}

/** Returns a part of the individual prices, by people and level. */
export function listIndividualPrices(
  on: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<IndividualPriceRow[]> {
  return query(
    on,
    sql`${INDIVIDUAL}
      ORDER BY i.student_id IS NOT NULL, ${bySurname(sql`s`)}, i.teacher_id IS NOT NULL, ${bySurname(sql`t`)},
               i.level, i.id LIMIT ${limit}::int OFFSET ${offset}::int`,
  );
}

/** Replaces the row of the same people and level; returns it and the pair that it had before. */
export async function replaceIndividualPrice(
  tx: Tx,
  row: PriceRate & { studentId: string | null; teacherId: string | null; level: Level },
): Promise<{ saved: IndividualPriceRow; before: PriceRate | null }> {
  const { studentId, teacherId, level, price, rate } = row;
  const [before] = await query<PriceRate>(
    tx,
    sql`SELECT price, rate FROM individual_prices
         WHERE student_id IS NOT DISTINCT FROM ${studentId}::uuid
           AND teacher_id IS NOT DISTINCT FROM ${teacherId}::uuid AND level = ${level} FOR UPDATE`,
  );
  const [written] = await query<{ id: string }>(
    tx,
    sql`INSERT INTO individual_prices (id, student_id, teacher_id, level, price, rate)
        VALUES (${newId()}::uuid, ${studentId}::uuid, ${teacherId}::uuid, ${level}, ${price}::int, ${rate}::int)
        ON CONFLICT (student_id, teacher_id, level)
          DO UPDATE SET price = excluded.price, rate = excluded.rate, updated_at = product_clock_timestamp()
        RETURNING id`,
  );
  const [saved] = await query<IndividualPriceRow>(
    tx,
    sql`${INDIVIDUAL} WHERE i.id = ${written?.id ?? null}::uuid`,
  );
  if (!saved) throw new Error("a written price was not found");
  return { saved, before: before ?? null };
}

/** Deletes an individual price and returns it; null if there is none. */
export async function deleteIndividualPrice(
  tx: Tx,
  id: string,
): Promise<(PriceRate & { studentId: string | null; teacherId: string | null; level: Level }) | null> {
  const [deleted] = await query<
    PriceRate & { studentId: string | null; teacherId: string | null; level: Level }
  >(
    tx,
    sql`DELETE FROM individual_prices WHERE id = ${id}::uuid
        RETURNING student_id AS "studentId", teacher_id AS "teacherId", level, price, rate`,
  );
  return deleted ?? null;
}

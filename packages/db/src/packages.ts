import type { Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

/** An offer of the price list, whole złoty. */
export type PackageRow = {
  id: string;
  name: string;
  subject: Subject | null;
  level: Level;
  lessons: number;
  price: number;
  validDays: number | null;
};

const FIELDS = sql`id, name, subject, level, lessons, price, valid_days AS "validDays"`;

/** Returns the packages on offer, by level and size. */
export function listPackages(on: Executor): Promise<PackageRow[]> {
  return query(
    on,
    sql`SELECT ${FIELDS} FROM packages WHERE deleted_at IS NULL
         ORDER BY array_position(ARRAY['szkolaP', 'liceumP', 'liceumR'], level), lessons, id`,
  );
}

/** Returns those of the packages that are on offer. */
export function findPackages(on: Executor, ids: readonly string[]): Promise<PackageRow[]> {
  return query(on, sql`SELECT ${FIELDS} FROM packages WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL`);
}

/** Returns a package that is on offer and locks it until the transaction ends; null if there is none. */
export async function lockPackage(tx: Tx, id: string): Promise<PackageRow | null> {
  const [row] = await query<PackageRow>(
    tx,
    sql`SELECT ${FIELDS} FROM packages WHERE id = ${id}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  return row ?? null;
}

export async function insertPackage(tx: Tx, row: PackageRow & { createdAt: Date }): Promise<void> {
  await tx.package.create({ data: row, select: { id: true } });
}

export async function updatePackage(tx: Tx, { id, ...changes }: PackageRow): Promise<void> {
  await tx.package.update({ where: { id }, data: changes, select: { id: true } });
}

/** Takes a package off the list; payments that were made with it keep it. */
export async function deletePackage(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.package.update({ where: { id }, data: { deletedAt: at }, select: { id: true } });
}

import type { Level, PriceRate } from "@korki/domain";
import type { Database } from "./client";
import type { Tx } from "./transaction";

/** A stored row of the price list; a level without one has the domain's default. */
export type PriceRow = PriceRate & { level: Level; version: number };

export async function findPrices(db: Database | Tx): Promise<PriceRow[]> {
  const rows = await ("prisma" in db ? db.prisma : db).price.findMany();
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

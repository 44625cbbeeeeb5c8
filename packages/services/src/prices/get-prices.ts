import type { PublicPrices } from "@korki/contracts/centre";
import type { PriceListRows } from "@korki/contracts/prices";
import { findAppliedPrice, findPrices, type PriceRow, type Tx } from "@korki/db";
import { DEFAULT_PRICES, LEVELS, type Level, type PriceRate, priceList } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";

/** The price list, one row per level; version 0 where the default was never changed. */
export async function getPrices(ctx: ActorCtx): Promise<PriceListRows> {
  return allLevels(await findPrices(ctx.db));
}

/** Returns what anybody may know: what a lesson of each level costs, without what the teacher earns. */
export async function getPublicPrices(ctx: Ctx): Promise<PublicPrices> {
  return allLevels(await findPrices(ctx.db)).map(({ level, price }) => ({ level, price }));
}

/** Returns what a lesson of these two costs and earns if it is made now: the most specific pair applies (rules §14). */
export async function priceOf(
  tx: Tx,
  lesson: { studentId: string; teacherId: string; level: Level },
): Promise<PriceRate> {
  return (await findAppliedPrice(tx, lesson)) ?? DEFAULT_PRICES[lesson.level];
}

/** The stored rows and, for levels without one, the defaults. */
export function allLevels(rows: readonly PriceRow[]): PriceListRows {
  const list = priceList(rows);
  return LEVELS.map((level) => ({
    level,
    ...list[level],
    version: rows.find((row) => row.level === level)?.version ?? 0,
  }));
}

import type { PriceListRows } from "@korki/contracts/prices";
import { findPrices, type PriceRow, type Tx } from "@korki/db";
import { LEVELS, type Level, type PriceRate, priceList } from "@korki/domain";
import type { ActorCtx } from "../context";

/** The price list, one row per level; version 0 where the default was never changed. */
export async function getPrices(ctx: ActorCtx): Promise<PriceListRows> {
  return allLevels(await findPrices(ctx.db));
}

/** What a lesson of this level costs and earns if it is made now. */
export async function priceOf(tx: Tx, level: Level): Promise<PriceRate> {
  return priceList(await findPrices(tx))[level];
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

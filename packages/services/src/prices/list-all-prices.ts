import type { AppliedPrice } from "@korki/contracts/prices";
import { findPrices, listIndividualPrices } from "@korki/db";
import { LEVELS, LIST_PRICE_IDS, priceList } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Most rows in one answer. */
const LIMIT = 1000;

/** Returns the price list's rows and, after them, the individual prices (rules §14). */
export async function listAllPrices(ctx: ActorCtx): Promise<AppliedPrice[]> {
  const [stored, individual] = await Promise.all([findPrices(ctx.db), listIndividualPrices(ctx.db, LIMIT)]);
  const list = priceList(stored);
  return [
    ...LEVELS.map((level) => ({
      id: LIST_PRICE_IDS[level],
      level,
      ...list[level],
      student: null,
      teacher: null,
    })),
    ...individual,
  ];
}

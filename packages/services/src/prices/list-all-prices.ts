import type { Page } from "@korki/contracts/paging";
import type { AppliedPrice, PricesInput } from "@korki/contracts/prices";
import { countIndividualPrices, findPrices, listIndividualPrices } from "@korki/db";
import { LEVELS, LIST_PRICE_IDS, priceList } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Returns a page of the price list's rows and, after them, the individual prices (rules §14). */
export async function listAllPrices(
  ctx: ActorCtx,
  { page, pageSize }: PricesInput,
): Promise<Page<AppliedPrice>> {
  const list = priceList(await findPrices(ctx.db));
  const ofList = LEVELS.map((level) => ({
    id: LIST_PRICE_IDS[level],
    level,
    ...list[level],
    student: null,
    teacher: null,
  }));
  const from = (page - 1) * pageSize;
  const first = ofList.slice(from, from + pageSize);
  const rest = { limit: pageSize - first.length, offset: Math.max(0, from - ofList.length) };
  const individual = await listIndividualPrices(ctx.db, rest);
  const total = ofList.length + (await countIndividualPrices(ctx.db));
  return { items: [...first, ...individual], total, page, pageSize };
}

import type { PriceListRows, SavePricesInput } from "@korki/contracts/prices";
import { commonTexts } from "@korki/contracts/texts/common";
import { findPrices, savePrice, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { diff, recordHistory } from "../history";
import { allLevels } from "./get-prices";

/**
 * An administrator changes the price list. Existing lessons keep the price and rate of their creation. Throws
 * `conflict` if a level was changed since.
 */
export async function savePrices(ctx: ActorCtx, { prices }: SavePricesInput): Promise<PriceListRows> {
  return transact(ctx.db, async (tx) => {
    const before = allLevels(await findPrices(tx));
    for (const { level, price, rate, version } of prices) {
      const old = before.find((row) => row.level === level);
      if (old?.version !== version) throw conflict(commonTexts.changedMeanwhile);
      const changes = diff({ price: old.price, rate: old.rate }, { price, rate });
      if (Object.keys(changes).length === 0) continue;
      if (!(await savePrice(tx, { level, price, rate, version })))
        throw conflict(commonTexts.changedMeanwhile);
      await recordHistory(tx, ctx, { entity: "price", entityId: level, action: "save", changes });
    }
    return allLevels(await findPrices(tx));
  });
}

import * as contract from "@korki/contracts/prices";
import { getPrices } from "@korki/services/prices/get-prices";
import { savePrices } from "@korki/services/prices/save-prices";
import { adminProcedure, router } from "./init";

/** The price list, "Cennik" (decisions §5). */
export const pricesRouter = router({
  get: adminProcedure.output(contract.priceListRows).query(({ ctx }) => getPrices(ctx)),

  save: adminProcedure
    .input(contract.savePricesInput)
    .output(contract.priceListRows)
    .mutation(({ ctx, input }) => savePrices(ctx, input)),
});

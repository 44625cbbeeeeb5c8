import * as contract from "@korki/contracts/prices";
import { adminProcedure, router } from "./init";
import { pending } from "./pending";

/** The price list, "Cennik" (decisions §5). */
export const pricesRouter = router({
  get: adminProcedure.output(contract.priceListRows).query(pending),
  save: adminProcedure.input(contract.savePricesInput).output(contract.priceListRows).mutation(pending),
});

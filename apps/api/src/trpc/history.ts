import * as contract from "@korki/contracts/history";
import { adminProcedure, router } from "./init";
import { pending } from "./pending";

/** Who changed what, "Historia". */
export const historyRouter = router({
  list: adminProcedure.input(contract.historyInput).output(contract.historyPage).query(pending),
});

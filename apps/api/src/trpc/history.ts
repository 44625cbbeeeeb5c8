import * as contract from "@korki/contracts/history";
import { listHistory } from "@korki/services/history/list-history";
import { adminProcedure, router } from "./init";

/** Who changed what, "Historia". */
export const historyRouter = router({
  list: adminProcedure
    .input(contract.historyInput)
    .output(contract.historyPage)
    .query(({ ctx, input }) => listHistory(ctx, input)),
});

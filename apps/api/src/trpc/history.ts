import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/history";
import { undoRef } from "@korki/contracts/undo";
import { listHistory } from "@korki/services/history/list-history";
import { undoAct } from "@korki/services/undo/undo";
import { adminProcedure, procedureFor, router } from "./init";

/** Who changed what, "Historia". */
export const historyRouter = router({
  list: adminProcedure
    .input(contract.historyInput)
    .output(contract.historyPage)
    .query(({ ctx, input }) => listHistory(ctx, input)),
});

/** Taking back one's own act within some seconds (rules §41). */
export const undoRouter = router({
  takeBack: procedureFor("Student", "Teacher", "Parent", "Admin")
    .input(undoRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await undoAct(ctx, input);
      return {};
    }),
});

import * as contract from "@korki/contracts/closures";
import { done } from "@korki/contracts/fields";
import { pageOf } from "@korki/contracts/paging";
import { publicHolidays } from "@korki/domain";
import { addClosure } from "@korki/services/closures/add-closure";
import { deleteClosure } from "@korki/services/closures/delete-closure";
import { listClosures } from "@korki/services/closures/list-closures";
import { previewClosure } from "@korki/services/closures/preview-closure";
import { adminProcedure, procedureFor, router, signedInProcedure } from "./init";

const closingProcedure = procedureFor("Teacher", "Admin");

/** Closed days and absences (rules §12). */
export const closuresRouter = router({
  list: signedInProcedure
    .input(contract.listClosuresInput)
    .output(pageOf(contract.closure))
    .query(({ ctx, input }) => listClosures(ctx, input)),
  holidays: adminProcedure
    .input(contract.holidaysInput)
    .output(contract.holiday.array())
    .query(({ input }) => publicHolidays(input.year).map((holiday) => ({ ...holiday }))),
  preview: closingProcedure
    .input(contract.closureBody)
    .output(contract.closurePreview)
    .mutation(({ ctx, input }) => previewClosure(ctx, input)),
  add: closingProcedure
    .input(contract.addClosureInput)
    .output(contract.closure)
    .mutation(({ ctx, input }) => addClosure(ctx, input)),
  delete: closingProcedure
    .meta({ about: "closure", scope: "own" })
    .input(contract.closureRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteClosure(ctx, input);
      return {};
    }),
});

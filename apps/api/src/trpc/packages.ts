import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/packages";
import { deletePackage, listPackages, savePackage } from "@korki/services/packages/packages";
import { adminProcedure, router, signedInProcedure } from "./init";

/** Packages of lessons, a part of "Cennik" (rules §14). */
export const packagesRouter = router({
  list: signedInProcedure.output(contract.lessonPackage.array()).query(({ ctx }) => listPackages(ctx)),

  save: adminProcedure
    .input(contract.savePackageInput)
    .output(contract.lessonPackage)
    .mutation(({ ctx, input }) => savePackage(ctx, input)),

  delete: adminProcedure
    .meta({ about: "package" })
    .input(contract.packageRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deletePackage(ctx, input);
      return {};
    }),
});

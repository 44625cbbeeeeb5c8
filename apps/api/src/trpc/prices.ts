import { cancellationPolicy, policyVersion } from "@korki/contracts/cancellation";
import { done } from "@korki/contracts/fields";
import * as packages from "@korki/contracts/packages";
import * as contract from "@korki/contracts/prices";
import { getPolicy, listPolicyVersions, savePolicy } from "@korki/services/cancellation/policies";
import { deletePackage, listPackages, savePackage } from "@korki/services/packages/packages";
import { deletePrice, getPrices, listAllPrices, savePrices, setPrice } from "@korki/services/prices/prices";
import { adminProcedure, router, signedInProcedure } from "./init";

/** The price list and individual prices, "Cennik" (rules §5). */
export const pricesRouter = router({
  get: adminProcedure.output(contract.priceListRows).query(({ ctx }) => getPrices(ctx)),

  save: adminProcedure
    .input(contract.savePricesInput)
    .output(contract.priceListRows)
    .mutation(({ ctx, input }) => savePrices(ctx, input)),

  list: adminProcedure
    .input(contract.pricesInput)
    .output(contract.pricesPage)
    .query(({ ctx, input }) => listAllPrices(ctx, input)),

  set: adminProcedure
    .input(contract.setPriceInput)
    .output(contract.appliedPrice)
    .mutation(({ ctx, input }) => setPrice(ctx, input)),

  delete: adminProcedure
    .meta({ about: "individualPrice" })
    .input(contract.priceRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deletePrice(ctx, input);
      return {};
    }),
});

/** "Zasady odwołań" (rules §13). */
export const cancellationPoliciesRouter = router({
  current: signedInProcedure.output(policyVersion.nullable()).query(({ ctx }) => getPolicy(ctx)),

  list: adminProcedure.output(policyVersion.array()).query(({ ctx }) => listPolicyVersions(ctx)),

  save: adminProcedure
    .input(cancellationPolicy)
    .output(policyVersion)
    .mutation(({ ctx, input }) => savePolicy(ctx, input)),
});

/** Packages of lessons, a part of "Cennik" (rules §14). */
export const packagesRouter = router({
  list: signedInProcedure.output(packages.lessonPackage.array()).query(({ ctx }) => listPackages(ctx)),

  save: adminProcedure
    .input(packages.savePackageInput)
    .output(packages.lessonPackage)
    .mutation(({ ctx, input }) => savePackage(ctx, input)),

  delete: adminProcedure
    .meta({ about: "package" })
    .input(packages.packageRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deletePackage(ctx, input);
      return {};
    }),
});

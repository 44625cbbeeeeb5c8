import { cancellationPolicy, policyVersion } from "@korki/contracts/cancellation";
import { getPolicy, listPolicyVersions, savePolicy } from "@korki/services/cancellation/policies";
import { adminProcedure, router, signedInProcedure } from "./init";

/** "Zasady odwołań" (rules §13). */
export const cancellationPoliciesRouter = router({
  current: signedInProcedure.output(policyVersion.nullable()).query(({ ctx }) => getPolicy(ctx)),

  list: adminProcedure.output(policyVersion.array()).query(({ ctx }) => listPolicyVersions(ctx)),

  save: adminProcedure
    .input(cancellationPolicy)
    .output(policyVersion)
    .mutation(({ ctx, input }) => savePolicy(ctx, input)),
});

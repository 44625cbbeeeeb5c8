import * as contract from "@korki/contracts/approvals";
import { done } from "@korki/contracts/fields";
import { answerApproval, listApprovals, listWaitingSteps } from "@korki/services/approvals/approvals";
import { procedureFor, router } from "./init";

/** A child's large step waits for the payer (rules §39). */
export const approvalsRouter = router({
  list: procedureFor("Parent")
    .output(contract.approval.array())
    .query(({ ctx }) => listApprovals(ctx)),

  waiting: procedureFor("Student", "Parent", "Teacher")
    .output(contract.waitingStep.array())
    .query(({ ctx }) => listWaitingSteps(ctx)),

  answer: procedureFor("Parent")
    .meta({ about: "approval", scope: "own" })
    .input(contract.answerApprovalInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await answerApproval(ctx, input);
      return {};
    }),
});

import { person } from "@korki/contracts/admin-people";
import * as approvals from "@korki/contracts/approvals";
import * as contract from "@korki/contracts/families";
import { done } from "@korki/contracts/fields";
import { answerApproval, listApprovals, listWaitingSteps } from "@korki/services/approvals/approvals";
import { createChild, listChildren } from "@korki/services/families/children";
import {
  endGuardianship,
  listChildrenOfParent,
  listGuardianships,
  listParents,
  saveGuardianship,
} from "@korki/services/families/guardianships";
import {
  acceptInvitation,
  getInvitation,
  inviteParent,
  listInvitations,
  withdrawInvitation,
} from "@korki/services/families/invitations";
import { adminProcedure, procedureFor, publicProcedure, router } from "./init";
import { keepSession } from "./keep-session";

/** Parents and their children (rules §15). */
export const familiesRouter = router({
  children: procedureFor("Parent")
    .output(contract.child.array())
    .query(({ ctx }) => listChildren(ctx)),

  parents: procedureFor("Student")
    .output(contract.ownParent.array())
    .query(({ ctx }) => listParents(ctx)),

  inviteParent: procedureFor("Student", "Admin")
    .meta({ about: "student", scope: { Student: "yes" } })
    .input(contract.inviteParentInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await inviteParent(ctx, input);
      return {};
    }),

  invitations: procedureFor("Student", "Admin")
    .meta({ about: "student", scope: { Student: "yes" } })
    .input(contract.invitationsInput)
    .output(contract.openInvitation.array())
    .query(({ ctx, input }) => listInvitations(ctx, input)),

  withdrawInvitation: procedureFor("Student", "Admin")
    .meta({ about: "parentInvitation", scope: "own" })
    .input(contract.openInvitationRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await withdrawInvitation(ctx, input);
      return {};
    }),

  invitation: publicProcedure
    .input(contract.invitationRef)
    .output(contract.invitation)
    .query(({ ctx, input }) => getInvitation(ctx, input)),

  acceptInvitation: publicProcedure
    .input(contract.acceptInvitationInput)
    .output(contract.invitationAccepted)
    .mutation(async ({ ctx, input }) => {
      const { waits, begun } = await acceptInvitation(ctx, input);
      return { waits, ...(begun && (await keepSession(ctx, begun))) };
    }),

  guardianships: adminProcedure
    .meta({ about: "student" })
    .input(contract.studentRef)
    .output(contract.guardianship.array())
    .query(({ ctx, input }) => listGuardianships(ctx, input)),

  childrenOfParent: adminProcedure
    .meta({ about: "parent" })
    .input(contract.parentRef)
    .output(contract.guardianship.array())
    .query(({ ctx, input }) => listChildrenOfParent(ctx, input)),

  saveGuardianship: adminProcedure
    .meta({ about: "student" })
    .input(contract.saveGuardianshipInput)
    .output(contract.guardianship)
    .mutation(({ ctx, input }) => saveGuardianship(ctx, input)),

  endGuardianship: adminProcedure
    .meta({ about: "guardianship" })
    .input(contract.guardianshipRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await endGuardianship(ctx, input);
      return {};
    }),

  createChild: adminProcedure
    .meta({ about: "parent" })
    .input(contract.createChildInput)
    .output(person)
    .mutation(({ ctx, input }) => createChild(ctx, input)),
});

/** A child's large step waits for the payer (rules §39). */
export const approvalsRouter = router({
  list: procedureFor("Parent")
    .output(approvals.approval.array())
    .query(({ ctx }) => listApprovals(ctx)),

  waiting: procedureFor("Student", "Parent", "Teacher")
    .output(approvals.waitingStep.array())
    .query(({ ctx }) => listWaitingSteps(ctx)),

  answer: procedureFor("Parent")
    .meta({ about: "approval", scope: "own" })
    .input(approvals.answerApprovalInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await answerApproval(ctx, input);
      return {};
    }),
});

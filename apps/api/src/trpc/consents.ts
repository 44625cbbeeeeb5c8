import { teacherIdInput } from "@korki/contracts/admin-people";
import * as contract from "@korki/contracts/consents";
import { done } from "@korki/contracts/fields";
import {
  giveConsent,
  listConsentStates,
  listDocuments,
  listDocumentVersions,
  listOwnConsents,
  publishDocument,
} from "@korki/services/consents/documents";
import { addVetting, getVettingState, listVetting } from "@korki/services/vetting/vetting";
import { adminProcedure, beforeConsentProcedure, publicProcedure, router } from "./init";

/** Documents, consents and the checks of teachers (rules §16). */
export const consentsRouter = router({
  documents: publicProcedure.output(contract.centreDocument.array()).query(({ ctx }) => listDocuments(ctx)),

  mine: beforeConsentProcedure.output(contract.ownConsent.array()).query(({ ctx }) => listOwnConsents(ctx)),

  versions: adminProcedure
    .output(contract.documentVersion.array())
    .query(({ ctx }) => listDocumentVersions(ctx)),

  states: adminProcedure
    .meta({ about: "document" })
    .input(contract.consentStatesInput)
    .output(contract.consentStates)
    .query(({ ctx, input }) => listConsentStates(ctx, input)),

  publish: adminProcedure
    .input(contract.publishDocumentInput)
    .output(contract.centreDocument)
    .mutation(({ ctx, input }) => publishDocument(ctx, input)),

  give: beforeConsentProcedure
    .meta({ about: "document", scope: "any" })
    .input(contract.consentInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await giveConsent(ctx, input);
      return {};
    }),

  vetting: adminProcedure
    .meta({ about: "teacher" })
    .input(teacherIdInput)
    .output(contract.vettingCheck.array())
    .query(({ ctx, input }) => listVetting(ctx, input)),

  vettingState: adminProcedure
    .meta({ about: "teacher" })
    .input(teacherIdInput)
    .output(contract.vettingState)
    .query(({ ctx, input }) => getVettingState(ctx, input)),

  addVetting: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.vettingInput)
    .output(contract.vettingCheck)
    .mutation(({ ctx, input }) => addVetting(ctx, input)),
});

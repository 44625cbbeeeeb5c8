import { teacherIdInput } from "@korki/contracts/admin-people";
import * as contract from "@korki/contracts/consents";
import { done } from "@korki/contracts/fields";
import { giveConsent, listDocuments, publishDocument } from "@korki/services/consents/documents";
import { addVetting, listVetting } from "@korki/services/vetting/vetting";
import { adminProcedure, beforeConsentProcedure, publicProcedure, router } from "./init";

/** Documents, consents and the checks of teachers (rules §16). */
export const consentsRouter = router({
  documents: publicProcedure.output(contract.centreDocument.array()).query(({ ctx }) => listDocuments(ctx)),

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

  addVetting: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.vettingInput)
    .output(contract.vettingCheck)
    .mutation(({ ctx, input }) => addVetting(ctx, input)),
});

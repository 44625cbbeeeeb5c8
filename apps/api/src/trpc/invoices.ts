import { pdfFile } from "@korki/contracts/exports";
import * as contract from "@korki/contracts/invoices";
import { getBillingData, saveBillingData } from "@korki/services/invoices/billing-data";
import { getInvoicing, saveInvoicing } from "@korki/services/invoices/invoicing";
import {
  getInvoicePdf,
  getInvoicingOffer,
  listAllInvoices,
  listMyInvoices,
  retryInvoice,
} from "@korki/services/invoices/list-invoices";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { adminProcedure, procedureFor, router } from "./init";

const payerProcedure = procedureFor("Student", "Parent");
const OWN = { Student: "own", Parent: "own" } as const;

/** Invoices (rules §36). */
export const invoicesRouter = router({
  billingData: payerProcedure.output(contract.billingData.nullable()).query(({ ctx }) => getBillingData(ctx)),

  saveBillingData: payerProcedure
    .input(contract.billingDataInput)
    .output(contract.billingData)
    .mutation(({ ctx, input }) => saveBillingData(ctx, input)),

  offer: procedureFor("Student", "Parent", "Admin")
    .output(contract.invoicingOffer)
    .query(({ ctx }) => getInvoicingOffer(ctx)),

  // `not_found` for everybody but the payer and administrators, teachers included.
  request: procedureFor("Student", "Parent", "Teacher", "Admin")
    .meta({ about: "invoicedPayment", scope: { ...OWN, Teacher: "own" } })
    .input(contract.paymentRef)
    .output(contract.invoice)
    .mutation(({ ctx, input }) => requestInvoice(ctx, input)),

  mine: payerProcedure
    .input(contract.myInvoicesInput)
    .output(contract.myInvoicesPage)
    .query(({ ctx, input }) => listMyInvoices(ctx, input)),

  list: adminProcedure
    .input(contract.invoicesInput)
    .output(contract.invoicesPage)
    .query(({ ctx, input }) => listAllInvoices(ctx, input)),

  pdf: procedureFor("Student", "Parent", "Admin")
    .meta({ about: "invoice", scope: OWN })
    .input(contract.invoiceRef)
    .output(pdfFile)
    .query(async ({ ctx, input }) => {
      const { fileName, content } = await getInvoicePdf(ctx, input);
      return { fileName, base64: content.toString("base64") };
    }),

  retry: adminProcedure
    .meta({ about: "failedInvoice" })
    .input(contract.invoiceRef)
    .output(contract.invoice)
    .mutation(({ ctx, input }) => retryInvoice(ctx, input)),

  settings: adminProcedure.output(contract.invoicing).query(({ ctx }) => getInvoicing(ctx)),

  saveSettings: adminProcedure
    .input(contract.invoicingInput)
    .output(contract.invoicing)
    .mutation(({ ctx, input }) => saveInvoicing(ctx, input)),
});

import * as contract from "@korki/contracts/bills";
import { done } from "@korki/contracts/fields";
import {
  getBilling,
  getPayerMode,
  returnBalance,
  saveBilling,
  setPayerMode,
} from "@korki/services/bills/billing-settings";
import { issueBills, previewBills } from "@korki/services/bills/issue-bills";
import { decideOverdue, withdrawBill } from "@korki/services/bills/manage-bill";
import { getBill, listBillsOfMonth, listMyBills, listMyFormerBills } from "@korki/services/bills/read-bills";
import { renderBillFile } from "@korki/services/bills/render-bill";
import { adminProcedure, procedureFor, router } from "./init";

/** Monthly bills (rules §32). */
export const billsRouter = router({
  preview: adminProcedure
    .input(contract.billsMonthInput)
    .output(contract.billsPreview)
    .query(({ ctx, input }) => previewBills(ctx, input)),

  issue: adminProcedure
    .input(contract.issueBillsInput)
    .output(contract.issuedBills)
    .mutation(({ ctx, input }) => issueBills(ctx, input)),

  ofMonth: adminProcedure
    .input(contract.billsOfMonthInput)
    .output(contract.billsPage)
    .query(({ ctx, input }) => listBillsOfMonth(ctx, input)),

  mine: procedureFor("Student", "Parent")
    .input(contract.myBillsInput)
    .output(contract.myBillsPage)
    .query(({ ctx, input }) => listMyBills(ctx, input)),

  former: procedureFor("Parent")
    .input(contract.formerBillsInput)
    .output(contract.formerBills)
    .query(({ ctx, input }) => listMyFormerBills(ctx, input)),

  get: procedureFor("Student", "Parent", "Admin")
    .meta({ about: "bill", scope: "own" })
    .input(contract.billRef)
    .output(contract.bill)
    .query(({ ctx, input }) => getBill(ctx, input)),

  pdf: procedureFor("Student", "Parent", "Admin")
    .meta({ about: "bill", scope: "own" })
    .input(contract.billRef)
    .output(contract.billFile)
    .query(async ({ ctx, input }) => {
      const { fileName, content } = await renderBillFile(ctx, input);
      return { fileName, base64: content.toString("base64") };
    }),

  withdraw: adminProcedure
    .meta({ about: "bill" })
    .input(contract.withdrawBillInput)
    .output(contract.bill)
    .mutation(({ ctx, input }) => withdrawBill(ctx, input)),

  decideOverdue: adminProcedure
    .meta({ about: "bill" })
    .input(contract.overdueBillInput)
    .output(contract.bill)
    .mutation(({ ctx, input }) => decideOverdue(ctx, input)),

  settings: adminProcedure.output(contract.billingSettings).query(({ ctx }) => getBilling(ctx)),

  saveSettings: adminProcedure
    .input(contract.billingSettings)
    .output(contract.billingSettings)
    .mutation(({ ctx, input }) => saveBilling(ctx, input)),

  payerMode: adminProcedure
    .meta({ about: "student" })
    .input(contract.payerRef)
    .output(contract.payerBilling)
    .query(({ ctx, input }) => getPayerMode(ctx, input)),

  setPayerMode: adminProcedure
    .meta({ about: "student" })
    .input(contract.payerMode)
    .output(contract.payerMode)
    .mutation(({ ctx, input }) => setPayerMode(ctx, input)),

  returnBalance: adminProcedure
    .meta({ about: "student" })
    .input(contract.returnBalanceInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await returnBalance(ctx, input);
      return {};
    }),
});

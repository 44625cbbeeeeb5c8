import { studentIdInput } from "@korki/contracts/admin-people";
import { csvFile, pdfFile } from "@korki/contracts/exports";
import { childRef } from "@korki/contracts/families";
import * as money from "@korki/contracts/money";
import * as contract from "@korki/contracts/payments";
import { yearMonth } from "@korki/contracts/statistics";
import { payBillByHand } from "@korki/services/bills/pay-bill";
import {
  getMoneySettings,
  getMyMoney,
  getStudentMoney,
  saveMoneySettings,
} from "@korki/services/money/get-money";
import { addPayment } from "@korki/services/payments/add-payment";
import { listMyPayments, listStudentPayments, voidPayment } from "@korki/services/payments/payments";
import { confirmPayoutRun, previewPayoutRun } from "@korki/services/payouts/payout-run";
import {
  exportPayoutStatement,
  getPayoutStatement,
  renderStatement,
} from "@korki/services/payouts/payout-statement";
import { addPayout, listMyPayouts, listTeacherPayouts, voidPayout } from "@korki/services/payouts/payouts";
import { actWithUndo } from "@korki/services/undo/undo";
import { adminProcedure, procedureFor, router, teacherProcedure } from "./init";

/** What students paid in (rules §5). The `Idempotency-Key` header does what the input's key does. */
export const paymentsRouter = router({
  mine: procedureFor("Student", "Parent")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" }, right: "pay" })
    .input(contract.myPaymentsInput)
    .output(contract.paymentsPage)
    .query(({ ctx, input }) => listMyPayments(ctx, input)),

  ofStudent: adminProcedure
    .meta({ about: "student" })
    .input(contract.studentPaymentsInput)
    .output(contract.adminPaymentsPage)
    .query(({ ctx, input }) => listStudentPayments(ctx, input)),

  add: adminProcedure
    .meta({ about: "student" })
    .input(contract.addPaymentCall)
    .output(contract.addedPayments)
    .mutation(({ ctx, input: { idempotencyKey, ...input } }) => {
      const key = idempotencyKey ?? ctx.idempotencyKey;
      return "billId" in input ? payBillByHand(ctx, input, key) : addPayment(ctx, input, key);
    }),

  void: adminProcedure
    .meta({ about: "payment" })
    .input(contract.voidPaymentInput)
    .output(contract.adminPayment)
    .mutation(({ ctx, input: { undoId, id } }) =>
      actWithUndo(ctx, undoId, { paymentId: id }, (on) => voidPayment(on, { id })),
    ),
});

/** What teachers were paid out. */
export const payoutsRouter = router({
  mine: teacherProcedure
    .input(contract.myPayoutsInput)
    .output(contract.payoutsPage)
    .query(({ ctx, input }) => listMyPayouts(ctx, input)),

  ofTeacher: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.teacherPayoutsInput)
    .output(contract.adminPayoutsPage)
    .query(({ ctx, input }) => listTeacherPayouts(ctx, input)),

  add: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.addPayoutInput)
    .output(contract.adminPayout)
    .mutation(({ ctx, input: { idempotencyKey, ...input } }) =>
      addPayout(ctx, input, idempotencyKey ?? ctx.idempotencyKey),
    ),

  void: adminProcedure
    .meta({ about: "payout" })
    .input(contract.voidInput)
    .output(contract.adminPayout)
    .mutation(({ ctx, input }) => voidPayout(ctx, input)),

  previewRun: adminProcedure
    .input(yearMonth)
    .output(contract.payoutRunPreview)
    .mutation(({ ctx, input }) => previewPayoutRun(ctx, input)),

  confirmRun: adminProcedure
    .input(contract.payoutRunInput)
    .output(contract.payoutRunResult)
    .mutation(({ ctx, input }) => confirmPayoutRun(ctx, input)),

  myStatement: teacherProcedure
    .input(yearMonth)
    .output(contract.payoutStatement)
    .query(({ ctx, input }) => getPayoutStatement(ctx, { ...input, teacherId: ctx.actor.id })),

  statement: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.teacherStatementInput)
    .output(contract.payoutStatement)
    .query(({ ctx, input }) => getPayoutStatement(ctx, input)),

  exportStatement: procedureFor("Teacher", "Admin")
    .meta({ about: "teacher", scope: "own" })
    .input(contract.teacherStatementInput)
    .output(csvFile)
    .query(({ ctx, input }) => exportPayoutStatement(ctx, input)),

  statementPdf: procedureFor("Teacher", "Admin")
    .meta({ about: "teacher", scope: "own" })
    .input(contract.teacherStatementInput)
    .output(pdfFile)
    .query(({ ctx, input }) => renderStatement(ctx, input)),
});

/** What is due, and what is planned later (rules §39). */
export const moneyRouter = router({
  mine: procedureFor("Student", "Parent")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" }, right: "pay" })
    .input(childRef)
    .output(money.studentMoney)
    .query(({ ctx, input }) => getMyMoney(ctx, input)),

  ofStudent: adminProcedure
    .meta({ about: "student" })
    .input(studentIdInput)
    .output(money.studentMoney)
    .query(({ ctx, input }) => getStudentMoney(ctx, input)),

  settings: adminProcedure.output(money.moneySettings).query(({ ctx }) => getMoneySettings(ctx)),

  saveSettings: adminProcedure
    .input(money.saveMoneySettingsInput)
    .output(money.moneySettings)
    .mutation(({ ctx, input }) => saveMoneySettings(ctx, input)),
});

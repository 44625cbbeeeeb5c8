import * as contract from "@korki/contracts/payments";
import { adminProcedure, router, studentProcedure, teacherProcedure } from "./init";
import { pending } from "./pending";

/** What students paid in (decisions §5). */
export const paymentsRouter = router({
  mine: studentProcedure.input(contract.myPaymentsInput).output(contract.paymentsPage).query(pending),
  ofStudent: adminProcedure
    .input(contract.studentPaymentsInput)
    .output(contract.adminPaymentsPage)
    .query(pending),
  add: adminProcedure.input(contract.addPaymentInput).output(contract.adminPayment).mutation(pending),
  strike: adminProcedure.input(contract.strikeInput).output(contract.adminPayment).mutation(pending),
});

/** What teachers were paid out. */
export const payoutsRouter = router({
  mine: teacherProcedure.input(contract.myPayoutsInput).output(contract.payoutsPage).query(pending),
  ofTeacher: adminProcedure
    .input(contract.teacherPayoutsInput)
    .output(contract.adminPayoutsPage)
    .query(pending),
  add: adminProcedure.input(contract.addPayoutInput).output(contract.adminPayout).mutation(pending),
  strike: adminProcedure.input(contract.strikeInput).output(contract.adminPayout).mutation(pending),
});

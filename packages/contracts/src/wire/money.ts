import { z } from "zod";
import { debt } from "../debts";
import * as field from "../fields";
import { paymentMethod } from "../ledger";
import { faultOfPayment, type Payment, payment, payout, payoutRunInput } from "../payments";
import { toWire, wireOf } from "./names";

/** What a student paid, with the specification's names (§3, "Input payment"); whole złoty. */
export const wirePayment = wireOf(payment.omit({ description: true }).extend({ desc: z.string() }));

/** A student's payment in the body of `POST /admin/input_payment`. */
const wireStudentPayment = z.object({
  studentId: field.id,
  moneyAmount: field.money,
  desc: field.description.optional(),
  lessonAmount: field.lessonAmount,
  subject: field.subject,
  subjectLevel: field.level,
  paidOn: field.civilDate.optional(),
  method: paymentMethod.optional(),
  expiresOn: field.civilDate.nullish(),
  packageId: field.id.nullish(),
});

/** Money for a bill in the same body; the answer is the list of its payments. */
const wireBillPayment = z.object({
  billId: field.id,
  moneyAmount: field.someMoney,
  desc: field.description.optional(),
  paidOn: field.civilDate.optional(),
  method: paymentMethod.optional(),
});

/** The body of `POST /admin/input_payment`. */
export const wireNewPayment = z.union([wireBillPayment, wireStudentPayment], { error: faultOfPayment });
export const wireNewPayments = z.union([wirePayment, wirePayment.array()]);

const paymentToWire = toWire(wirePayment);

export function newPaymentsToWire(added: Payment | readonly Payment[]): z.input<typeof wireNewPayments> {
  return "id" in added ? paymentToWire(added) : added.map(paymentToWire);
}

/** What a teacher was paid out (rules §1); whole złoty. */
export const wirePayout = wireOf(payout.omit({ description: true }).extend({ desc: z.string() }));

/** The body of `POST /admin/output_payment`. */
export const wireNewPayout = z.object({
  teacherId: field.id,
  moneyAmount: field.someMoney,
  desc: field.description.optional(),
  month: field.calendarMonth.optional(),
});

export const wireDebt = wireOf(debt.omit({ studentName: true }));

export const wirePayoutRunPreview = z.object({
  rows: z.array(z.object({ teacherId: field.id, due: z.int() })),
  waiting: z.array(z.object({ teacherId: field.id, reason: z.string() })),
  token: z.string(),
});

/** The body of `PUT /admin/payout_run`. */
export const wirePayoutRun = payoutRunInput.extend({
  rows: z.array(
    z.object({ teacherId: field.id, moneyAmount: field.someMoney, desc: field.description.optional() }),
  ),
});

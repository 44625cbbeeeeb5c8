import { z } from "zod";
import * as field from "../fields";
import { paymentMethod } from "../ledger";
import { faultOfPayment, type Payment, payoutRunInput } from "../payments";
import { toWire } from "./names";

/** What a student paid, with the specification's names (§3, "Input payment"); whole złoty. */
export const wirePayment = z.object({
  _id: field.id,
  studentId: field.id,
  moneyAmount: z.int(),
  lessonAmount: z.int(),
  subject: field.subject,
  subjectLevel: field.level,
  desc: z.string(),
  createdAt: field.timestamp,
  paidOn: field.civilDate,
  method: paymentMethod,
  expiresOn: field.civilDate.nullable(),
  packageId: field.id.nullable(),
});

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

/** What a teacher was paid out (rules §23, "Output payment"); whole złoty. */
export const wirePayout = z.object({
  _id: field.id,
  teacherId: field.id,
  moneyAmount: z.int(),
  desc: z.string(),
  month: z.string(),
  createdAt: field.timestamp,
});

/** The body of `POST /admin/output_payment`. */
export const wireNewPayout = z.object({
  teacherId: field.id,
  moneyAmount: field.someMoney,
  desc: field.description.optional(),
  month: field.calendarMonth.optional(),
});

export const wireDebt = z.object({
  studentId: field.id,
  amount: z.int(),
  lessons: z.array(z.object({ subject: field.subject, subjectLevel: field.level, owed: z.int() })),
});

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

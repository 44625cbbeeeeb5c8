import { z } from "zod";
import type { Debt } from "../debts";
import * as field from "../fields";
import { paymentMethod } from "../ledger";
import {
  type addPaymentCall,
  type addPayoutInput,
  faultOfPayment,
  type Payment,
  type Payout,
  type PayoutRunPreview,
  payoutRunInput,
} from "../payments";

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

export function paymentToWire(payment: Payment): z.infer<typeof wirePayment> {
  const { id, studentId, moneyAmount, lessonAmount, subject, level, description, createdAt } = payment;
  const { paidOn, method, expiresOn, packageId } = payment;
  return {
    _id: id,
    studentId,
    moneyAmount,
    lessonAmount,
    subject,
    subjectLevel: level,
    desc: description,
    createdAt,
    paidOn,
    method,
    expiresOn,
    packageId,
  };
}

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

export function newPaymentFromWire(wire: z.output<typeof wireNewPayment>): z.input<typeof addPaymentCall> {
  if ("billId" in wire) {
    const { desc, ...payment } = wire;
    return { ...payment, description: desc };
  }
  const { subjectLevel, desc, ...payment } = wire;
  return { ...payment, level: subjectLevel, description: desc };
}

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

export function payoutToWire(payout: Payout): z.infer<typeof wirePayout> {
  const { id, teacherId, moneyAmount, description, month, createdAt } = payout;
  return { _id: id, teacherId, moneyAmount, desc: description, month, createdAt };
}

/** The body of `POST /admin/output_payment`. */
export const wireNewPayout = z.object({
  teacherId: field.id,
  moneyAmount: field.someMoney,
  desc: field.description.optional(),
  month: field.calendarMonth.optional(),
});

export function newPayoutFromWire(wire: z.output<typeof wireNewPayout>): z.input<typeof addPayoutInput> {
  const { desc, ...payout } = wire;
  return { ...payout, description: desc };
}

export const wireDebt = z.object({
  studentId: field.id,
  amount: z.int(),
  lessons: z.array(z.object({ subject: field.subject, subjectLevel: field.level, owed: z.int() })),
});

export function debtToWire({ studentId, amount, lessons }: Debt): z.infer<typeof wireDebt> {
  return {
    studentId,
    amount,
    lessons: lessons.map(({ subject, level, owed }) => ({ subject, subjectLevel: level, owed })),
  };
}

export const wirePayoutRunPreview = z.object({
  rows: z.array(z.object({ teacherId: field.id, due: z.int() })),
  waiting: z.array(z.object({ teacherId: field.id, reason: z.string() })),
  token: z.string(),
});

export function payoutRunPreviewToWire({
  rows,
  waiting,
  token,
}: PayoutRunPreview): z.infer<typeof wirePayoutRunPreview> {
  return {
    rows: rows.map(({ teacherId, due }) => ({ teacherId, due })),
    waiting: waiting.map(({ teacherId, reason }) => ({ teacherId, reason })),
    token,
  };
}

/** The body of `PUT /admin/payout_run`. */
export const wirePayoutRun = payoutRunInput.extend({
  rows: z.array(
    z.object({ teacherId: field.id, moneyAmount: field.someMoney, desc: field.description.optional() }),
  ),
});

export function payoutRunFromWire({
  rows,
  ...run
}: z.output<typeof wirePayoutRun>): z.input<typeof payoutRunInput> {
  return {
    ...run,
    rows: rows.map(({ desc, ...row }) => ({ ...row, ...(desc === undefined ? {} : { description: desc }) })),
  };
}

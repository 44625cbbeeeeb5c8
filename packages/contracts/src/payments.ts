import { DEFAULT_PAYMENT, DEFAULT_PAYOUT, IDEMPOTENCY_KEY_MAX } from "@korki/domain";
import { z } from "zod";
import { payBillByHandInput } from "./bills";
import * as field from "./fields";
import { paymentMethod } from "./ledger";
import { pageOf, paging, pagingInput } from "./paging";
import { personName } from "./person-name";
import { teacherMonthInput, yearMonth } from "./statistics";
import { fieldTexts } from "./texts/fields";
import { paymentTexts } from "./texts/payments";
import { undoable } from "./undo";

/** Voided: kept for the administrator, no longer counted. */
const voided = z.object({ at: field.timestamp, by: personName.nullable() });

/** Money that came in from a student, whole złoty. */
export const payment = z.object({
  id: field.id,
  studentId: field.id,
  moneyAmount: z.int(),
  lessonAmount: z.int(),
  subject: field.subject,
  level: field.level,
  description: z.string(),
  createdAt: field.timestamp,
  /** The day on which it was paid. */
  paidOn: field.civilDate,
  method: paymentMethod,
  /** The last day on which its lessons can be used; null: they do not expire. */
  expiresOn: field.civilDate.nullable(),
  packageId: field.id.nullable(),
});
export type Payment = z.infer<typeof payment>;

/** The same as an administrator sees it. */
export const adminPayment = payment.extend({ createdBy: personName.nullable(), voided: voided.nullable() });
export type AdminPayment = z.infer<typeof adminPayment>;

export const paymentsPage = pageOf(payment);
export const adminPaymentsPage = pageOf(adminPayment);
/** `studentId`: a parent's child. */
export const myPaymentsInput = pagingInput.extend({ studentId: field.id.optional() });
export type MyPaymentsInput = z.infer<typeof myPaymentsInput>;
export const studentPaymentsInput = z.object({
  studentId: field.id,
  /** Also the voided ones. */
  showVoided: z.boolean().default(true),
  ...paging,
});
export type StudentPaymentsInput = z.infer<typeof studentPaymentsInput>;

/** A repeated call with the same key returns the first one's result and changes nothing. */
const idempotencyKey = field.singleLine(IDEMPOTENCY_KEY_MAX, paymentTexts.keyTooLong).min(1).optional();

/** Lessons may be given away, and money may come without lessons; nothing for nothing is a slip. */
export const addPaymentInput = z
  .object({
    studentId: field.id,
    moneyAmount: field.money,
    lessonAmount: field.lessonAmount,
    subject: field.subject,
    level: field.level,
    description: field.description.default(DEFAULT_PAYMENT.desc),
    /** Today where it is left out. */
    paidOn: field.civilDate.optional(),
    method: paymentMethod.optional(),
    /** Null: never. Where it is left out: as the package says, else never. */
    expiresOn: field.civilDate.nullish(),
    packageId: field.id.nullish(),
    idempotencyKey,
  })
  .refine(({ moneyAmount, lessonAmount }) => moneyAmount > 0 || lessonAmount > 0, {
    path: ["moneyAmount"],
    error: fieldTexts.money,
  });
export type AddPaymentInput = z.infer<typeof addPaymentInput>;

/** Says what is wrong with the kind of payment that was meant: the one of a bill names it. */
export const faultOfPayment: z.core.$ZodErrorMap<z.core.$ZodIssueInvalidUnion> = ({ errors, input }) => {
  const isOfBill = typeof input === "object" && input !== null && "billId" in input;
  return (isOfBill ? errors[0] : errors.at(-1))?.[0]?.message;
};

/** A student's payment, or money for a bill (rules §32), which answers with its payments, one per line. */
export const addPaymentCall = z.union([payBillByHandInput, addPaymentInput], { error: faultOfPayment });
export const addedPayments = z.union([adminPayment, adminPayment.array()]);

export const voidInput = z.object({ id: field.id });
export const voidPaymentInput = voidInput.extend(undoable);

/** Money paid out to a teacher, whole złoty. */
export const payout = z.object({
  id: field.id,
  teacherId: field.id,
  moneyAmount: z.int(),
  description: z.string(),
  /** The month that it pays for. */
  month: z.string(),
  createdAt: field.timestamp,
});
export type Payout = z.infer<typeof payout>;

export const adminPayout = payout.extend({ createdBy: personName.nullable(), voided: voided.nullable() });
export type AdminPayout = z.infer<typeof adminPayout>;

export const payoutsPage = pageOf(payout);
export const adminPayoutsPage = pageOf(adminPayout);
export const myPayoutsInput = pagingInput;
export const teacherPayoutsInput = z.object({
  teacherId: field.id,
  showVoided: z.boolean().default(true),
  ...paging,
});
export type TeacherPayoutsInput = z.infer<typeof teacherPayoutsInput>;

export const addPayoutInput = z.object({
  teacherId: field.id,
  moneyAmount: field.someMoney,
  description: field.description.default(DEFAULT_PAYOUT.desc),
  /** The month that it pays for; the present one where it is left out. */
  month: field.calendarMonth.optional(),
  idempotencyKey,
});
export type AddPayoutInput = z.infer<typeof addPayoutInput>;

/** What a teacher's month comes to: `earned + other - payouts = due`, whole złoty. */
const dueMonth = {
  /** What earlier months left open; below zero: paid in advance. */
  other: z.number(),
  payouts: z.array(payout),
  due: z.number(),
};

/** What each teacher is due; the token identifies these figures and confirms them once. */
export const payoutRunPreview = z.object({
  rows: z.array(z.object({ teacherId: field.id, teacherName: z.string(), earned: z.number(), ...dueMonth })),
  /** To whom something is due that is not paid yet, and why (rules §37). */
  waiting: z.array(z.object({ teacherId: field.id, teacherName: z.string(), reason: z.string() })),
  token: z.string(),
});
export type PayoutRunPreview = z.infer<typeof payoutRunPreview>;

/** Longest token that is taken. */
const RUN_TOKEN_MAX = 500;
/** More teachers than any centre has. */
const RUN_ROWS_MAX = 2_000;
/** Characters of all descriptions of a run together. */
const RUN_DESCRIPTIONS_MAX = 800_000;

export const payoutRunInput = z.object({
  ...yearMonth.shape,
  rows: z
    .array(
      z.object({
        teacherId: field.id,
        moneyAmount: field.someMoney,
        description: field.description.optional(),
      }),
    )
    .min(1, paymentTexts.noRows)
    .max(RUN_ROWS_MAX)
    .refine(
      (rows) => new Set(rows.map(({ teacherId }) => teacherId)).size === rows.length,
      paymentTexts.teacherTwice,
    )
    .refine(
      (rows) =>
        rows.reduce((sum, { description = "" }) => sum + description.length, 0) <= RUN_DESCRIPTIONS_MAX,
      paymentTexts.runDescriptions,
    ),
  token: field.singleLine(RUN_TOKEN_MAX),
});
export type PayoutRunInput = z.infer<typeof payoutRunInput>;

export const payoutRunResult = z.array(payout);

/**
 * A teacher's month: the lessons that count by subject, level and rate, their sum, what was paid out for it, and what is
 * left to pay.
 */
export const payoutStatement = z.object({
  teacherName: z.string(),
  month: z.number(),
  year: z.number(),
  rows: z.array(
    z.object({
      subject: field.subject,
      level: field.level,
      lessonAmount: z.number(),
      valuePerLesson: z.number(),
      /** Cancelled too late, and charged. */
      charged: z.boolean(),
    }),
  ),
  /** What lessons of accepted months earn otherwise since (rules §37). */
  corrections: z.array(
    z.object({
      lessonId: field.id,
      date: field.civilDate,
      subject: field.subject,
      level: field.level,
      amount: z.number(),
    }),
  ),
  /** Of the rows and the corrections. */
  total: z.number(),
  ...dueMonth,
});
export type PayoutStatement = z.infer<typeof payoutStatement>;
export const teacherStatementInput = teacherMonthInput;
export type TeacherStatementInput = z.infer<typeof teacherStatementInput>;

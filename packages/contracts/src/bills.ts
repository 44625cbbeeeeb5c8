import {
  BILL_DAY_MAX,
  BILL_STATUSES,
  BILLED_LESSONS_MAX,
  BILLING_MODES,
  IDEMPOTENCY_KEY_MAX,
  MAX_YEAR,
  MIN_YEAR,
  OVERDUE_ACTIONS,
} from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { paymentMethod } from "./ledger";
import { pageOf, paging } from "./paging";
import { billTexts } from "./texts/bills";
import { paymentTexts } from "./texts/payments";

/** More payers than any centre has, and more lines than they have. */
const PAYERS_MAX = 5_000;
const CHANGES_MAX = 5_000;
/** Longest token that is taken: what is promised of each hundred payers, in hexadecimal digits. */
const TOKEN_MAX = 12_000;

export const billLine = z.object({
  studentId: field.id,
  studentName: z.string(),
  subject: field.subject,
  level: field.level,
  /** Always `prepaid + billed`. */
  planned: z.int(),
  prepaid: z.int(),
  billed: z.int(),
  amount: z.int(),
});

const billParts = {
  payerId: field.id,
  payerName: z.string(),
  /** "YYYY-MM", the month of the lessons. */
  month: z.string(),
  mode: z.enum(["advance", "arrears"]),
  dueOn: field.civilDate,
  /** What is to be paid: the lines less `balance`; whole złoty. */
  amount: z.int(),
  /** Money left over from earlier bills that was taken off. */
  balance: z.int(),
  paid: z.int(),
  status: z.enum(BILL_STATUSES),
  lines: z.array(billLine),
};

/** A month's bill of a payer (rules §32). */
export const bill = z.object({
  ...billParts,
  id: field.id,
  /** Until when what is left is to be paid: as `dueOn`, of the second half later. */
  payBy: field.civilDate,
  orderId: field.id.nullable(),
  /** The product's page on which it is paid. */
  payUrl: z.string(),
  /** False: the centre takes no payments online. */
  paysOnline: z.boolean(),
  /** It may be paid in two halves; `halfAmount` is the first. */
  halves: z.boolean(),
  halfAmount: z.number(),
  reason: z.string(),
  overdueAction: z.enum(OVERDUE_ACTIONS).nullable(),
});
export type Bill = z.infer<typeof bill>;
export const billsPage = pageOf(bill);

/** Money left over from a payer's bills, in whole złoty; `isBilled`: the payer gets bills, of which the next takes it off. */
const overpayment = z.object({ amount: z.int(), isBilled: z.boolean() });
/** The caller's own bills. */
export const myBillsPage = billsPage.extend({ overpaid: overpayment.nullable() });
export type MyBillsPage = z.infer<typeof myBillsPage>;
/** `studentId`: what they ask for of this student. */
export const formerBillsInput = z.object({ studentId: field.id.optional() });
export type FormerBillsInput = z.infer<typeof formerBillsInput>;
/** What an unpaid bill asks for of students for whom another person than its payer pays today; whole złoty. */
const formerBill = z.object({ id: field.id, month: z.string(), left: z.int(), payBy: field.civilDate });
export const formerBills = z.array(formerBill);
export type FormerBill = z.infer<typeof formerBill>;
/** A bill: a PDF file. */
export const billFile = z.object({ fileName: z.string(), base64: z.string() });

/** What its lines come to when they are changed: `billedAmount` (rules §32). */
const previewedLine = billLine.extend({
  /** Of the lessons that it asks for, in order of time. */
  prices: z.array(z.int()),
  /** Of each lesson beyond them. */
  morePrice: z.int(),
});
/** A bill that would be issued now; `previous`: what the payer's last one said, null for the first. */
const previewedBill = z.object({
  ...billParts,
  lines: z.array(previewedLine),
  previous: z.number().nullable(),
  /** All that is left over from the payer's earlier bills, of which `balance` is taken off. */
  payerBalance: z.int(),
});
export type PreviewedBill = z.infer<typeof previewedBill>;
export const billsPreview = z.object({ bills: z.array(previewedBill), token: z.string() });
export type BillsPreview = z.infer<typeof billsPreview>;

/** A month from 2023, so that twelve months back can be asked for, to the years of lessons. */
const month = z.string({ error: billTexts.month }).refine((text) => {
  const year = Number(text.slice(0, 4));
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && year >= MIN_YEAR && year <= MAX_YEAR;
}, billTexts.month);

export const billsMonthInput = z.object({ month });

/** How many lessons a line asks for. */
export const billedCount = z
  .number({ error: billTexts.billedCount })
  .int(billTexts.billedCount)
  .min(0, billTexts.billedCount)
  .max(BILLED_LESSONS_MAX, billTexts.billedCount);

const billChange = z.object({
  payerId: field.id,
  studentId: field.id,
  subject: field.subject,
  level: field.level,
  billed: billedCount,
});
export type BillChange = z.infer<typeof billChange>;

export const issueBillsInput = z.object({
  month,
  token: field.singleLine(TOKEN_MAX),
  /** Payers who are left out. */
  without: z.array(field.id).max(PAYERS_MAX).optional(),
  changes: z.array(billChange).max(CHANGES_MAX).optional(),
});
export type IssueBillsInput = z.infer<typeof issueBillsInput>;
export const issuedBills = z.object({ issued: z.number() });
export type IssuedBills = z.infer<typeof issuedBills>;

export const billsOfMonthInput = z.object({ month, ...paging });
export type BillsOfMonthInput = z.output<typeof billsOfMonthInput>;
export const myBillsInput = z.object({ ...paging });
export type MyBillsInput = z.output<typeof myBillsInput>;

export const billRef = z.object({ id: field.id });
export const withdrawBillInput = billRef.extend({
  reason: field.singleLine(200, billTexts.reason, billTexts.reason).trim().min(1, billTexts.reason),
});
export type WithdrawBillInput = z.infer<typeof withdrawBillInput>;
export const overdueBillInput = billRef.extend({
  action: z.enum(OVERDUE_ACTIONS, { error: billTexts.action }),
});
export type OverdueBillInput = z.infer<typeof overdueBillInput>;

const mode = z.enum(BILLING_MODES, { error: billTexts.mode });
const dayOfMonth = z
  .number({ error: billTexts.day })
  .int(billTexts.day)
  .min(1, billTexts.day)
  .max(BILL_DAY_MAX, billTexts.day);

/** How the centre charges by the month. */
export const billingSettings = z.object({
  defaultMode: mode,
  issueDay: dayOfMonth,
  dueDay: dayOfMonth,
  halves: z.boolean({ error: billTexts.halves }),
});
export type BillingSettings = z.infer<typeof billingSettings>;

export const payerRef = z.object({ payerId: field.id });
/** `mode` null: the centre's default. */
export const payerMode = payerRef.extend({ mode: mode.nullable() });
export type PayerMode = z.infer<typeof payerMode>;
/** The same with what is left over from the payer's bills. */
export const payerBilling = payerMode.extend({ overpaid: overpayment.nullable() });
export type PayerBilling = z.infer<typeof payerBilling>;
/** `amount`: what was shown as left over. */
export const returnBalanceInput = payerRef.extend({ amount: field.someMoney });
export type ReturnBalanceInput = z.infer<typeof returnBalanceInput>;

/** Money that came for a bill, as an administrator notes it down. */
export const payBillByHandInput = z.object({
  billId: field.id,
  moneyAmount: field.someMoney,
  description: field.description.optional(),
  /** Today where it is left out. */
  paidOn: field.civilDate.optional(),
  method: paymentMethod.optional(),
  idempotencyKey: field.singleLine(IDEMPOTENCY_KEY_MAX, paymentTexts.keyTooLong).min(1).optional(),
});
export type PayBillByHandInput = z.infer<typeof payBillByHandInput>;

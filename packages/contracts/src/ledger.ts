import { ADJUSTMENT_MAX, LEDGER_KINDS, PAYMENT_METHODS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { pageOf, paging, sortDirection } from "./paging";
import { ledgerTexts } from "./texts/ledger";

/** How a payment was made. */
export const paymentMethod = z.enum(PAYMENT_METHODS, { error: ledgerTexts.wrongMethod });

/** A movement of a student's prepaid lessons (rules §14); `balance` is the running one of its subject and level. */
export const ledgerEntry = z.object({
  id: field.id,
  createdAt: field.timestamp,
  kind: z.enum(LEDGER_KINDS),
  subject: field.subject,
  level: field.level,
  quantity: z.int(),
  balance: z.int(),
  lessonId: field.id.nullable(),
  paymentId: field.id.nullable(),
  /** The reason of an adjustment, a payment's description; a lesson's stands with the lesson, because it changes. */
  description: z.string(),
  /** The last day on which the lessons that moved can be used; null: they do not expire. */
  expiresOn: field.civilDate.nullable(),
  lesson: z
    .object({ date: field.civilDate, block: field.block, teacherName: z.string(), description: z.string() })
    .nullable(),
  payment: z.object({ moneyAmount: z.number(), method: paymentMethod }).nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const ledgerPage = pageOf(ledgerEntry);

/** `studentId`: a parent's child. */
export const myLedgerInput = z.object({
  ...paging,
  direction: sortDirection.default("asc"),
  studentId: field.id.optional(),
});
export type MyLedgerInput = z.infer<typeof myLedgerInput>;
export const studentLedgerInput = myLedgerInput.extend({ studentId: field.id });
export type StudentLedgerInput = z.infer<typeof studentLedgerInput>;

/** A page of the same for REST, oldest first: `items` is the JSON text of its entries. */
export const jsonLedgerPage = pageOf(z.unknown()).extend({ items: z.string() });
export type JsonLedgerPage = z.infer<typeof jsonLedgerPage>;

export const jsonLedgerInput = myLedgerInput.omit({ direction: true });
export type JsonLedgerInput = z.infer<typeof jsonLedgerInput>;
export const studentJsonLedgerInput = jsonLedgerInput.extend({ studentId: field.id });
export type StudentJsonLedgerInput = z.infer<typeof studentJsonLedgerInput>;

/** An administrator corrects a balance, and says why. */
export const adjustLedgerInput = z.object({
  studentId: field.id,
  subject: field.subject,
  level: field.level,
  quantity: z
    .number({ error: ledgerTexts.wrongQuantity })
    .int(ledgerTexts.wrongQuantity)
    .min(-ADJUSTMENT_MAX, ledgerTexts.wrongQuantity)
    .max(ADJUSTMENT_MAX, ledgerTexts.wrongQuantity)
    .refine((quantity) => quantity !== 0, ledgerTexts.wrongQuantity),
  description: field.description.trim().min(1, ledgerTexts.reasonMissing),
});
export type AdjustLedgerInput = z.infer<typeof adjustLedgerInput>;

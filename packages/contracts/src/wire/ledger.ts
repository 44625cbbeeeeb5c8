import { LEDGER_KINDS } from "@korki/domain";
import { z } from "zod";
import { centreSettings } from "../centre";
import * as field from "../fields";
import { adjustLedgerInput, type LedgerEntry } from "../ledger";
import type { savePackageInput } from "../packages";
import type { AppliedPrice } from "../prices";

/** An entry of the ledger (rules §14). */
export const wireLedgerEntry = z.object({
  _id: field.id,
  createdAt: field.timestamp,
  kind: z.enum(LEDGER_KINDS),
  subject: field.subject,
  subjectLevel: field.level,
  quantity: z.int(),
  balance: z.int(),
  lessonId: field.id.nullable(),
  paymentId: field.id.nullable(),
  desc: z.string(),
  expiresOn: field.civilDate.nullable(),
});

export function ledgerEntryToWire(entry: LedgerEntry): z.infer<typeof wireLedgerEntry> {
  const { id, level, description, lesson: _, payment: __, ...rest } = entry;
  return { _id: id, ...rest, subjectLevel: level, desc: description };
}

/** The body of `POST /admin/ledger_adjustment`. */
export const wireAdjustment = z.object({
  studentId: field.id,
  subject: field.subject,
  subjectLevel: field.level,
  quantity: adjustLedgerInput.shape.quantity,
  desc: adjustLedgerInput.shape.description,
});

/** A package of lessons. */
export const wirePackage = z.object({
  _id: field.id,
  name: z.string(),
  subject: field.subject.nullable(),
  subjectLevel: field.level,
  lessons: z.int(),
  price: z.int(),
  validDays: z.int().nullable(),
});

/** The body of `PUT /admin/package`; without `_id` a new one. */
export const wireSavedPackage = z.object({
  _id: field.id.optional(),
  name: z.string(),
  subject: field.subject.nullable(),
  subjectLevel: field.level,
  lessons: z.number(),
  price: z.number(),
  validDays: z.number().nullish(),
});

export function savedPackageFromWire({
  _id,
  subjectLevel,
  validDays,
  ...offer
}: z.output<typeof wireSavedPackage>): z.input<typeof savePackageInput> {
  return { id: _id, ...offer, level: subjectLevel, validDays: validDays ?? null };
}

/** A price and rate of a level; both ids `null`: the price list. */
export const wirePrice = z.object({
  _id: field.id,
  studentId: field.id.nullable(),
  teacherId: field.id.nullable(),
  subjectLevel: field.level,
  price: z.int(),
  rate: z.int(),
});

export function priceToWire({
  id,
  student,
  teacher,
  level,
  price,
  rate,
}: AppliedPrice): z.infer<typeof wirePrice> {
  return {
    _id: id,
    studentId: student?.id ?? null,
    teacherId: teacher?.id ?? null,
    subjectLevel: level,
    price,
    rate,
  };
}

/** The body of `PUT /admin/price`. */
export const wireSetPrice = z.object({
  studentId: field.id.nullable(),
  teacherId: field.id.nullable(),
  subjectLevel: field.level,
  price: field.money,
  rate: field.money,
});

/** `GET` and `PUT /admin/centre`, as REST callers know them; what else there is, is set on the screen. */
export const wireCentreSettings = centreSettings.pick({
  lowBalanceThreshold: true,
  monthlySummary: true,
  lessonPlace: true,
});
export const wireSavedCentreSettings = wireCentreSettings.partial();

import { z } from "zod";
import { centreSettings } from "../centre";
import * as field from "../fields";
import { adjustLedgerInput, ledgerEntry } from "../ledger";
import { lessonPackage, savePackageInput } from "../packages";
import { type AppliedPrice, setPriceInput } from "../prices";
import { wireOf } from "./names";

/** An entry of the ledger (rules §14). */
export const wireLedgerEntry = wireOf(
  ledgerEntry.omit({ description: true, lesson: true, payment: true }).extend({ desc: z.string() }),
);

/** The body of `POST /admin/ledger_adjustment`. */
export const wireAdjustment = wireOf(
  adjustLedgerInput.omit({ description: true }).extend({ desc: adjustLedgerInput.shape.description }),
);

/** A package of lessons, and the body of `PUT /admin/package`: without `_id` a new one. */
export const wirePackage = wireOf(lessonPackage);
export const wireSavedPackage = wireOf(savePackageInput);

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
export const wireSetPrice = wireOf(setPriceInput);

/** `GET` and `PUT /admin/centre`, as REST callers know them; what else there is, is set on the screen. */
export const wireCentreSettings = centreSettings.pick({
  lowBalanceThreshold: true,
  monthlySummary: true,
  lessonPlace: true,
});
export const wireSavedCentreSettings = wireCentreSettings.partial();

import { z } from "zod";
import * as field from "./fields";
import { PAGE_SIZE_MAX, pageOf, paging } from "./paging";
import { personName } from "./person-name";

/** What a lesson of a level costs the student (`price`) and earns the teacher (`rate`), whole złoty. */
const priceRow = z.object({ level: field.level, price: field.money, rate: field.money });

/** One row per level, in the order of the levels. */
export const priceListRows = z.array(
  priceRow.extend({
    /** Goes back with an edit: an edit of something older is refused. */
    version: z.number(),
  }),
);
export type PriceListRows = z.infer<typeof priceListRows>;

/** Levels that are left out stay as they are. */
export const savePricesInput = z.object({
  prices: z
    .array(priceRow.extend({ version: z.number().int().min(0) }))
    .min(1)
    .max(3),
});
export type SavePricesInput = z.infer<typeof savePricesInput>;

/** Which of the price list's and the individual prices; left out: the first thousand. */
export const pricesInput = z
  .object({ ...paging, pageSize: paging.pageSize.default(PAGE_SIZE_MAX) })
  .prefault({});
export type PricesInput = z.infer<typeof pricesInput>;

/** A price and rate: of a student, of a teacher, of both together, or of the price list (neither). */
export const appliedPrice = priceRow.extend({
  id: field.id,
  student: personName.nullable(),
  teacher: personName.nullable(),
});
export type AppliedPrice = z.infer<typeof appliedPrice>;

export const pricesPage = pageOf(appliedPrice);

/** Replaces the row of the same people and level. */
export const setPriceInput = priceRow.extend({
  studentId: field.id.nullable(),
  teacherId: field.id.nullable(),
});
export type SetPriceInput = z.infer<typeof setPriceInput>;

export const priceRef = z.object({ id: field.id });

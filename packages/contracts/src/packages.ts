import { LESSON_AMOUNT_MAX, PACKAGE_DAYS_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { packageTexts } from "./texts/packages";

const fields = {
  name: field.singleLine(100, packageTexts.nameTooLong).trim().min(1, packageTexts.nameMissing),
  /** Null: of any subject. */
  subject: field.subject.nullable(),
  level: field.level,
  lessons: z
    .number({ error: packageTexts.wrongLessons })
    .int(packageTexts.wrongLessons)
    .min(1, packageTexts.wrongLessons)
    .max(LESSON_AMOUNT_MAX, packageTexts.wrongLessons),
  /** Of all its lessons together, whole złoty. */
  price: field.money,
};

const validDays = z
  .number({ error: packageTexts.wrongDays })
  .int(packageTexts.wrongDays)
  .min(1, packageTexts.wrongDays)
  .max(PACKAGE_DAYS_MAX, packageTexts.wrongDays)
  .nullable();

/** An offer of the price list: a number of lessons at a price (rules §14). */
export const lessonPackage = z.object({
  id: field.id,
  ...fields,
  /** How many days its lessons can be used after the payment; null: they do not expire. */
  validDays: z.int().nullable(),
});
export type LessonPackage = z.infer<typeof lessonPackage>;

/** With an id: an edit of that package. */
export const savePackageInput = z.object({
  id: field.id.optional(),
  ...fields,
  validDays: validDays.default(null),
});
export type SavePackageInput = z.infer<typeof savePackageInput>;

export const packageRef = z.object({ id: field.id });

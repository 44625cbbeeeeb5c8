import { z } from "zod";
import { publicPrices } from "./centre";
import * as field from "./fields";

/** What visitors see beside the form of a trial lesson (rules §29). */
export const landing = z.object({
  /** Those who agreed to be shown. */
  teachers: z.array(
    z.object({
      name: z.string(),
      surname: z.string(),
      introduction: z.string(),
      subjects: z.array(field.subjectLevel),
    }),
  ),
  prices: publicPrices,
  packages: z.array(
    z.object({
      name: z.string(),
      /** Null: any. */
      subject: field.subject.nullable(),
      level: field.level,
      lessons: z.number(),
      price: z.number(),
    }),
  ),
  /** Whether a free half hour can be chosen. */
  offersTrialSlots: z.boolean(),
});
export type Landing = z.infer<typeof landing>;

/** Days with free half hours; none where the centre offers none. */
export const trialSlots = z.array(z.object({ date: field.civilDate, blocks: z.array(field.block) }));
export type TrialSlots = z.infer<typeof trialSlots>;

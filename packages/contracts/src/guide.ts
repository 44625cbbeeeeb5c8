import { z } from "zod";
import * as field from "./fields";

/** The steps of a centre's first hour, in their order (rules §28). */
export const GUIDE_STEPS = [
  "centre",
  "prices",
  "teachers",
  "subjects",
  "students",
  "payments",
  "relations",
  "lessons",
] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** Where a new centre stands; null: it needs no guide. */
export const guide = z
  .object({
    steps: z.array(z.object({ step: z.enum(GUIDE_STEPS), isDone: z.boolean() })),
    /** The teacher whom the next step is about: one without subjects, else the first. */
    teacherId: field.id.nullable(),
  })
  .nullable();
export type Guide = z.infer<typeof guide>;

import { WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import { childRef } from "./families";
import * as field from "./fields";
import { availabilityTexts } from "./texts/availability";
import { watchTexts } from "./texts/watches";

const weekday = z.enum(WEEKDAYS, { error: availabilityTexts.unknownDay });

const wanted = {
  teacherId: field.id,
  subject: field.subject,
  level: field.level,
  weekdays: z
    .array(weekday, { error: watchTexts.noWeekday })
    .min(1, watchTexts.noWeekday)
    .max(WEEKDAYS.length, watchTexts.sameWeekday)
    .refine((days) => new Set(days).size === days.length, watchTexts.sameWeekday),
  /** Both inclusive. */
  fromBlock: field.block,
  toBlock: field.block,
  /** The last day of the blocks that are waited for, inclusive. */
  until: field.civilDate,
};

/** What a student waits for; a parent names the child. */
export const addWatchInput = z
  .object({ studentId: field.id.optional(), ...wanted })
  .refine(({ fromBlock, toBlock }) => fromBlock <= toBlock, {
    error: watchTexts.blocksReversed,
    path: ["toBlock"],
  });
export type AddWatchInput = z.infer<typeof addWatchInput>;

/** Whose watches: a parent names the child. */
export const watchesInput = childRef;
export type WatchesInput = z.infer<typeof watchesInput>;

export const watchRef = z.object({ id: field.id });
export type WatchRef = z.infer<typeof watchRef>;

/** A student who waits for a slot of a teacher (rules §34). */
export const watch = z.object({
  id: field.id,
  studentId: field.id,
  teacherName: z.string(),
  ...wanted,
  /** 1: nobody is before. */
  place: z.int(),
  /** What is held for the student now, and until when. */
  held: z.object({ date: field.civilDate, block: field.block, until: field.timestamp }).nullable(),
});
export type Watch = z.infer<typeof watch>;

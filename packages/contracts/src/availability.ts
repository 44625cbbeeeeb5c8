import { BLOCK_COUNT, checkSections, WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { availabilityTexts } from "./texts/availability";
import { commonTexts } from "./texts/common";

/** No week has room for more: one section per block. */
export const SECTIONS_MAX = WEEKDAYS.length * BLOCK_COUNT;

/** A stretch of a teacher's week, inclusive at both ends (rules §4). */
export const availabilitySection = z.object(
  {
    day: z.enum(WEEKDAYS, { error: availabilityTexts.unknownDay }),
    startBlock: field.block,
    endBlock: field.block,
  },
  { error: commonTexts.invalidInput },
);
export type AvailabilitySection = z.infer<typeof availabilitySection>;

/** A whole week; the editor and the procedure share its rules and texts (rules §22). */
export const availabilityWeek = z
  .array(availabilitySection, { error: commonTexts.invalidInput })
  .max(SECTIONS_MAX, availabilityTexts.tooMany)
  .superRefine((sections, ctx) => {
    const refusal = checkSections(sections);
    if (refusal === null) return;
    ctx.addIssue({
      code: "custom",
      message: refusal === "overlap" ? availabilityTexts.overlap : availabilityTexts.startsAfterEnd,
    });
  });

export const teacherRef = z.object({ teacherId: field.id });

/** `studentId`: a parent's child. */
export const availabilityInput = teacherRef.extend({ studentId: field.id.optional() });
export type AvailabilityInput = z.infer<typeof availabilityInput>;

/** `forLessonId`: another block for that lesson is looked for, so its student must be free too. */
/** `studentId`: a parent's child. */
export const freeDaysInput = teacherRef.extend({
  forLessonId: field.id.optional(),
  studentId: field.id.optional(),
});
export type FreeDaysInput = z.infer<typeof freeDaysInput>;

/** A day that has free blocks, ascending. */
export const freeDay = z.object({ date: field.civilDate, blocks: z.array(field.block) });
export type FreeDay = z.infer<typeof freeDay>;

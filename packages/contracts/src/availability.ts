import { BLOCK_COUNT, checkSections, isCivilDate, WEEKDAYS, weekdayOf } from "@korki/domain";
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

const SECTION_TEXTS = {
  "starts-after-end": availabilityTexts.startsAfterEnd,
  overlap: availabilityTexts.overlap,
} as const;

/** A whole week; the editor and the procedure share its rules and texts (rules §22). */
export const availabilityWeek = z
  .array(availabilitySection, { error: commonTexts.invalidInput })
  .max(SECTIONS_MAX, availabilityTexts.tooMany)
  .superRefine((sections, ctx) => {
    const refusal = checkSections(sections);
    if (refusal !== null) ctx.addIssue({ code: "custom", message: SECTION_TEXTS[refusal] });
  });

/** What a teacher offers on one date (rules §34). */
export const dayHours = z.object({
  date: field.civilDate,
  /** Whether the weekly hours of that date do not count. Without sections it is a free day. */
  replaces: z.boolean(),
  sections: z.array(z.object({ startBlock: field.block, endBlock: field.block })),
  /** Blocks outside the hours in which the teacher has lessons, which stay. For the teacher and administrators alone. */
  lessonsOutside: z.array(field.block),
});
export type DayHours = z.infer<typeof dayHours>;

/** `teacherId`: whose day an administrator means. */
export const dayRef = z.object({ date: field.civilDate, teacherId: field.id.optional() });
export type DayRef = z.infer<typeof dayRef>;

/** A day as it is entered; the weekday of a section may be left out. */
export const dayBody = z.object({
  replaces: z.boolean({ error: commonTexts.invalidInput }),
  sections: z
    .array(availabilitySection.partial({ day: true }), { error: commonTexts.invalidInput })
    .max(BLOCK_COUNT, availabilityTexts.tooMany),
});

export const saveDayInput = dayRef.extend(dayBody.shape).superRefine(({ date, replaces, sections }, ctx) => {
  // A date that is refused has its own text.
  if (!isCivilDate(date)) return;
  const weekday = weekdayOf(date);
  const refuse = (message: string) => ctx.addIssue({ code: "custom", message, path: ["sections"] });
  if (sections.some(({ day = weekday }) => day !== weekday)) return refuse(availabilityTexts.otherWeekday);
  if (!replaces && sections.length === 0) return refuse(availabilityTexts.nothingAdded);
  const refusal = checkSections(sections.map((section) => ({ ...section, day: weekday })));
  if (refusal !== null) refuse(SECTION_TEXTS[refusal]);
});
export type SaveDayInput = z.infer<typeof saveDayInput>;

export const teacherRef = z.object({ teacherId: field.id });

/** `studentId`: a parent's child. */
export const availabilityInput = teacherRef.extend({ studentId: field.id.optional() });
export type AvailabilityInput = z.infer<typeof availabilityInput>;

/** The dates of a period that differ from the week; left out: from today to 12 months ahead. */
export const daysPeriod = z.object({ from: field.civilDate.optional(), to: field.civilDate.optional() });
export const daysInput = availabilityInput
  .extend(daysPeriod.shape)
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: availabilityTexts.endsBeforeStart,
    path: ["to"],
  });
export type DaysInput = z.infer<typeof daysInput>;

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

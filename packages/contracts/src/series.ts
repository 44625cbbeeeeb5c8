import { SERIES_OUTCOMES, SERIES_STATUSES, WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import { consequence } from "./consequence";
import * as field from "./fields";
import { lessonStatus } from "./lessons";
import { pagingInput } from "./paging";
import { commonTexts } from "./texts/common";
import { seriesTexts } from "./texts/series";
import { undoable } from "./undo";

const seriesWeekday = z.enum(WEEKDAYS, { error: seriesTexts.unknownWeekday });
const everyWeeks = z.literal([1, 2], { error: seriesTexts.unknownInterval });
/** No series has more dates: a year of weeks. */
const SERIES_CHANGES_MAX = 54;
/** Proof of the preview that the person saw. */
const token = z.string({ error: seriesTexts.tokenRequired }).min(1, seriesTexts.tokenRequired).max(8000);

/** A weekly lesson as requested. A student leaves out `studentId`, a teacher `teacherId`; a parent names the child. */
export const seriesBody = z.object({
  teacherId: field.id.optional(),
  studentId: field.id.optional(),
  weekday: seriesWeekday,
  block: field.block,
  subject: field.subject,
  level: field.level,
  from: field.lessonDate,
  /** The end of the school year, unless given. */
  to: field.lessonDate.optional(),
  everyWeeks: everyWeeks.default(1),
  /** 2: a double lesson on each date, in this block and the next. */
  blocks: field.blockSpan.optional(),
  description: field.description.default(""),
  /** Dates that the person leaves out (`block` null) or puts at another hour of that day. */
  changes: z
    .array(z.object({ date: field.civilDate, block: field.block.nullable() }), {
      error: commonTexts.invalidInput,
    })
    .max(SERIES_CHANGES_MAX, commonTexts.invalidInput)
    .optional(),
});
export type SeriesBody = z.infer<typeof seriesBody>;

const seriesDate = z.object({ date: field.civilDate, outcome: z.enum(SERIES_OUTCOMES) });

const slot = z.object({ date: field.civilDate, block: field.block });

/** A date of a preview. */
const previewDate = seriesDate.extend({
  /** The hour, where it is not that of the series. */
  block: field.block.optional(),
  /** What is there instead, for who may know it: `masz wtedy Fizykę`. */
  reason: z.string().optional(),
  /** Where the lesson that moves here stands now. */
  was: slot.optional(),
});
export type PreviewDate = z.infer<typeof previewDate>;

/** Every date with its outcome. `token` makes exactly this preview true, once, within 15 minutes. */
export const seriesPreview = z.object({
  dates: z.array(previewDate),
  free: z.int(),
  skipped: z.int(),
  token: z.string(),
  /** Null for teachers. */
  consequence: consequence.nullable(),
});
export type SeriesPreview = z.infer<typeof seriesPreview>;

export const createSeriesInput = seriesBody.extend({
  token,
  /** For administrators only. */
  status: z.enum(["Nie potwierdzona", "Potwierdzona"], { error: seriesTexts.unknownStatus }).optional(),
});
export type CreateSeriesInput = z.infer<typeof createSeriesInput>;

/** A lesson of a series. `isMoved`: it was moved individually. */
const seriesLesson = z.object({
  id: field.id,
  date: field.civilDate,
  block: field.block,
  status: lessonStatus,
  teacherId: field.id,
  pairId: field.id.nullable(),
  isMoved: z.boolean(),
});

/** A wish to move a weekly lesson that waits for the teacher; its free dates are kept meanwhile (rules §40). */
const seriesMove = z.object({
  id: field.id,
  from: field.civilDate,
  weekday: seriesWeekday,
  block: field.block,
  expiresAt: field.timestamp,
  /** By new date; `was` is null for a lesson that fills a skipped date. */
  dates: z.array(seriesDate.extend({ was: slot.nullable() })),
});

export const series = z.object({
  id: field.id,
  teacherId: field.id,
  studentId: field.id,
  teacherName: z.string(),
  studentName: z.string(),
  weekday: seriesWeekday,
  block: field.block,
  subject: field.subject,
  level: field.level,
  from: field.civilDate,
  to: field.civilDate,
  everyWeeks: z.int(),
  blocks: field.blockSpan,
  description: z.string(),
  status: z.enum(SERIES_STATUSES),
  planned: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  skipped: z.array(seriesDate),
  move: seriesMove.nullable(),
  /** By date. */
  lessons: z.array(seriesLesson),
});
export type Series = z.infer<typeof series>;

/** An administrator filters by both; a parent may name a child. */
export const listSeriesInput = pagingInput.extend({
  teacherId: field.id.optional(),
  studentId: field.id.optional(),
});
export type ListSeriesInput = z.infer<typeof listSeriesInput>;

export const seriesRef = z.object({ seriesId: field.id });
export type SeriesRef = z.infer<typeof seriesRef>;

export const endSeriesInput = seriesRef.extend({ from: field.civilDate });
export type EndSeriesInput = z.infer<typeof endSeriesInput>;
/** What ending it means; null: a teacher or an administrator asks. */
export const seriesEndPreview = z.object({ consequence: consequence.nullable() });
export type SeriesEndPreview = z.infer<typeof seriesEndPreview>;
export const seriesEnded = z.object({ cancelled: z.int(), deleted: z.int() });
export type SeriesEnded = z.infer<typeof seriesEnded>;

/** A series and an act on all of it that can be taken back. */
export const undoableSeriesRef = seriesRef.extend(undoable);

export const previewMoveInput = seriesRef.extend({
  from: field.civilDate,
  weekday: seriesWeekday,
  block: field.block,
});
export type PreviewMoveInput = z.infer<typeof previewMoveInput>;
export const moveSeriesInput = previewMoveInput.extend({ token, ...undoable });
export type MoveSeriesInput = z.infer<typeof moveSeriesInput>;

/** The wish to move that the person saw. */
export const moveRef = seriesRef.extend({ moveId: field.id });
export type MoveRef = z.infer<typeof moveRef>;
/** The teacher accepts or declines a wish to move. */
export const answerMoveInput = moveRef.extend({
  answer: z.enum(["accept", "decline"], { error: commonTexts.invalidInput }),
  /** Also at times that are busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
  ...undoable,
});
export type AnswerMoveInput = z.infer<typeof answerMoveInput>;

export const previewExtensionInput = seriesRef.extend({ to: field.lessonDate });
export type PreviewExtensionInput = z.infer<typeof previewExtensionInput>;
export const extendSeriesInput = previewExtensionInput.extend({ token });
export type ExtendSeriesInput = z.infer<typeof extendSeriesInput>;

/** The hours of one day that are free for both people of a weekly lesson. */
export const dayHoursInput = seriesBody
  .pick({ teacherId: true, studentId: true, subject: true, level: true, blocks: true })
  .extend({ date: field.lessonDate });
export type DayHoursInput = z.infer<typeof dayHoursInput>;

/** Where a skipped date could be made up for: the days around it with what is free for both people. */
export const fillSlotsInput = seriesRef.extend({ skippedDate: field.lessonDate });
export type FillSlotsInput = z.infer<typeof fillSlotsInput>;

/** Fills a skipped date with a slot of the person's choice. */
export const fillDateInput = seriesRef.extend({
  skippedDate: field.civilDate,
  date: field.lessonDate,
  block: field.block,
  /** Also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
});
export type FillDateInput = z.infer<typeof fillDateInput>;

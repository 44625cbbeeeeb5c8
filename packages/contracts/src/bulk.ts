import { PLANNED } from "@korki/domain";
import { z } from "zod";
import { clientKey, messageText } from "./chat";
import * as field from "./fields";
import { cancelLessonInput, lessonStatus } from "./lessons";
import { commonTexts } from "./texts/common";

/** Most rows that one action on many takes. */
export const BULK_MAX = 100;

const invalid = commonTexts.invalidInput;

function rowsOf<Row extends z.ZodType<{ id: string }>>(row: Row) {
  return z
    .array(row)
    .min(1, invalid)
    .max(BULK_MAX, invalid)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, invalid);
}

/** A lesson as the list showed it; of another version it is left alone. */
const seenLesson = z.object({
  id: field.id,
  version: z.number({ error: invalid }).int(invalid).min(0, invalid),
});

export const confirmLessonsInput = z.object({ lessons: rowsOf(seenLesson) });
export type ConfirmLessonsInput = z.infer<typeof confirmLessonsInput>;

export const cancelLessonsInput = z.object({
  lessons: rowsOf(seenLesson),
  reason: cancelLessonInput.shape.reason,
});
export type CancelLessonsInput = z.infer<typeof cancelLessonsInput>;

/** Lessons with the planned status that they return to. */
export const restoreLessonsInput = z.object({
  lessons: rowsOf(seenLesson.extend({ status: z.enum(PLANNED, { error: invalid }) })),
  overrideBusy: z.boolean().optional(),
});
export type RestoreLessonsInput = z.infer<typeof restoreLessonsInput>;

/** What became of each lesson, in the order of the input. */
export const lessonOutcomes = z.array(
  z.object({
    id: field.id,
    /** Why the lesson was left alone; null: it was changed. */
    refusal: z.string().nullable(),
    /** The current status and version, and the previous status; null if the lesson does not exist. */
    status: lessonStatus.nullable(),
    version: z.number().nullable(),
    before: lessonStatus.nullable(),
  }),
);
export type LessonOutcome = z.infer<typeof lessonOutcomes>[number];

/** One message to many people, to each in their own conversation. */
export const messageManyInput = z.object({
  people: rowsOf(z.object({ id: field.id })),
  text: messageText,
  /** Sent twice with the same key, it arrives once. */
  clientKey,
});
export type MessageManyInput = z.infer<typeof messageManyInput>;

/** What became of each message, in the order of the input. */
export const messageOutcomes = z.array(z.object({ id: field.id, refusal: z.string().nullable() }));
export type MessageOutcome = z.infer<typeof messageOutcomes>[number];

import { CLOSURE_SCOPES, checkClosure, MAX_YEAR, MIN_YEAR } from "@korki/domain";
import { z } from "zod";
import { updateLessonInput } from "./admin-lessons";
import * as field from "./fields";
import { pairChoice } from "./lessons";
import { pagingInput } from "./paging";
import { closureTexts } from "./texts/closures";
import { undoable } from "./undo";

const LABEL_MAX = 200;
const text = closureTexts;

const REFUSALS = {
  "ends-before-start": { message: text.endsBeforeStart, path: "to" },
  "too-long": { message: text.tooLong, path: "to" },
  "blocks-reversed": { message: text.blocksReversed, path: "toBlock" },
} as const;

const closureScope = z.enum(CLOSURE_SCOPES, { error: text.unknownScope });

const range = {
  scope: closureScope,
  /** Of a teacher's absence; a teacher may leave it out. */
  teacherId: field.id.nullish(),
  from: field.lessonDate,
  to: field.lessonDate,
  /** Of each day; null: from the first or to the last block. */
  fromBlock: field.block.nullish(),
  toBlock: field.block.nullish(),
  label: field.singleLine(LABEL_MAX, text.labelTooLong).trim().default(""),
};

type Range = {
  from: string;
  to: string;
  fromBlock?: number | null | undefined;
  toBlock?: number | null | undefined;
};

function checkRange({ from, to, fromBlock = null, toBlock = null }: Range, ctx: z.RefinementCtx): void {
  // A date that is refused has its own text.
  if (![from, to].every((date) => field.lessonDate.safeParse(date).success)) return;
  const refusal = checkClosure({ from, to, fromBlock, toBlock });
  if (refusal === null) return;
  const { message, path } = REFUSALS[refusal];
  ctx.addIssue({ code: "custom", message, path: [path] });
}

/** A closed day or an absence as requested. */
export const closureBody = z.object(range).superRefine(checkRange);
export type ClosureBody = z.infer<typeof closureBody>;

const slot = { date: field.civilDate, block: field.block };

/** What is to become of one affected lesson or trial lesson. */
const closureDecision = z
  .object({
    lessonId: field.id,
    action: z.enum(["move", "substitute", "cancel", "keep"], { error: text.unknownAction }),
    date: field.lessonDate.optional(),
    block: field.block.optional(),
    teacherId: field.id.optional(),
  })
  .superRefine(({ action, date, block, teacherId }, ctx) => {
    if (action === "move" && (date === undefined || block === undefined))
      ctx.addIssue({ code: "custom", message: text.moveNeedsSlot });
    if (action === "substitute" && teacherId === undefined)
      ctx.addIssue({ code: "custom", message: text.substituteNeedsTeacher });
  });
export type ClosureDecision = z.infer<typeof closureDecision>;

/** Most lessons that one closure may affect: two weeks of a centre with a thousand lessons a day. */
const DECISIONS_MAX = 10_000;

export const addClosureInput = z
  .object({
    ...range,
    decisions: z.array(closureDecision).max(DECISIONS_MAX, text.tooManyLessons).default([]),
    /** Decisions also put lessons at a time that is busy elsewhere (rules §35). */
    overrideBusy: z.boolean().optional(),
    token: z.string().max(8000).optional(),
  })
  .superRefine(checkRange);
export type AddClosureInput = z.infer<typeof addClosureInput>;

export const closure = z.object({
  id: field.id,
  scope: closureScope,
  teacherId: field.id.nullable(),
  /** Empty for the centre. */
  teacherName: z.string(),
  from: field.civilDate,
  to: field.civilDate,
  fromBlock: field.block.nullable(),
  toBlock: field.block.nullable(),
  /** Empty for students and parents where a teacher is absent. */
  label: z.string(),
});
export type Closure = z.infer<typeof closure>;

/** A teacher who could take over a lesson. */
export const substitute = z.object({ id: field.id, name: z.string(), surname: z.string() });
export type Substitute = z.infer<typeof substitute>;

/** A lesson or trial lesson that a closure would affect, with what could be done. */
const affectedLesson = z.object({
  kind: z.enum(["lesson", "trial"]),
  id: field.id,
  teacherId: field.id,
  /** null: a trial lesson */
  studentId: field.id.nullable(),
  teacherName: z.string(),
  studentName: z.string(),
  ...slot,
  subject: field.subject,
  level: field.level,
  title: z.string(),
  description: z.string(),
  status: z.string(),
  meetingLink: z.string(),
  seriesId: field.id.nullable(),
  pairId: field.id.nullable(),
  closureOverridden: z.boolean(),
  /** At most 5 nearest free slots of the pair. */
  moves: z.array(z.object(slot)),
  /** At most 5 teachers who could take over; for administrators only. */
  substitutes: z.array(substitute),
});
export type AffectedLesson = z.infer<typeof affectedLesson>;

export const closurePreview = z.object({ affected: z.array(affectedLesson), token: z.string() });
export type ClosurePreview = z.infer<typeof closurePreview>;

export const listClosuresInput = pagingInput.extend({
  from: field.civilDate.optional(),
  to: field.civilDate.optional(),
});
export type ListClosuresInput = z.infer<typeof listClosuresInput>;

export const closureRef = z.object({ id: field.id });

export const holidaysInput = z.object({ year: z.number().int().min(MIN_YEAR).max(MAX_YEAR) });
export const holiday = z.object({ date: field.civilDate, label: z.string() });

/** `both`: for both of a double lesson. Left out: for this one alone. */
export const substitutesInput = z.object({ lessonId: field.id, ...pairChoice });
export type SubstitutesInput = z.infer<typeof substitutesInput>;
export const substituteInput = substitutesInput.extend({
  teacherId: field.id,
  version: updateLessonInput.shape.version,
  /** Also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
  ...undoable,
});
export type SubstituteInput = z.infer<typeof substituteInput>;

import { DESCRIPTION_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import { lessonStatus } from "../lessons";
import { monthlySummary } from "../reports";
import { reportTexts as texts } from "../texts/reports";
import { queryNumber } from "./query";

/** A report as it goes out; `privateNote` only to its teacher and administrators. */
export const wireReport = z.object({
  _id: field.id,
  lessonId: field.id,
  date: field.civilDate,
  blockIndex: field.block,
  subject: field.subject,
  subjectLevel: field.level,
  teacherId: field.id,
  studentId: field.id,
  summary: z.string(),
  homework: z.string().nullable(),
  homeworkDue: field.civilDate.nullable(),
  homeworkDone: z.boolean(),
  understanding: z.number().nullable(),
  updatedAt: field.timestamp,
  privateNote: z.string().nullable().optional(),
});

const text = field.plainText(DESCRIPTION_MAX, texts.tooLong).nullish();

/** The body of `PUT /teacher/report/{lessonId}`; its rules are the procedure's. */
export const wireNewReport = z.object({
  summary: field.plainText(DESCRIPTION_MAX, texts.tooLong, texts.summaryMissing),
  homework: text,
  homeworkDue: field.civilDate.nullish(),
  privateNote: text,
  understanding: z.number(texts.understanding).nullish(),
});

export const wireSummary = z.object({
  lessons: z.array(
    z.object({
      _id: field.id,
      date: field.civilDate,
      blockIndex: field.block,
      subject: field.subject,
      subjectLevel: field.level,
      status: lessonStatus,
    }),
  ),
  reports: z.array(wireReport),
  homework: z.object({ set: z.number(), done: z.number() }),
  understanding: monthlySummary.shape.understanding,
  money: monthlySummary.shape.money,
});

/** The month in a path. */
export const wireMonthParams = z.object({
  year: queryNumber(z.number()),
  month: queryNumber(z.number()),
});

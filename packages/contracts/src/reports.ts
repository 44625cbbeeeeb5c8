import { DESCRIPTION_MAX, MARK_MAX, MARK_MIN, MAX_YEAR, MIN_YEAR } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { lessonStatus } from "./lessons";
import { pageOf, paging } from "./paging";
import { commonTexts } from "./texts/common";
import { reportTexts } from "./texts/reports";

const words = field.plainText(DESCRIPTION_MAX, reportTexts.tooLong, reportTexts.tooLong).trim();
/** Text that may be left out; empty is none. */
const optionalWords = words.nullish().transform((text) => text || null);

/** What a teacher writes about a lesson that was held (rules §17). */
export const saveReportInput = z
  .object({
    lessonId: field.id,
    summary: words.min(1, reportTexts.summaryMissing),
    homework: optionalWords,
    homeworkDue: field.lessonDate.nullish().transform((date) => date ?? null),
    /** For the teacher and administrators only. */
    privateNote: optionalWords,
    understanding: z
      .number({ error: reportTexts.understanding })
      .int(reportTexts.understanding)
      .min(MARK_MIN, reportTexts.understanding)
      .max(MARK_MAX, reportTexts.understanding)
      .nullish()
      .transform((value) => value ?? null),
  })
  .refine(({ homework, homeworkDue }) => homework !== null || homeworkDue === null, {
    path: ["homework"],
    error: reportTexts.homeworkMissing,
  });
export type SaveReportInput = z.output<typeof saveReportInput>;

/** A report with its lesson. */
export const lessonReport = z.object({
  id: field.id,
  lessonId: field.id,
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  teacherId: field.id,
  teacherName: z.string(),
  studentId: field.id,
  studentName: z.string(),
  summary: z.string(),
  homework: z.string().nullable(),
  homeworkDue: field.civilDate.nullable(),
  homeworkDone: z.boolean(),
  understanding: z.number().nullable(),
  updatedAt: field.timestamp,
  /** Left out for everybody but the lesson's teacher and administrators. */
  privateNote: z.string().nullable().optional(),
});
export type LessonReport = z.infer<typeof lessonReport>;

export const reportRef = z.object({ lessonId: field.id });
export const tickHomeworkInput = z.object({
  lessonId: field.id,
  done: z.boolean({ error: commonTexts.invalidInput }),
  /** The homework as the caller saw it; the tick is refused for another one. If it is left out, any homework is ticked. */
  homework: field.plainText(DESCRIPTION_MAX).optional(),
});
export type TickHomeworkInput = z.infer<typeof tickHomeworkInput>;

/** `studentId`: a parent's child. */
export const myReportsInput = z.object({
  subject: field.subject.optional(),
  studentId: field.id.optional(),
  ...paging,
});
export type MyReportsInput = z.output<typeof myReportsInput>;
export const studentReportsInput = myReportsInput.extend({ studentId: field.id });
export type StudentReportsInput = z.output<typeof studentReportsInput>;
export const reportsPage = pageOf(lessonReport);

/** What a teacher wants to know before a lesson: the last report about the student, and homework that is open. */
export const beforeLesson = z.object({
  last: lessonReport.nullable(),
  openHomework: z.array(lessonReport),
});
export type BeforeLesson = z.infer<typeof beforeLesson>;

const year = z.number().int().min(MIN_YEAR, commonTexts.invalidInput).max(MAX_YEAR, commonTexts.invalidInput);
const month = z.number().int().min(1, commonTexts.invalidInput).max(12, commonTexts.invalidInput);
const summaryMonth = z.object({ year, month });
export const mySummaryInput = summaryMonth.extend({ studentId: field.id.optional() });
export const studentSummaryInput = summaryMonth.extend({ studentId: field.id });

/** What a month meant in money, in whole złoty. */
const monthMoney = z.object({
  /** The price of the month's lessons that were held or are charged. */
  cost: z.number(),
  /** The price of those that are still ahead. */
  planned: z.number(),
  /** What came in during the month, less what was paid back. */
  paid: z.number(),
  /** What has to be paid on the day `asOf`, for whatever month. */
  due: z.number(),
  /** The day of the first lesson that is due; null: nothing is. */
  dueBy: field.civilDate.nullable(),
  asOf: field.civilDate,
});
export type MonthMoney = z.infer<typeof monthMoney>;

/** A student's month. */
export const monthlySummary = z.object({
  studentName: z.string(),
  lessons: z.array(
    z.object({
      id: field.id,
      date: field.civilDate,
      block: field.block,
      subject: field.subject,
      level: field.level,
      teacherName: z.string(),
      status: lessonStatus,
    }),
  ),
  reports: z.array(lessonReport),
  homework: z.object({ set: z.number(), done: z.number() }),
  /** Oldest first. */
  understanding: z.array(z.object({ subject: field.subject, date: field.civilDate, value: z.number() })),
  /** Null for whom the family's money does not concern. */
  money: monthMoney.nullable(),
});
export type MonthlySummary = z.infer<typeof monthlySummary>;

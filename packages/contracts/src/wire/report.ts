import { DESCRIPTION_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import { lessonReport, monthlySummary } from "../reports";
import { reportTexts as texts } from "../texts/reports";
import { wireOf } from "./names";
import { queryNumber } from "./query";

/** A report as it goes out; `privateNote` only to its teacher and administrators. */
const report = lessonReport.omit({ teacherName: true, studentName: true });
export const wireReport = wireOf(report);

const text = field.plainText(DESCRIPTION_MAX, texts.tooLong).nullish();

/** The body of `PUT /teacher/report/{lessonId}`; its rules are the procedure's. */
export const wireNewReport = z.object({
  summary: field.plainText(DESCRIPTION_MAX, texts.tooLong, texts.summaryMissing),
  homework: text,
  homeworkDue: field.civilDate.nullish(),
  privateNote: text,
  understanding: z.number(texts.understanding).nullish(),
});

export const wireSummary = wireOf(
  monthlySummary.omit({ studentName: true }).extend({
    lessons: z.array(monthlySummary.shape.lessons.element.omit({ teacherName: true })),
    reports: z.array(report),
  }),
);

/** The month in a path. */
export const wireMonthParams = z.object({
  year: queryNumber(z.number()),
  month: queryNumber(z.number()),
});

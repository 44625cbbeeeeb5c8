import { LEVELS, SUBJECTS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { pageOf, paging } from "./paging";

/** An event in a student's "Rozliczenie", as a bank's statement would say it (rules §39). */
const statementLine = z.object({
  id: field.id,
  /** "Lekcja odbyta 23.11". */
  text: z.string(),
  /** What else is to be said: the teacher, a reason. */
  details: z.string(),
  day: field.civilDate,
  subject: z.enum(SUBJECTS),
  level: z.enum(LEVELS),
  lessons: z.int(),
  /** Whole złoty: what was paid or paid back, or what a lesson costs; null: none. */
  amount: z.int().nullable(),
  lessonId: field.id.nullable(),
  /** A payment that counts. */
  paymentId: field.id.nullable(),
  /** Whether the caller paid it and can ask for its invoice (rules §36). */
  mayInvoice: z.boolean(),
});
export type StatementLine = z.infer<typeof statementLine>;

/** The latest first; what is ahead stands apart, the next first. `others`: events of the other part. */
export const statementPage = pageOf(statementLine).extend({
  others: z.int(),
  /** Per subject and level what adds up: "26 opłaconych − 10 odbytych = 16". */
  sums: z.array(
    z.object({ subject: z.enum(SUBJECTS), level: z.enum(LEVELS), balance: z.int(), sentence: z.string() }),
  ),
});
export type StatementPage = z.infer<typeof statementPage>;

export const myStatementInput = z.object({
  ...paging,
  part: z.enum(["past", "ahead"]).default("past"),
  /** Left out: all subjects. */
  subject: field.subject.optional(),
  level: field.level.optional(),
  /** A parent's child. */
  studentId: field.id.optional(),
});
export type MyStatementInput = z.infer<typeof myStatementInput>;
export const studentStatementInput = myStatementInput.extend({ studentId: field.id });
export type StudentStatementInput = z.infer<typeof studentStatementInput>;

import { z } from "zod";
import { lessonFilters } from "./admin-lessons";
import {
  PARENT_COLUMNS,
  peopleListInput,
  STUDENT_COLUMNS,
  studentListInput,
  TEACHER_COLUMNS,
} from "./admin-people";
import * as field from "./fields";
import { yearMonth } from "./statistics";

/** Most rows in one file; a longer one is asked for by period. */
export const EXPORT_ROWS_MAX = 100_000;

/** A CSV file: UTF-8 with BOM, semicolons, formulas defused. */
export const csvFile = z.object({ fileName: z.string(), content: z.string() });
export type CsvFile = z.infer<typeof csvFile>;

export const exportLessonsInput = lessonFilters;
/** Days in Warsaw, both included. */
const period = { from: field.lessonDate.optional(), to: field.lessonDate.optional() };
export const exportPaymentsInput = z.object({ studentId: field.id.optional(), ...period });
export const exportPayoutsInput = z.object({ teacherId: field.id.optional(), ...period });
/** The list as it is asked for, all its pages, with these columns; all of them where none are named. */
export const exportStudentsInput = studentListInput
  .omit({ page: true, pageSize: true })
  .extend({ columns: z.array(z.enum(STUDENT_COLUMNS)).optional() });
export type ExportStudentsInput = z.infer<typeof exportStudentsInput>;
const exportPeopleInput = peopleListInput.omit({ page: true, pageSize: true });
export const exportTeachersInput = exportPeopleInput.extend({
  columns: z.array(z.enum(TEACHER_COLUMNS)).optional(),
});
export type ExportTeachersInput = z.infer<typeof exportTeachersInput>;
export const exportParentsInput = exportPeopleInput.extend({
  columns: z.array(z.enum(PARENT_COLUMNS)).optional(),
});
export type ExportParentsInput = z.infer<typeof exportParentsInput>;
export const exportCompanyMonthInput = yearMonth;

/** A PDF file as text that tRPC can carry. */
export const pdfFile = z.object({ fileName: z.string(), base64: z.string() });
export type PdfFile = z.infer<typeof pdfFile>;

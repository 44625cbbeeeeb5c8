import * as contract from "@korki/contracts/reports";
import {
  getReport,
  listMyReports,
  listReportsOf,
  prepareLesson,
  summarizeMonth,
  summarizeMyMonth,
} from "@korki/services/reports/read-reports";
import { saveReport } from "@korki/services/reports/save-report";
import { tickHomework } from "@korki/services/reports/tick-homework";
import { adminProcedure, procedureFor, router, studentProcedure, teacherProcedure } from "./init";

const familyProcedure = procedureFor("Student", "Parent").meta({
  about: "student",
  scope: { Student: "yes", Parent: "own" },
});

/** Lesson reports and homework (rules §17). */
export const reportsRouter = router({
  save: teacherProcedure
    .meta({ about: "heldLesson", scope: "own" })
    .input(contract.saveReportInput)
    .output(contract.lessonReport)
    .mutation(({ ctx, input }) => saveReport(ctx, input)),

  get: procedureFor("Student", "Teacher", "Parent", "Admin")
    .meta({ about: "heldLesson", scope: "own" })
    .input(contract.reportRef)
    .output(contract.lessonReport)
    .query(({ ctx, input }) => getReport(ctx, input)),

  tickHomework: studentProcedure
    .meta({ about: "heldLesson", scope: "own" })
    .input(contract.tickHomeworkInput)
    .output(contract.lessonReport)
    .mutation(({ ctx, input }) => tickHomework(ctx, input)),

  mine: familyProcedure
    .input(contract.myReportsInput)
    .output(contract.reportsPage)
    .query(({ ctx, input }) => listMyReports(ctx, input)),

  ofStudent: procedureFor("Teacher", "Admin")
    .meta({ about: "student", scope: "related" })
    .input(contract.studentReportsInput)
    .output(contract.reportsPage)
    .query(({ ctx, input }) => listReportsOf(ctx, input)),

  /** What a teacher wants to know before a lesson. */
  beforeLesson: teacherProcedure
    .meta({ about: "heldLesson", scope: "own" })
    .input(contract.reportRef)
    .output(contract.beforeLesson)
    .query(({ ctx, input }) => prepareLesson(ctx, input)),

  mySummary: familyProcedure
    .input(contract.mySummaryInput)
    .output(contract.monthlySummary)
    .query(({ ctx, input }) => summarizeMyMonth(ctx, input)),

  summaryOf: adminProcedure
    .meta({ about: "student" })
    .input(contract.studentSummaryInput)
    .output(contract.monthlySummary)
    .query(({ ctx, input }) => summarizeMonth(ctx, input)),
});

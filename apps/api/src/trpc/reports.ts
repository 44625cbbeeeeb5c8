import { pdfFile } from "@korki/contracts/exports";
import * as contract from "@korki/contracts/reports";
import * as results from "@korki/contracts/results";
import {
  getReport,
  getSummary,
  listMyReports,
  listReportsOf,
  prepareLesson,
} from "@korki/services/reports/read-reports";
import { getSummaryPdf } from "@korki/services/reports/render-summary";
import { saveReport } from "@korki/services/reports/save-report";
import { tickHomework } from "@korki/services/reports/tick-homework";
import {
  getHours,
  getRetention,
  getTrialPaths,
  listHours,
  listIdleStudents,
} from "@korki/services/results/results";
import { adminProcedure, procedureFor, router, teacherProcedure } from "./init";

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

  /** A parent's tick is for a child without a login; every other child ticks itself. */
  tickHomework: procedureFor("Student", "Parent")
    .meta({ about: "heldLesson", scope: { Student: "own", Parent: "own-409" } })
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
    .query(({ ctx, input }) => getSummary(ctx, input)),

  /** An own student's month: a teacher's own lessons, for an administrator all. */
  summaryOf: procedureFor("Teacher", "Admin")
    .meta({ about: "student", scope: "related" })
    .input(contract.studentSummaryInput)
    .output(contract.monthlySummary)
    .query(({ ctx, input }) => getSummary(ctx, input)),

  summaryPdf: procedureFor("Student", "Parent", "Teacher", "Admin")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own", Teacher: "related" } })
    .input(contract.mySummaryInput)
    .output(pdfFile)
    .query(({ ctx, input }) => getSummaryPdf(ctx, input)),
});

/** Who stays, which hours are used, where requests lead (rules §37). */
export const resultsRouter = router({
  retention: adminProcedure
    .input(results.resultsMonth)
    .output(results.retention)
    .query(({ ctx, input }) => getRetention(ctx, input)),

  hours: adminProcedure
    .input(results.resultsMonth)
    .output(results.hoursUsed)
    .query(({ ctx, input }) => getHours(ctx, input)),

  hourRows: adminProcedure
    .input(results.hourRowsInput)
    .output(results.hourRows)
    .query(({ ctx, input }) => listHours(ctx, input)),

  trials: adminProcedure
    .input(results.resultsMonth)
    .output(results.trialPaths)
    .query(({ ctx, input }) => getTrialPaths(ctx, input)),

  idle: adminProcedure.output(results.idleStudents).query(({ ctx }) => listIdleStudents(ctx)),
});

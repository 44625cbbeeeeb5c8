import * as contract from "@korki/contracts/exports";
import { exportLessons } from "@korki/services/exports/export-lessons";
import { exportCompanyMonth, exportPayments, exportPayouts } from "@korki/services/exports/export-money";
import { exportParents, exportStudents, exportTeachers } from "@korki/services/exports/export-people";
import { adminProcedure, router } from "./init";

/** CSV files for administrators; the screen saves the text that comes. */
export const exportsRouter = router({
  lessons: adminProcedure
    .input(contract.exportLessonsInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportLessons(ctx, input)),

  payments: adminProcedure
    .input(contract.exportPaymentsInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportPayments(ctx, input)),

  payouts: adminProcedure
    .input(contract.exportPayoutsInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportPayouts(ctx, input)),

  students: adminProcedure
    .input(contract.exportStudentsInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportStudents(ctx, input)),

  teachers: adminProcedure
    .input(contract.exportTeachersInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportTeachers(ctx, input)),

  parents: adminProcedure
    .input(contract.exportParentsInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportParents(ctx, input)),

  companyMonth: adminProcedure
    .input(contract.exportCompanyMonthInput)
    .output(contract.csvFile)
    .query(({ ctx, input }) => exportCompanyMonth(ctx, input)),
});

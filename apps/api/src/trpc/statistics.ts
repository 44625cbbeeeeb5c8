import { studentIdInput, teacherIdInput } from "@korki/contracts/admin-people";
import * as contract from "@korki/contracts/statistics";
import { getActivity, getMovements } from "@korki/services/statistics/activity";
import { getCompanyMonth, getCompanyYear } from "@korki/services/statistics/company-statistics";
import {
  getMyMonthlyEarnings,
  getMyOverallEarnings,
  getStudentStatistics,
  getTeacherMonthlyEarnings,
  getTeacherOverallEarnings,
} from "@korki/services/statistics/person-statistics";
import { adminProcedure, router, teacherProcedure } from "./init";

/** Figures of teachers, students and the company (rules §5). */
export const statisticsRouter = router({
  myOverall: teacherProcedure.output(contract.overallEarnings).query(({ ctx }) => getMyOverallEarnings(ctx)),

  myMonth: teacherProcedure
    .input(contract.yearMonth)
    .output(contract.monthlyEarnings)
    .query(({ ctx, input }) => getMyMonthlyEarnings(ctx, input)),

  teacherOverall: adminProcedure
    .meta({ about: "teacher" })
    .input(teacherIdInput)
    .output(contract.overallEarnings)
    .query(({ ctx, input }) => getTeacherOverallEarnings(ctx, input)),

  teacherMonth: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.teacherMonthInput)
    .output(contract.monthlyEarnings)
    .query(({ ctx, input }) => getTeacherMonthlyEarnings(ctx, input)),

  student: adminProcedure
    .meta({ about: "student" })
    .input(studentIdInput)
    .output(contract.studentStatistics)
    .query(({ ctx, input }) => getStudentStatistics(ctx, input)),

  activity: adminProcedure
    .input(contract.activityInput)
    .output(contract.activity)
    .query(({ ctx, input }) => getActivity(ctx, input)),

  movements: adminProcedure
    .input(contract.movementsInput)
    .output(contract.movements)
    .query(({ ctx, input }) => getMovements(ctx, input)),

  companyMonth: adminProcedure
    .input(contract.yearMonth)
    .output(contract.companyMonth)
    .query(({ ctx, input }) => getCompanyMonth(ctx, input)),

  companyYear: adminProcedure
    .input(contract.companyYearInput)
    .output(contract.companyYear)
    .query(({ ctx, input }) => getCompanyYear(ctx, input)),
});

import { studentIdInput, teacherIdInput } from "@korki/contracts/admin-people";
import * as contract from "@korki/contracts/statistics";
import { adminProcedure, router, teacherProcedure } from "./init";
import { pending } from "./pending";

/** Figures of teachers, students and the company (decisions §5). */
export const statisticsRouter = router({
  myOverall: teacherProcedure.output(contract.overallEarnings).query(pending),
  myMonth: teacherProcedure.input(contract.yearMonth).output(contract.monthlyEarnings).query(pending),
  teacherOverall: adminProcedure.input(teacherIdInput).output(contract.overallEarnings).query(pending),
  teacherMonth: adminProcedure
    .input(contract.teacherMonthInput)
    .output(contract.monthlyEarnings)
    .query(pending),
  student: adminProcedure.input(studentIdInput).output(contract.studentStatistics).query(pending),
  companyMonth: adminProcedure.input(contract.yearMonth).output(contract.companyMonth).query(pending),
  companyYear: adminProcedure.input(contract.companyYearInput).output(contract.companyYear).query(pending),
});

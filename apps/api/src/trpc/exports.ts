import * as contract from "@korki/contracts/exports";
import { adminProcedure, router } from "./init";
import { pending } from "./pending";

/** CSV files for administrators. */
export const exportsRouter = router({
  lessons: adminProcedure.input(contract.exportLessonsInput).output(contract.csvFile).query(pending),
  payments: adminProcedure.input(contract.exportPaymentsInput).output(contract.csvFile).query(pending),
  payouts: adminProcedure.input(contract.exportPayoutsInput).output(contract.csvFile).query(pending),
  companyMonth: adminProcedure
    .input(contract.exportCompanyMonthInput)
    .output(contract.csvFile)
    .query(pending),
});

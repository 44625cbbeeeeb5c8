import { studentIdInput } from "@korki/contracts/admin-people";
import { childRef } from "@korki/contracts/families";
import * as contract from "@korki/contracts/money";
import {
  getMoneySettings,
  getMyMoney,
  getStudentMoney,
  saveMoneySettings,
} from "@korki/services/money/get-money";
import { adminProcedure, procedureFor, router } from "./init";

/** What is due, and what is planned later (rules §39). */
export const moneyRouter = router({
  mine: procedureFor("Student", "Parent")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" }, right: "pay" })
    .input(childRef)
    .output(contract.studentMoney)
    .query(({ ctx, input }) => getMyMoney(ctx, input)),

  ofStudent: adminProcedure
    .meta({ about: "student" })
    .input(studentIdInput)
    .output(contract.studentMoney)
    .query(({ ctx, input }) => getStudentMoney(ctx, input)),

  settings: adminProcedure.output(contract.moneySettings).query(({ ctx }) => getMoneySettings(ctx)),

  saveSettings: adminProcedure
    .input(contract.saveMoneySettingsInput)
    .output(contract.moneySettings)
    .mutation(({ ctx, input }) => saveMoneySettings(ctx, input)),
});

import { studentIdInput } from "@korki/contracts/admin-people";
import * as debts from "@korki/contracts/debts";
import { csvFile } from "@korki/contracts/exports";
import { childRef } from "@korki/contracts/families";
import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/ledger";
import { peopleOutcome, remindManyInput } from "@korki/contracts/people-bulk";
import { myStatementInput, statementPage, studentStatementInput } from "@korki/contracts/statement";
import { listDebts, remindMany, remindOfDebt } from "@korki/services/debts/debts";
import { adjustLedger } from "@korki/services/ledger/adjust-ledger";
import { exportMyLedger, exportStudentLedger } from "@korki/services/ledger/export-ledger";
import { getMyStatement, getStudentStatement } from "@korki/services/ledger/get-statement";
import {
  listMyLedger,
  listMyLedgerJson,
  listStudentLedger,
  listStudentLedgerJson,
} from "@korki/services/ledger/list-ledger";
import { adminProcedure, procedureFor, router } from "./init";

const familyProcedure = procedureFor("Student", "Parent").meta({
  about: "student",
  scope: { Student: "yes", Parent: "own" },
  right: "pay",
});

/** "Rozliczenie": every movement of prepaid lessons (rules §14). */
export const ledgerRouter = router({
  mine: familyProcedure
    .input(contract.myLedgerInput)
    .output(contract.ledgerPage)
    .query(({ ctx, input }) => listMyLedger(ctx, input)),

  statement: familyProcedure
    .input(myStatementInput)
    .output(statementPage)
    .query(({ ctx, input }) => getMyStatement(ctx, input)),

  statementOfStudent: adminProcedure
    .meta({ about: "student" })
    .input(studentStatementInput)
    .output(statementPage)
    .query(({ ctx, input }) => getStudentStatement(ctx, input)),

  mineJson: familyProcedure
    .input(contract.jsonLedgerInput)
    .output(contract.jsonLedgerPage)
    .query(({ ctx, input }) => listMyLedgerJson(ctx, input)),

  exportMine: familyProcedure
    .input(childRef)
    .output(csvFile)
    .query(({ ctx, input }) => exportMyLedger(ctx, input)),

  ofStudent: adminProcedure
    .meta({ about: "student" })
    .input(contract.studentLedgerInput)
    .output(contract.ledgerPage)
    .query(({ ctx, input }) => listStudentLedger(ctx, input)),

  ofStudentJson: adminProcedure
    .meta({ about: "student" })
    .input(contract.studentJsonLedgerInput)
    .output(contract.jsonLedgerPage)
    .query(({ ctx, input }) => listStudentLedgerJson(ctx, input)),

  exportOfStudent: adminProcedure
    .meta({ about: "student" })
    .input(studentIdInput)
    .output(csvFile)
    .query(({ ctx, input }) => exportStudentLedger(ctx, input)),

  adjust: adminProcedure
    .meta({ about: "student" })
    .input(contract.adjustLedgerInput)
    .output(contract.ledgerEntry)
    .mutation(({ ctx, input }) => adjustLedger(ctx, input)),
});

/** Who owes lessons (rules §21). */
export const debtsRouter = router({
  list: adminProcedure
    .input(debts.debtsInput)
    .output(debts.debtsPage)
    .query(({ ctx, input }) => listDebts(ctx, input)),

  remind: adminProcedure
    .meta({ about: "student" })
    .input(studentIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await remindOfDebt(ctx, input);
      return {};
    }),

  remindMany: adminProcedure
    .input(remindManyInput)
    .output(peopleOutcome)
    .mutation(({ ctx, input }) => remindMany(ctx, input)),
});

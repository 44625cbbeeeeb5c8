import {
  bankStatement,
  bankStatementRef,
  bankStatementsPage,
  bankUndo,
  bookBankLineInput,
  bookedLines,
  changeColumnsInput,
  uploadStatementInput,
} from "@korki/contracts/bank";
import { pagingInput } from "@korki/contracts/paging";
import { adminPayment } from "@korki/contracts/payments";
import { getStatement, listBankStatements, uploadStatement } from "@korki/services/bank/bank-statements";
import { bookCertainLines, bookLine, undoBooking } from "@korki/services/bank/book-lines";
import { changeColumns } from "@korki/services/bank/change-columns";
import { adminProcedure, router } from "./init";

/** Statements of the bank, and what their lines are booked as (rules §41). */
export const bankStatementsRouter = router({
  list: adminProcedure
    .input(pagingInput.prefault({}))
    .output(bankStatementsPage)
    .query(({ ctx, input }) => listBankStatements(ctx, input)),

  get: adminProcedure
    .meta({ about: "bankStatement" })
    .input(bankStatementRef)
    .output(bankStatement)
    .query(({ ctx, input }) => getStatement(ctx, input)),

  upload: adminProcedure
    .input(uploadStatementInput)
    .output(bankStatement)
    .mutation(({ ctx, input }) => uploadStatement(ctx, input)),

  changeColumns: adminProcedure
    .meta({ about: "unbookedStatement" })
    .input(changeColumnsInput)
    .output(bankStatement)
    .mutation(({ ctx, input }) => changeColumns(ctx, input)),

  bookLine: adminProcedure
    .meta({ about: "bankStatement" })
    .input(bookBankLineInput)
    .output(adminPayment.array())
    .mutation(({ ctx, input }) => bookLine(ctx, input)),

  bookCertain: adminProcedure
    .meta({ about: "bankStatement" })
    .input(bankStatementRef)
    .output(bookedLines)
    .mutation(({ ctx, input }) => bookCertainLines(ctx, input)),

  undo: adminProcedure
    .meta({ about: "bankStatement" })
    .input(bankStatementRef)
    .output(bankUndo)
    .mutation(({ ctx, input }) => undoBooking(ctx, input)),
});

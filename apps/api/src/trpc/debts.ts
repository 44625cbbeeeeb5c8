import { studentIdInput } from "@korki/contracts/admin-people";
import * as contract from "@korki/contracts/debts";
import { done } from "@korki/contracts/fields";
import { peopleOutcome, remindManyInput } from "@korki/contracts/people-bulk";
import { listDebts, remindMany, remindOfDebt } from "@korki/services/debts/debts";
import { adminProcedure, router } from "./init";

/** Who owes lessons (rules §21). */
export const debtsRouter = router({
  list: adminProcedure
    .input(contract.debtsInput)
    .output(contract.debtsPage)
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

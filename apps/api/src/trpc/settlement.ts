import * as contract from "@korki/contracts/settlement";
import { requireSettlement } from "@korki/services/settlement/month-statement";
import { answerObjection, objectToLine, objectToMissing } from "@korki/services/settlement/objections";
import {
  acceptSettlement,
  getMySettlement,
  getSettlementSwitch,
  getTeacherSettlement,
  listMonth,
  proposeMonth,
  saveSettlementSwitch,
} from "@korki/services/settlement/settlement";
import { adminProcedure, procedureFor, router } from "./init";

// While it is off none of a teacher's calls exists, whatever else is wrong with one.
const teacherProcedure = procedureFor("Teacher").use(async ({ ctx, next }) => {
  await requireSettlement(ctx);
  return next();
});

/** Teachers' settlement (rules §37). A teacher's calls are `not_found` while it is off. */
export const settlementRouter = router({
  switch: adminProcedure.output(contract.settlementSwitch).query(({ ctx }) => getSettlementSwitch(ctx)),

  saveSwitch: adminProcedure
    .input(contract.settlementSwitch)
    .output(contract.settlementSwitch)
    .mutation(({ ctx, input }) => saveSettlementSwitch(ctx, input)),

  mine: teacherProcedure
    .input(contract.settlementMonth)
    .output(contract.settlement)
    .query(({ ctx, input }) => getMySettlement(ctx, input)),

  accept: teacherProcedure
    .input(contract.acceptSettlementInput)
    .output(contract.settlement)
    .mutation(({ ctx, input }) => acceptSettlement(ctx, input)),

  object: teacherProcedure
    .meta({ about: "settlementLine", scope: "own" })
    .input(contract.objectionInput)
    .output(contract.settlementLine)
    .mutation(({ ctx, input }) => objectToLine(ctx, input)),

  missing: teacherProcedure
    .input(contract.missingInput)
    .output(contract.settlementLine)
    .mutation(({ ctx, input }) => objectToMissing(ctx, input)),

  month: adminProcedure
    .input(contract.settlementMonth)
    .output(contract.adminSettlement.array())
    .query(({ ctx, input }) => listMonth(ctx, input)),

  ofTeacher: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.teacherMonth)
    .output(contract.settlement)
    .query(({ ctx, input }) => getTeacherSettlement(ctx, input)),

  propose: adminProcedure
    .input(contract.settlementMonth)
    .output(contract.proposedMonth)
    .mutation(({ ctx, input }) => proposeMonth(ctx, input)),

  answer: adminProcedure
    .meta({ about: "settlementLine" })
    .input(contract.answerInput)
    .output(contract.settlementLine)
    .mutation(({ ctx, input }) => answerObjection(ctx, input)),
});

import * as contract from "@korki/contracts/results";
import {
  getHours,
  getRetention,
  getTrialPaths,
  listHours,
  listIdleStudents,
} from "@korki/services/results/results";
import { adminProcedure, router } from "./init";

/** Who stays, which hours are used, where requests lead (rules §37). */
export const resultsRouter = router({
  retention: adminProcedure
    .input(contract.resultsMonth)
    .output(contract.retention)
    .query(({ ctx, input }) => getRetention(ctx, input)),

  hours: adminProcedure
    .input(contract.resultsMonth)
    .output(contract.hoursUsed)
    .query(({ ctx, input }) => getHours(ctx, input)),

  hourRows: adminProcedure
    .input(contract.hourRowsInput)
    .output(contract.hourRows)
    .query(({ ctx, input }) => listHours(ctx, input)),

  trials: adminProcedure
    .input(contract.resultsMonth)
    .output(contract.trialPaths)
    .query(({ ctx, input }) => getTrialPaths(ctx, input)),

  idle: adminProcedure.output(contract.idleStudents).query(({ ctx }) => listIdleStudents(ctx)),
});

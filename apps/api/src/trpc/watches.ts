import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/watches";
import { addWatch, countOwnWaiting, listOwnWatches, removeWatch } from "@korki/services/watches/watches";
import { z } from "zod";
import { procedureFor, router, teacherProcedure } from "./init";

const watcherProcedure = procedureFor("Student", "Parent");

/** Waiting for a slot (rules §34). */
export const watchesRouter = router({
  list: watcherProcedure
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" } })
    .input(contract.watchesInput)
    .output(contract.watch.array())
    .query(({ ctx, input }) => listOwnWatches(ctx, input)),
  add: watcherProcedure
    .meta({ about: "teacher", scope: "related", right: "book" })
    .input(contract.addWatchInput)
    .output(contract.watch)
    .mutation(({ ctx, input }) => addWatch(ctx, input)),
  remove: watcherProcedure
    .meta({ about: "watch", scope: "own", right: "book" })
    .input(contract.watchRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeWatch(ctx, input);
      return {};
    }),
  /** How many students wait for the teacher. */
  waiting: teacherProcedure.output(z.object({ waiting: z.int() })).query(({ ctx }) => countOwnWaiting(ctx)),
});

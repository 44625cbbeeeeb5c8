import * as contract from "@korki/contracts/availability";
import * as closures from "@korki/contracts/closures";
import { done } from "@korki/contracts/fields";
import { pageOf } from "@korki/contracts/paging";
import * as watches from "@korki/contracts/watches";
import { publicHolidays } from "@korki/domain";
import { findFreeDays, getAvailability, saveAvailability } from "@korki/services/availability/availability";
import { deleteDay, listDays, saveDay } from "@korki/services/availability/day-hours";
import { addClosure } from "@korki/services/closures/add-closure";
import { deleteClosure } from "@korki/services/closures/delete-closure";
import { listClosures } from "@korki/services/closures/list-closures";
import { previewClosure } from "@korki/services/closures/preview-closure";
import { addWatch, countOwnWaiting, listOwnWatches, removeWatch } from "@korki/services/watches/watches";
import { z } from "zod";
import { adminProcedure, procedureFor, router, signedInProcedure, teacherProcedure } from "./init";

const dayProcedure = procedureFor("Teacher", "Admin");
const availabilityReaderProcedure = procedureFor("Student", "Teacher", "Parent", "Admin");

/** When a teacher can be booked (rules §4). */
export const availabilityRouter = router({
  freeDays: procedureFor("Student", "Teacher", "Parent", "Admin")
    .meta({ about: "teacher", scope: { Student: "related", Teacher: "own", Parent: "related" } })
    .input(contract.freeDaysInput)
    .query(({ ctx, input }) => findFreeDays(ctx, input)),
  get: availabilityReaderProcedure
    .meta({ about: "teacher", scope: { Student: "related", Teacher: "own", Parent: "related" } })
    .input(contract.availabilityInput)
    .output(contract.availabilitySection.array())
    .query(({ ctx, input }) => getAvailability(ctx, input)),
  days: availabilityReaderProcedure
    .meta({ about: "teacher", scope: { Student: "related", Teacher: "own", Parent: "related" } })
    .input(contract.daysInput)
    .output(contract.dayHours.array())
    .query(({ ctx, input }) => listDays(ctx, input)),
  saveDay: dayProcedure
    .meta({ about: "teacher", scope: { Teacher: "own" } })
    .input(contract.saveDayInput)
    .output(contract.dayHours)
    .mutation(({ ctx, input }) => saveDay(ctx, input)),
  deleteDay: dayProcedure
    .meta({ about: "teacher", scope: { Teacher: "own" } })
    .input(contract.dayRef)
    .output(contract.dayHours.pick({ lessonsOutside: true }))
    .mutation(({ ctx, input }) => deleteDay(ctx, input)),
  save: teacherProcedure
    .input(contract.availabilityWeek)
    .output(contract.availabilitySection.array())
    .mutation(({ ctx, input }) => saveAvailability(ctx, input)),
});

const closingProcedure = procedureFor("Teacher", "Admin");

/** Closed days and absences (rules §12). */
export const closuresRouter = router({
  list: signedInProcedure
    .input(closures.listClosuresInput)
    .output(pageOf(closures.closure))
    .query(({ ctx, input }) => listClosures(ctx, input)),
  holidays: adminProcedure
    .input(closures.holidaysInput)
    .output(closures.holiday.array())
    .query(({ input }) => publicHolidays(input.year).map((holiday) => ({ ...holiday }))),
  preview: closingProcedure
    .input(closures.closureBody)
    .output(closures.closurePreview)
    .mutation(({ ctx, input }) => previewClosure(ctx, input)),
  add: closingProcedure
    .input(closures.addClosureInput)
    .output(closures.closure)
    .mutation(({ ctx, input }) => addClosure(ctx, input)),
  delete: closingProcedure
    .meta({ about: "closure", scope: "own" })
    .input(closures.closureRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteClosure(ctx, input);
      return {};
    }),
});

const watcherProcedure = procedureFor("Student", "Parent");

/** Waiting for a slot (rules §34). */
export const watchesRouter = router({
  list: watcherProcedure
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" } })
    .input(watches.watchesInput)
    .output(watches.watch.array())
    .query(({ ctx, input }) => listOwnWatches(ctx, input)),
  add: watcherProcedure
    .meta({ about: "teacher", scope: "related", right: "book" })
    .input(watches.addWatchInput)
    .output(watches.watch)
    .mutation(({ ctx, input }) => addWatch(ctx, input)),
  remove: watcherProcedure
    .meta({ about: "watch", scope: "own", right: "book" })
    .input(watches.watchRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeWatch(ctx, input);
      return {};
    }),
  /** How many students wait for the teacher. */
  waiting: teacherProcedure.output(z.object({ waiting: z.int() })).query(({ ctx }) => countOwnWaiting(ctx)),
});

import * as contract from "@korki/contracts/availability";
import { findFreeDays, getAvailability, saveAvailability } from "@korki/services/availability/availability";
import { deleteDay, listDays, saveDay } from "@korki/services/availability/day-hours";
import { procedureFor, router, teacherProcedure } from "./init";

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

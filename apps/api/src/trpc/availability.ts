import * as contract from "@korki/contracts/availability";
import { findFreeDays } from "@korki/services/availability/find-free-days";
import { getAvailability } from "@korki/services/availability/get-availability";
import { saveAvailability } from "@korki/services/availability/save-availability";
import { procedureFor, router, teacherProcedure } from "./init";

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
  save: teacherProcedure
    .input(contract.availabilityWeek)
    .output(contract.availabilitySection.array())
    .mutation(({ ctx, input }) => saveAvailability(ctx, input)),
});

import * as contract from "@korki/contracts/availability";
import { procedureFor, router, teacherProcedure } from "./init";
import { pending } from "./pending";

const anyoneWhoTeachesOrLearns = procedureFor("Student", "Teacher", "Admin");

/** When a teacher can be booked (specification §§3, 5; decisions §4). */
export const availabilityRouter = router({
  freeDays: anyoneWhoTeachesOrLearns
    .input(contract.freeDaysInput)
    .output(contract.freeDay.array())
    .query(pending),
  get: anyoneWhoTeachesOrLearns
    .input(contract.teacherRef)
    .output(contract.availabilitySection.array())
    .query(pending),
  save: teacherProcedure
    .input(contract.availabilityWeek)
    .output(contract.availabilitySection.array())
    .mutation(pending),
});

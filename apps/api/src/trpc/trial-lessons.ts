import * as contract from "@korki/contracts/trial-lessons";
import { adminProcedure, publicProcedure, router } from "./init";
import { pending } from "./pending";

/** Trial lessons from a visitor's request to their end (decisions §6). */
export const trialLessonsRouter = router({
  request: publicProcedure.input(contract.trialRequestInput).mutation(pending),
  list: adminProcedure.input(contract.trialLessonsInput).output(contract.trialLessonsPage).query(pending),
  get: adminProcedure.input(contract.trialIdInput).output(contract.trialLesson).query(pending),
  schedule: adminProcedure.input(contract.scheduleTrialInput).output(contract.trialLesson).mutation(pending),
  update: adminProcedure.input(contract.updateTrialInput).output(contract.trialLesson).mutation(pending),
  add: adminProcedure.input(contract.addTrialInput).output(contract.trialLesson).mutation(pending),
  teacherCandidates: adminProcedure
    .input(contract.trialTeachersInput)
    .output(contract.trialTeacher.array())
    .query(pending),
});

import { done, subjectLevel } from "@korki/contracts/fields";
import { landing, trialSlots } from "@korki/contracts/landing";
import * as contract from "@korki/contracts/trial-lessons";
import { openTrialAccount } from "@korki/services/people/open-trial-account";
import { addTrial } from "@korki/services/trial-lessons/add-trial";
import { getLanding, listFreeTrialSlots } from "@korki/services/trial-lessons/landing";
import { requestTrial } from "@korki/services/trial-lessons/request-trial";
import {
  getTrial,
  listTeacherCandidates,
  listTrials,
  scheduleTrial,
  updateTrial,
} from "@korki/services/trial-lessons/trials";
import { adminProcedure, publicProcedure, router } from "./init";

/** Trial lessons from a visitor's request to their end (rules §6). */
export const trialLessonsRouter = router({
  request: publicProcedure
    .input(contract.trialRequestInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await requestTrial(ctx, input);
      return {};
    }),

  landing: publicProcedure.output(landing).query(({ ctx }) => getLanding(ctx)),

  freeSlots: publicProcedure
    .input(subjectLevel)
    .output(trialSlots)
    .query(({ ctx, input }) => listFreeTrialSlots(ctx, input)),

  list: adminProcedure
    .input(contract.trialLessonsInput)
    .output(contract.trialLessonsPage)
    .query(({ ctx, input }) => listTrials(ctx, input)),

  get: adminProcedure
    .meta({ about: "trialRequest" })
    .input(contract.trialIdInput)
    .output(contract.trialLesson)
    .query(({ ctx, input }) => getTrial(ctx, input)),

  schedule: adminProcedure
    .meta({ about: "trialRequest" })
    .input(contract.scheduleTrialInput)
    .output(contract.trialLesson)
    .mutation(({ ctx, input }) => scheduleTrial(ctx, input)),

  update: adminProcedure
    .meta({ about: "trialRequest" })
    .input(contract.updateTrialInput)
    .output(contract.trialLesson)
    .mutation(({ ctx, input }) => updateTrial(ctx, input)),

  add: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.addTrialInput)
    .output(contract.trialLesson)
    .mutation(({ ctx, input }) => addTrial(ctx, input)),

  teacherCandidates: adminProcedure
    .input(contract.trialTeachersInput)
    .output(contract.trialTeacher.array())
    .query(({ ctx, input }) => listTeacherCandidates(ctx, input)),

  openAccount: adminProcedure
    .meta({ about: "trialRequest" })
    .input(contract.openTrialAccountInput)
    .output(contract.openedTrialAccount)
    .mutation(({ ctx, input }) => openTrialAccount(ctx, input)),
});

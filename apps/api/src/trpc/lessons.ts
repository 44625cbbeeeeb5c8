import * as cancellation from "@korki/contracts/cancellation";
import { consequence } from "@korki/contracts/consequence";
import { childRef } from "@korki/contracts/families";
import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/lessons";
import {
  answerLateCancellation,
  listLateCancellations,
} from "@korki/services/cancellation/answer-late-cancellation";
import { getCancellationTerms } from "@korki/services/cancellation/get-cancellation-terms";
import { waiveCharge } from "@korki/services/cancellation/waive-charge";
import {
  acceptReschedule,
  declineReschedule,
  withdrawReschedule,
} from "@korki/services/lessons/answer-proposal";
import { bookLesson, previewBooking } from "@korki/services/lessons/book-lesson";
import { cancelLesson, deleteLesson } from "@korki/services/lessons/cancel-lesson";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { generateMeetingLink } from "@korki/services/lessons/generate-meeting-link";
import { completeLesson, correctOutcome, markStudentAbsent } from "@korki/services/lessons/mark-outcome";
import { proposeReschedule } from "@korki/services/lessons/propose-reschedule";
import {
  countAvailableLessons,
  countWaitingProposals,
  getLesson,
  listMyLessons,
  listMyNewestLessons,
  listMyWeek,
  listUpcomingTrials,
} from "@korki/services/lessons/read-lessons";
import { setLessonStatus } from "@korki/services/lessons/set-lesson-status";
import { actWithUndo } from "@korki/services/undo/undo";
import { countedChange, procedureFor, router, teacherProcedure } from "./init";

/** Also for parents, who act for a child (rules §15). */
const familyProcedure = procedureFor("Student", "Teacher", "Parent");
const studentSideProcedure = procedureFor("Student", "Parent");

/** Students and teachers name no student, parents a child. */
const LISTS = { about: "student", scope: { Student: "yes", Teacher: "yes", Parent: "own" } } as const;

/**
 * A person's own lessons (rules §4). Lists have no output schema: PostgreSQL builds them
 * in their final shape, and looking each row over again is what a list would spend its time on.
 */
export const lessonsRouter = router({
  mine: familyProcedure
    .meta(LISTS)
    .input(contract.myLessonsInput)
    .query(({ ctx, input }) => listMyLessons(ctx, input)),
  list: familyProcedure
    .meta(LISTS)
    .input(contract.ownLessonsInput)
    .query(({ ctx, input }) => listMyNewestLessons(ctx, input)),
  week: familyProcedure
    .meta(LISTS)
    .input(contract.weekInput)
    .query(({ ctx, input }) => listMyWeek(ctx, input)),
  get: familyProcedure
    .meta({ about: "confirmedLesson", scope: "own" })
    .input(contract.lessonRef)
    .output(contract.lesson)
    .query(({ ctx, input }) => getLesson(ctx, input)),
  available: studentSideProcedure
    .meta(LISTS)
    .input(childRef)
    .output(contract.availableLessons.array())
    .query(({ ctx, input }) => countAvailableLessons(ctx, input)),

  previewBooking: studentSideProcedure
    .meta({ about: "teacher", scope: "related", right: "book" })
    .input(contract.bookLessonInput)
    .output(consequence)
    .query(({ ctx, input }) => previewBooking(ctx, input)),
  book: studentSideProcedure
    .meta({ about: "teacher", scope: "related", right: "book" })
    .use(countedChange)
    .input(contract.bookLessonInput)
    .output(contract.lesson)
    .mutation(({ ctx, input }) => bookLesson(ctx, input)),
  delete: studentSideProcedure
    .meta({ about: "unconfirmedLesson", scope: "own", right: "book" })
    .use(countedChange)
    .input(contract.pairedLessonRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteLesson(ctx, input);
      return {};
    }),
  confirm: teacherProcedure
    .meta({ about: "unconfirmedLesson", scope: "own" })
    .input(contract.undoablePairedLessonRef)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => confirmLesson(on, input)),
    ),
  cancel: familyProcedure
    .meta({ about: "confirmedLesson", scope: "own", right: "book" })
    .use(countedChange)
    .input(contract.cancelLessonInput)
    .output(contract.lesson)
    .mutation(({ ctx, input }) => cancelLesson(ctx, input)),
  complete: teacherProcedure
    .meta({ about: "confirmedLesson", scope: "own" })
    .input(contract.undoableLessonRef)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => completeLesson(on, input)),
    ),
  markAbsent: teacherProcedure
    .meta({ about: "confirmedLesson", scope: "own" })
    .input(contract.undoableLessonRef)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => markStudentAbsent(on, input)),
    ),
  correctOutcome: teacherProcedure
    .meta({ about: "heldLesson", scope: "own" })
    .input(contract.correctOutcomeInput)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => correctOutcome(on, input)),
    ),
  setStatus: familyProcedure
    .meta({ about: "confirmedLesson", scope: "own", right: "book" })
    .use(countedChange)
    .input(contract.setLessonStatusInput)
    .output(contract.lesson)
    .mutation(({ ctx, input }) => setLessonStatus(ctx, input)),
  cancellation: procedureFor("Student", "Teacher", "Parent", "Admin")
    .meta({ about: "confirmedLesson", scope: "own" })
    .input(cancellation.cancellationTermsInput)
    .output(cancellation.shownTerms)
    .query(({ ctx, input }) => getCancellationTerms(ctx, input)),
  upcomingTrials: teacherProcedure
    .output(contract.scheduledTrial.array())
    .query(({ ctx }) => listUpcomingTrials(ctx)),
  waitingProposals: procedureFor("Student", "Teacher")
    .output(contract.proposalCount)
    .query(({ ctx }) => countWaitingProposals(ctx)),
  lateCancellations: teacherProcedure
    .output(contract.lesson.array())
    .query(({ ctx }) => listLateCancellations(ctx)),
  answerLateCancellation: teacherProcedure
    .meta({ about: "undecidedLesson", scope: "own" })
    .input(cancellation.lateDecisionInput)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => answerLateCancellation(on, input)),
    ),
  waive: procedureFor("Teacher", "Admin")
    .meta({ about: "chargedLesson", scope: "own" })
    .input(cancellation.waiveInput)
    .output(contract.lesson)
    .mutation(({ ctx, input }) => waiveCharge(ctx, input)),

  generateLink: teacherProcedure
    .meta({ about: "confirmedLesson", scope: "own" })
    .input(contract.lessonRef)
    .output(contract.meetingLink)
    .mutation(({ ctx, input }) => generateMeetingLink(ctx, input)),

  proposeReschedule: familyProcedure
    .meta({ about: "confirmedLesson", scope: "own", right: "book" })
    .use(countedChange)
    .input(contract.proposeRescheduleInput)
    .output(contract.lesson)
    .mutation(({ ctx, input }) => proposeReschedule(ctx, input)),
  acceptReschedule: familyProcedure
    .meta({
      about: "lessonProposedByTeacher",
      scope: { Student: "own", Teacher: "own-409", Parent: "own" },
      right: "book",
    })
    .use(countedChange)
    .input(contract.acceptRescheduleInput)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => acceptReschedule(on, input)),
    ),
  declineReschedule: familyProcedure
    .meta({
      about: "lessonProposedByStudent",
      scope: { Student: "own-409", Teacher: "own", Parent: "own-409" },
      right: "book",
    })
    .use(countedChange)
    .input(contract.undoableProposalRef)
    .output(contract.lesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => declineReschedule(on, input)),
    ),
  withdrawReschedule: familyProcedure
    .meta({
      about: "lessonProposedByTeacher",
      scope: { Student: "own-409", Teacher: "own", Parent: "own-409" },
      right: "book",
    })
    .use(countedChange)
    .input(contract.proposalRef)
    .output(contract.lesson)
    .mutation(({ ctx, input }) => withdrawReschedule(ctx, input)),
});

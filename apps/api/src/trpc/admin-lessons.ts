import * as contract from "@korki/contracts/admin-lessons";
import * as bulk from "@korki/contracts/bulk";
import { substitute, substituteInput, substitutesInput } from "@korki/contracts/closures";
import { done } from "@korki/contracts/fields";
import { cancelLessonAsAdmin } from "@korki/services/admin-lessons/cancel-lesson";
import { cancelManyLessons } from "@korki/services/admin-lessons/cancel-many-lessons";
import { confirmManyLessons } from "@korki/services/admin-lessons/confirm-many-lessons";
import { createLesson, quoteLesson } from "@korki/services/admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "@korki/services/admin-lessons/delete-lesson";
import { getCalendar, getDayLoads, getLanes } from "@korki/services/admin-lessons/get-calendar";
import { getLessonForAdmin, listLessonsForAdmin } from "@korki/services/admin-lessons/get-lessons";
import { getDayBlocks } from "@korki/services/admin-lessons/lesson-placement";
import { restoreManyLessons } from "@korki/services/admin-lessons/restore-many-lessons";
import { listSubstitutes, substituteTeacher } from "@korki/services/admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "@korki/services/admin-lessons/update-lesson";
import { actWithUndo } from "@korki/services/undo/undo";
import { adminProcedure, router } from "./init";
import { sharedOutput } from "./shared-output";

/** Every lesson, for administrators (rules §4). */
export const adminLessonsRouter = router({
  list: adminProcedure
    .input(contract.adminLessonsInput)
    .output(contract.adminLessonsPage)
    .query(({ ctx, input }) => listLessonsForAdmin(ctx, input)),

  get: adminProcedure
    .meta({ about: "confirmedLesson" })
    .input(contract.lessonIdInput)
    .output(contract.adminLessonDetail)
    .query(({ ctx, input }) => getLessonForAdmin(ctx, input)),

  create: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.createLessonInput)
    .output(contract.adminLesson)
    .mutation(({ ctx, input }) => createLesson(ctx, input)),

  update: adminProcedure
    .meta({ about: "confirmedLesson" })
    .input(contract.updateLessonInput)
    .output(contract.adminLesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, { lessonId: input.id }, (on) => updateLessonAsAdmin(on, input)),
    ),

  cancel: adminProcedure
    .meta({ about: "confirmedLesson" })
    .input(contract.cancelLessonAsAdminInput)
    .output(contract.adminLesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, { lessonId: input.id }, (on) => cancelLessonAsAdmin(on, input)),
    ),

  delete: adminProcedure
    .meta({ about: "confirmedLesson" })
    .input(contract.lessonIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteLessonAsAdmin(ctx, input);
      return {};
    }),

  /** One action on many lessons, with an outcome for each. */
  confirmMany: adminProcedure
    .input(bulk.confirmLessonsInput)
    .output(bulk.lessonOutcomes)
    .mutation(({ ctx, input }) => confirmManyLessons(ctx, input)),

  cancelMany: adminProcedure
    .input(bulk.cancelLessonsInput)
    .output(bulk.lessonOutcomes)
    .mutation(({ ctx, input }) => cancelManyLessons(ctx, input)),

  /** Takes one of the two back. */
  restoreMany: adminProcedure
    .input(bulk.restoreLessonsInput)
    .output(bulk.lessonOutcomes)
    .mutation(({ ctx, input }) => restoreManyLessons(ctx, input)),

  substitutes: adminProcedure
    .meta({ about: "confirmedLesson" })
    .input(substitutesInput)
    .output(substitute.array())
    .query(({ ctx, input }) => listSubstitutes(ctx, input)),
  substitute: adminProcedure
    .meta({ about: "confirmedLesson" })
    .input(substituteInput)
    .output(contract.adminLesson)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => substituteTeacher(on, input)),
    ),

  calendar: adminProcedure
    .input(contract.calendarInput)
    .output(sharedOutput(contract.calendarEntry.array()))
    .query(({ ctx, input }) => getCalendar(ctx, input)),
  /** How full the days of a month are. */
  dayLoads: adminProcedure
    .input(contract.dayLoadsInput)
    .output(sharedOutput(contract.dayLoad.array()))
    .query(({ ctx, input }) => getDayLoads(ctx, input)),
  lanes: adminProcedure
    .input(contract.lanesInput)
    .output(sharedOutput(contract.teacherLanesPage))
    .query(({ ctx, input }) => getLanes(ctx, input)),

  /** What a lesson would cost and earn, and what is left. */
  quote: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.lessonQuoteInput)
    .output(contract.lessonQuote)
    .query(({ ctx, input }) => quoteLesson(ctx, input)),

  freeBlocks: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.freeBlocksInput)
    .output(contract.dayBlock.array())
    .query(({ ctx, input }) => getDayBlocks(ctx, input)),
});

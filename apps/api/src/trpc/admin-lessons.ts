import * as contract from "@korki/contracts/admin-lessons";
import { adminProcedure, router } from "./init";
import { pending } from "./pending";

/** Every lesson, for administrators (decisions §4). */
export const adminLessonsRouter = router({
  list: adminProcedure.input(contract.adminLessonsInput).output(contract.adminLessonsPage).query(pending),
  get: adminProcedure.input(contract.lessonIdInput).output(contract.adminLessonDetail).query(pending),
  create: adminProcedure.input(contract.createLessonInput).output(contract.adminLesson).mutation(pending),
  update: adminProcedure.input(contract.updateLessonInput).output(contract.adminLesson).mutation(pending),
  delete: adminProcedure.input(contract.lessonIdInput).mutation(pending),
  calendar: adminProcedure
    .input(contract.calendarInput)
    .output(contract.calendarEntry.array())
    .query(pending),
  freeBlocks: adminProcedure.input(contract.freeBlocksInput).output(contract.dayBlock.array()).query(pending),
});

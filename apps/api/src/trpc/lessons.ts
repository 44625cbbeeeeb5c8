import * as contract from "@korki/contracts/lessons";
import { procedureFor, router, studentProcedure, teacherProcedure } from "./init";
import { pending } from "./pending";

const ownProcedure = procedureFor("Student", "Teacher");

/** A person's own lessons (specification §§2, 4; decisions §4). */
export const lessonsRouter = router({
  mine: ownProcedure.input(contract.myLessonsInput).output(contract.lessonPage).query(pending),
  list: ownProcedure.output(contract.lesson.array()).query(pending),
  week: ownProcedure.input(contract.weekInput).output(contract.lessonWeek).query(pending),
  get: ownProcedure.input(contract.lessonRef).output(contract.lesson).query(pending),
  available: studentProcedure.output(contract.availableLessons.array()).query(pending),

  book: studentProcedure.input(contract.bookLessonInput).output(contract.lesson).mutation(pending),
  delete: studentProcedure.input(contract.lessonRef).mutation(pending),
  confirm: teacherProcedure.input(contract.lessonRef).output(contract.lesson).mutation(pending),
  cancel: ownProcedure.input(contract.cancelLessonInput).output(contract.lesson).mutation(pending),
  complete: teacherProcedure.input(contract.lessonRef).output(contract.lesson).mutation(pending),
  markAbsent: teacherProcedure.input(contract.lessonRef).output(contract.lesson).mutation(pending),
  setStatus: ownProcedure.input(contract.setLessonStatusInput).output(contract.lesson).mutation(pending),
  generateLink: teacherProcedure.input(contract.lessonRef).output(contract.meetingLink).mutation(pending),

  proposeReschedule: ownProcedure
    .input(contract.proposeRescheduleInput)
    .output(contract.lesson)
    .mutation(pending),
  acceptReschedule: ownProcedure.input(contract.proposalRef).output(contract.lesson).mutation(pending),
  declineReschedule: ownProcedure.input(contract.proposalRef).output(contract.lesson).mutation(pending),
  withdrawReschedule: ownProcedure.input(contract.proposalRef).output(contract.lesson).mutation(pending),
});

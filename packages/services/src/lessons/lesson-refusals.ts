import { commonTexts } from "@korki/contracts/texts/common";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { violates } from "@korki/db";
import {
  type BookingRefusal,
  isPlanned,
  type LessonAction,
  type LessonFacts,
  type ProposalRefusal,
  type SlotRefusal,
} from "@korki/domain";
import type { Actor } from "../context";
import { conflict, forbidden, ServiceError } from "../errors";

export function lessonNotFound(): ServiceError {
  return new ServiceError("not_found", lessonTexts.lessonNotFound);
}

/** Why a block cannot be had; `student-busy` reads differently to the student and to the teacher. */
export function slotRefused(refusal: SlotRefusal, reader: "Student" | "Teacher"): ServiceError {
  switch (refusal) {
    case "outside-availability":
      return conflict(lessonTexts.outsideAvailability);
    case "in-the-past":
      return conflict(lessonTexts.inThePast);
    case "beyond-horizon":
      return conflict(lessonTexts.beyondHorizon);
    case "teacher-busy":
      return conflict(lessonTexts.slotTaken);
    case "student-busy":
      return conflict(
        reader === "Student" ? lessonTexts.studentSlotTaken : lessonTexts.otherStudentSlotTaken,
      );
  }
}

/** Why a student cannot book. A teacher who is not one's own does not exist for the student. */
export function bookingRefused(refusal: BookingRefusal): ServiceError {
  switch (refusal) {
    case "not-for-oneself":
      return forbidden(lessonTexts.notForOneself);
    case "not-your-teacher":
      return new ServiceError("not_found", lessonTexts.notYourTeacher);
    case "teacher-disabled":
      return conflict(lessonTexts.teacherDisabled);
    case "subject-not-taught":
      return conflict(lessonTexts.subjectNotTaught);
    case "nothing-prepaid":
      return conflict(lessonTexts.nothingPrepaid);
    default:
      return slotRefused(refusal, "Student");
  }
}

/** Why another hour cannot be proposed or accepted. */
export function proposalRefused(
  refusal: Exclude<ProposalRefusal, "not-allowed">,
  reader: "Student" | "Teacher",
): ServiceError {
  if (refusal === "same-slot") return conflict(lessonTexts.sameSlot);
  if (refusal === "pair-inactive") return conflict(lessonTexts.pairInactive);
  return slotRefused(refusal, reader);
}

/**
 * What the database's own word about a slot means to a person: another was faster. Everything else that was thrown
 * passes as it is.
 */
export function slotRaceLost(error: unknown, reader: "Student" | "Teacher"): unknown {
  if (violates(error, "occupied_slots_teacher_key")) return slotRefused("teacher-busy", reader);
  if (violates(error, "occupied_slots_student_key")) return slotRefused("student-busy", reader);
  return error;
}

/** Somebody wrote between our reading and our writing. */
export function changedMeanwhile(): ServiceError {
  return conflict(commonTexts.changedMeanwhile);
}

/** Why this action is not for this lesson as it stands. */
export function actionRefused(action: LessonAction, actor: Actor, lesson: LessonFacts): ServiceError {
  return conflict(whyNot(action, actor, lesson));
}

function whyNot(action: LessonAction, actor: Actor, lesson: LessonFacts): string {
  const proposedBy = lesson.proposal?.by;
  switch (action) {
    case "confirm":
      return lessonTexts.cannotConfirm;
    case "complete":
      return lessonTexts.cannotComplete;
    case "markAbsent":
      return lessonTexts.cannotMarkAbsent;
    case "delete":
      return lessonTexts.cannotDelete;
    case "generateLink":
      return lessonTexts.cannotGenerateLink;
    case "cancel":
      if (actor.role === "Student" && lesson.status === "Nie potwierdzona") {
        return lessonTexts.cannotCancelUnconfirmed;
      }
      return actor.role === "Student" && lesson.status === "Potwierdzona"
        ? lessonTexts.cannotCancelStarted
        : lessonTexts.cannotCancel;
    case "propose":
      if (!isPlanned(lesson.status)) return lessonTexts.cannotPropose;
      return lesson.proposal ? lessonTexts.proposalOpen : lessonTexts.cannotProposeStarted;
    case "accept":
    case "decline":
      return proposedBy === actor.role ? lessonTexts.notYoursToAnswer : lessonTexts.cannotProposeStarted;
    case "withdraw":
      return proposedBy === actor.role ? lessonTexts.cannotProposeStarted : lessonTexts.notYoursToWithdraw;
    default:
      return lessonTexts.cannotSetStatus;
  }
}

import { commonTexts } from "@korki/contracts/texts/common";
import { lessonRefusalTexts, lessonTexts } from "@korki/contracts/texts/lessons";
import { violates } from "@korki/db";
import type { BookingRefusal, LessonRefusal, ProposalRefusal, SlotRefusal } from "@korki/domain";
import { conflict, forbidden, ServiceError } from "../errors";

export function lessonNotFound(): ServiceError {
  return new ServiceError("not_found", lessonTexts.lessonNotFound);
}

/** Returns the error for a refused action: `not_found` for somebody else's lesson, else `conflict`. */
export function lessonRefused(refusal: LessonRefusal): ServiceError {
  return refusal === "not-own-lesson" ? lessonNotFound() : conflict(lessonRefusalTexts[refusal]);
}

/** Who is busy at a slot. */
export type BusySide = "teacher-busy" | "student-busy";

/** Returns who is busy if the database refused a slot because somebody already has it, or null. */
export function lostSlotRace(error: unknown): BusySide | null {
  if (violates(error, "occupied_slots_teacher_key")) return "teacher-busy";
  return violates(error, "occupied_slots_student_key") ? "student-busy" : null;
}

const SLOT_TEXTS: Record<SlotRefusal, { Student: string; Teacher: string }> = {
  "outside-availability": both(lessonTexts.outsideAvailability),
  "in-the-past": both(lessonTexts.inThePast),
  "beyond-horizon": both(lessonTexts.beyondHorizon),
  "teacher-busy": both(lessonTexts.slotTaken),
  "student-busy": { Student: lessonTexts.studentSlotTaken, Teacher: lessonTexts.otherStudentSlotTaken },
};

function both(text: string) {
  return { Student: text, Teacher: text };
}

/** Returns the error for a refused block, worded for the reader's side. */
export function slotRefused(refusal: SlotRefusal, reader: "Student" | "Teacher"): ServiceError {
  return conflict(SLOT_TEXTS[refusal][reader]);
}

/** Returns the error for a refused booking. A teacher who is not the student's own does not exist. */
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

/** Returns the error for a refused proposal of another time, or its acceptance. */
export function proposalRefused(refusal: ProposalRefusal, reader: "Student" | "Teacher"): ServiceError {
  switch (refusal) {
    case "same-slot":
      return conflict(lessonTexts.sameSlot);
    case "pair-inactive":
      return conflict(lessonTexts.pairInactive);
    case "outside-availability":
    case "in-the-past":
    case "beyond-horizon":
    case "teacher-busy":
    case "student-busy":
      return slotRefused(refusal, reader);
    default:
      return lessonRefused(refusal);
  }
}

/** Returns the error for a lost race for a slot; every other error is returned unchanged. */
export function slotRaceLost(error: unknown, reader: "Student" | "Teacher"): unknown {
  const busy = lostSlotRace(error);
  return busy === null ? error : slotRefused(busy, reader);
}

/** Somebody wrote between this call's read and its write. */
export function changedMeanwhile(): ServiceError {
  return conflict(commonTexts.changedMeanwhile);
}

import { closureTexts } from "@korki/contracts/texts/closures";
import { commonTexts } from "@korki/contracts/texts/common";
import { lessonRefusalTexts, lessonTexts } from "@korki/contracts/texts/lessons";
import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { closedSlotOf, violates } from "@korki/db";
import type { BookingRefusal, LessonRefusal, ProposalRefusal, SlotClosure, SlotRefusal } from "@korki/domain";
import { conflict, forbidden, ServiceError } from "../errors";

export function lessonNotFound(): ServiceError {
  return new ServiceError("not_found", lessonTexts.lessonNotFound);
}

/** Returns the error for a refused action: `not_found` for another person's lesson, else `conflict`. */
export function lessonRefused(refusal: LessonRefusal): ServiceError {
  return refusal === "not-own-lesson" ? lessonNotFound() : conflict(lessonRefusalTexts[refusal]);
}

/** Who is busy at a slot. */
export type BusySide = "teacher-busy" | "student-busy";

/** Returns who is busy if the database refused an occupied slot, or null. */
export function lostSlotRace(error: unknown): BusySide | null {
  if (violates(error, "occupied_slots_teacher_key")) return "teacher-busy";
  return violates(error, "occupied_slots_student_key") ? "student-busy" : null;
}

type OpenSlotRefusal = Exclude<SlotRefusal, "closed" | "teacher-absent">;

const SLOT_TEXTS: Record<OpenSlotRefusal, { Student: string; Teacher: string }> = {
  "outside-availability": both(lessonTexts.outsideAvailability),
  "in-the-past": both(lessonTexts.inThePast),
  "beyond-horizon": both(lessonTexts.beyondHorizon),
  "teacher-busy": both(lessonTexts.slotTaken),
  "busy-outside": { Student: outsideCalendarTexts.notFree, Teacher: outsideCalendarTexts.ownBusy },
  "student-busy": { Student: lessonTexts.studentSlotTaken, Teacher: lessonTexts.otherStudentSlotTaken },
};

function both(text: string) {
  return { Student: text, Teacher: text };
}

/** Returns the error for a slot on a closed day. A teacher's label is not shown: students see an absence, not why. */
export function closedSlotRefused({ scope, label }: SlotClosure): ServiceError {
  return conflict(scope === "centre" ? closureTexts.centreClosed(label) : closureTexts.teacherAbsent);
}

/** Returns the question to who may book over what occupies a teacher elsewhere: the answer is `overrideBusy`. */
export function busyOutsideRefused(text: string): ServiceError {
  return new ServiceError("conflict", text, undefined, { ask: "overrideBusy" });
}

/** Returns the error for a refused block, worded for the reader's side. */
export function slotRefused(
  refusal: SlotRefusal,
  reader: "Student" | "Teacher",
  closure: SlotClosure | null,
): ServiceError {
  if (refusal === "closed" || refusal === "teacher-absent") {
    return closedSlotRefused(closure ?? { scope: refusal === "closed" ? "centre" : "teacher", label: "" });
  }
  if (refusal === "busy-outside" && reader === "Teacher")
    return busyOutsideRefused(outsideCalendarTexts.ownBusy);
  return conflict(SLOT_TEXTS[refusal][reader]);
}

/** Returns the error for a refused booking. A teacher who is not the student's own does not exist. */
export function bookingRefused(refusal: BookingRefusal, closure: SlotClosure | null): ServiceError {
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
      return slotRefused(refusal, "Student", closure);
  }
}

/** Returns the error for a refused proposal of another time, or its acceptance. */
export function proposalRefused(
  refusal: ProposalRefusal,
  reader: "Student" | "Teacher",
  closure: SlotClosure | null,
): ServiceError {
  switch (refusal) {
    case "same-slot":
      return conflict(lessonTexts.sameSlot);
    case "pair-inactive":
      return conflict(lessonTexts.pairInactive);
    case "outside-availability":
    case "in-the-past":
    case "beyond-horizon":
    case "closed":
    case "teacher-absent":
    case "teacher-busy":
    case "student-busy":
    case "busy-outside":
      return slotRefused(refusal, reader, closure);
    default:
      return lessonRefused(refusal);
  }
}

/** Returns the error for a slot that was taken or closed meanwhile; every other error is returned unchanged. */
export function slotRaceLost(error: unknown, reader: "Student" | "Teacher"): unknown {
  const busy = lostSlotRace(error);
  if (busy !== null) return slotRefused(busy, reader, null);
  const closure = closedSlotOf(error);
  return closure === null ? error : closedSlotRefused(closure);
}

/** The lesson changed between this call's read and its write. */
export function changedMeanwhile(): ServiceError {
  return conflict(commonTexts.changedMeanwhile);
}

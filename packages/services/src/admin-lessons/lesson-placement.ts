import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { type AdminLessonRow, violates } from "@korki/db";
import { type CivilDate, checkPlacement, hasStarted, isPlanned } from "@korki/domain";
import type { LessonFacts } from "@korki/notifications";
import { conflict, invalidInput } from "../errors";
import { fullName } from "../people/relate";

/** Throws `input` for a slot that no calendar has; what stands there is the database's word (`slotTaken`). */
export function requireSlot(slot: { date: CivilDate; block: number }): void {
  if (checkPlacement({ ...slot, teacherBusy: false, studentBusy: false }) !== null) {
    throw invalidInput(adminLessonTexts.invalidDay);
  }
}

/** What the database's refusal of a slot means to a person; everything else passes as it is. */
export function slotTaken(error: unknown): unknown {
  if (violates(error, "occupied_slots_teacher_key")) return conflict(adminLessonTexts.teacherBusy);
  if (violates(error, "occupied_slots_student_key")) return conflict(adminLessonTexts.studentBusy);
  return error;
}

/** Planned and not begun: people still count on it, so they hear of what happens to it. */
export function isAhead(lesson: Pick<AdminLessonRow, "status" | "date" | "block">, now: Date): boolean {
  return isPlanned(lesson.status) && !hasStarted(lesson.date, lesson.block, now);
}

/** What a notification says about a lesson. */
export function notifiedLesson(lesson: AdminLessonRow): LessonFacts {
  const { id: lessonId, date, block, subject, level } = lesson;
  return {
    lessonId,
    date,
    block,
    subject,
    level,
    teacherName: fullName(lesson.teacher),
    studentName: fullName(lesson.student),
  };
}

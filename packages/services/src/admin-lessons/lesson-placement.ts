import type { PairChoice } from "@korki/contracts/lessons";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import {
  type AdminLessonRow,
  closedSlotOf,
  type Executor,
  findAdminLesson,
  findPartner,
  type SlotObstacles,
} from "@korki/db";
import { type CivilDate, checkPlacement, hasStarted, isPlanned } from "@korki/domain";
import { conflict, invalidInput } from "../errors";
import { closedSlotRefused, lostSlotRace } from "../lessons/lesson-refusals";

/** Throws `input` for a slot that the calendar does not have. Whether it is free is decided by the database. */
export function requireSlot(slot: { date: CivilDate; block: number }): void {
  if (checkPlacement({ ...slot, teacherBusy: false, studentBusy: false }) !== null) {
    throw invalidInput(adminLessonTexts.invalidDay);
  }
}

/**
 * Returns a lesson, with the other one of a planned double lesson where both are asked for, the earlier first (rules §34).
 *
 * @param pair without it: the lesson alone
 */
export async function askedLessons(
  on: Executor,
  lesson: AdminLessonRow,
  pair: PairChoice = "one",
): Promise<AdminLessonRow[]> {
  if (pair === "one" || lesson.pairId === null || !isPlanned(lesson.status)) return [lesson];
  const found = await findPartner(on, lesson.id);
  const partner = found && (await findAdminLesson(on, found.id));
  return partner ? [lesson, partner].toSorted((a, b) => a.block - b.block) : [lesson];
}

/** Returns the error for a slot that the database refused; every other error is returned unchanged. */
export function slotTaken(error: unknown): unknown {
  const closure = closedSlotOf(error);
  if (closure !== null) return closedSlotRefused(closure);
  const busy = lostSlotRace(error);
  if (busy === null) return error;
  return conflict(busy === "teacher-busy" ? adminLessonTexts.teacherBusy : adminLessonTexts.studentBusy);
}

/** Returns the text of what prevents a slot from being taken, or null. */
export function obstacleText(found: SlotObstacles | undefined): string | null {
  if (!found) return null;
  if (found.teacherBusy) return adminLessonTexts.teacherBusy;
  if (found.studentBusy) return adminLessonTexts.studentBusy;
  return found.closure && closedSlotRefused(found.closure).message;
}

/** Whether a lesson is planned and has not started, so that its people must be notified of changes. */
export function isAhead(lesson: Pick<AdminLessonRow, "status" | "date" | "block">, now: Date): boolean {
  return isPlanned(lesson.status) && !hasStarted(lesson.date, lesson.block, now);
}

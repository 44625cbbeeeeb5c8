import type { DayBlock, FreeBlocksInput } from "@korki/contracts/admin-lessons";
import type { PairChoice } from "@korki/contracts/lessons";
import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  type AdminLessonRow,
  closedSlotOf,
  type Executor,
  findAdminLesson,
  findBusyBlocks,
  findHours,
  findPartner,
  type LockedPerson,
  listBusyOutside,
  listClosures,
  type SlotObstacles,
} from "@korki/db";
import {
  BLOCKS,
  type CivilDate,
  checkPlacement,
  closes,
  hasStarted,
  isPlanned,
  offeredBlocks,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
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

/**
 * Returns the text of what prevents a slot from being taken, or null.
 *
 * @param ahead whether the lesson would be ahead there: nobody disabled (rules §4) or unvetted (§16) takes such a slot
 */
export function obstacleText(found: SlotObstacles | undefined, ahead: boolean): string | null {
  if (!found) return null;
  if (found.isErased) return adminPeopleTexts.erasedAccount;
  if (ahead && found.teacherDisabled) return adminLessonTexts.teacherDisabled;
  if (ahead && found.studentDisabled) return adminLessonTexts.studentDisabled;
  if (ahead && found.isUnvetted) return consentTexts.notVetted;
  if (found.teacherBusy) return adminLessonTexts.teacherBusy;
  if (found.studentBusy) return adminLessonTexts.studentBusy;
  return found.closure && closedSlotRefused(found.closure).message;
}

/** Throws `conflict` if one of them is disabled: that person takes no new slot (rules §4). */
export function requireEnabled({ teacher, student }: { teacher: LockedPerson; student: LockedPerson }): void {
  if (teacher.isDisabled) throw conflict(adminLessonTexts.teacherDisabled);
  if (student.isDisabled) throw conflict(adminLessonTexts.studentDisabled);
}

/** Whether a lesson is planned and has not started, so that its people must be notified of changes. */
export function isAhead(lesson: Pick<AdminLessonRow, "status" | "date" | "block">, now: Date): boolean {
  return isPlanned(lesson.status) && !hasStarted(lesson.date, lesson.block, now);
}

/** Returns the state of each block of a teacher's day, so that forms show an overlap in advance. Throws `not_found`. */
export async function getDayBlocks(ctx: ActorCtx, input: FreeBlocksInput): Promise<DayBlock[]> {
  const { teacherId, date, studentId = null, exceptLessonId = null, exceptTrialLessonId = null } = input;
  const { pair = "one" } = input;
  const [found, busy, { closures }, busyOutside] = await Promise.all([
    findHours(ctx.db, teacherId, ctx.actor, { first: date, last: date }),
    findBusyBlocks(ctx.db, { teacherId, date, studentId, exceptLessonId, exceptTrialLessonId, pair }),
    listClosures(ctx.db, {
      viewer: { id: teacherId, role: "Teacher" },
      from: date,
      to: date,
      limit: PAGE_SIZE_MAX,
      offset: 0,
    }),
    listBusyOutside(ctx.db, { teacherId, first: date, last: date }),
  ]);
  if (found === null) throw notFound();
  const offered = offeredBlocks(found.hours, date);
  return BLOCKS.map(({ index: block }) => {
    const closure = closures.find((each) => closes(each, { teacherId, date, block }));
    const held = busy.held.find((each) => each.block === block);
    return {
      block,
      isAvailable: offered.includes(block),
      teacherBusy: busy.teacher.includes(block),
      studentBusy: busy.student.includes(block),
      held: held ? { name: held.name, until: held.until } : null,
      closed: closure
        ? { scope: closure.teacherId ? "teacher" : "centre", label: closure.label }
        : busyOutside.some((each) => each.block === block)
          ? { scope: "busy", label: "" }
          : null,
    };
  });
}

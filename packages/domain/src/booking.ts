import { bookingWindow, isAvailable, type OfferedHours } from "./availability";
import { isBlock } from "./blocks";
import { blockStart, type CivilDate, isCivilDate, MAX_YEAR, MIN_YEAR } from "./calendar";
import type { ClosureScope } from "./closures";
import { type Level, type Subject, type TeacherSubject, teaches } from "./subjects";

export type SlotRefusal =
  | "outside-availability"
  | "in-the-past"
  | "beyond-horizon"
  | "closed"
  | "teacher-absent"
  | "teacher-busy"
  | "student-busy"
  | "busy-outside";

/** What closes a slot (rules §12): the centre's or the teacher's closure. */
export type SlotClosure = { readonly scope: ClosureScope; readonly label: string };

/** Facts about a block that a student or a teacher requests. */
export type SlotFacts = {
  readonly date: CivilDate;
  readonly block: number;
  /** what the teacher offers on that date */
  readonly hours: OfferedHours;
  /** null if the slot is open */
  readonly closure: SlotClosure | null;
  /** occupied by a lesson or a trial lesson */
  readonly teacherBusy: boolean;
  readonly studentBusy: boolean;
  /** Something elsewhere occupies the teacher (rules §35), and nobody books over it knowingly. */
  readonly busyOutside: boolean;
  readonly now: Date;
  readonly horizonDays: number;
};

/**
 * Returns why a block is refused, or null. `teacher-busy` and `student-busy` mean that the slot was just taken (409).
 */
export function checkSlot(facts: SlotFacts): SlotRefusal | null {
  const { date, block, hours, now } = facts;
  if (!isBlock(block) || !isCivilDate(date) || !isAvailable(hours, date, block))
    return "outside-availability";
  if (blockStart(date, block) <= now) return "in-the-past";
  if (date > bookingWindow(now, facts.horizonDays).last) return "beyond-horizon";
  if (facts.closure) return facts.closure.scope === "centre" ? "closed" : "teacher-absent";
  if (facts.teacherBusy) return "teacher-busy";
  if (facts.studentBusy) return "student-busy";
  return facts.busyOutside ? "busy-outside" : null;
}

export type BookingRefusal =
  | "not-for-oneself"
  | "not-your-teacher"
  | "teacher-disabled"
  | "subject-not-taught"
  | SlotRefusal
  | "nothing-prepaid";

export type BookingFacts = SlotFacts & {
  /** who books, and for whom */
  readonly actorId: string;
  readonly studentId: string;
  /** an admin has assigned the teacher to the student */
  readonly assigned: boolean;
  readonly teacherDisabled: boolean;
  readonly teacherSubjects: readonly TeacherSubject[];
  readonly subject: Subject;
  readonly level: Level;
  /** the setting BOOKING_REQUIRES_PREPAID */
  readonly requiresPrepaid: boolean;
  /** lessons paid for and not used, of this subject and level */
  readonly available: number;
};

/** Returns why a student cannot book this lesson, or null; in the order of rules §4. */
export function checkBooking(facts: BookingFacts): BookingRefusal | null {
  if (facts.studentId !== facts.actorId) return "not-for-oneself";
  if (!facts.assigned) return "not-your-teacher";
  if (facts.teacherDisabled) return "teacher-disabled";
  if (!teaches(facts.teacherSubjects, facts)) return "subject-not-taught";
  return checkSlot(facts) ?? (facts.requiresPrepaid && facts.available <= 0 ? "nothing-prepaid" : null);
}

export type PlacementRefusal = "no-such-date" | "no-such-block" | "teacher-busy" | "student-busy";

/**
 * Why an admin cannot put a lesson or a trial lesson (which has no student: `studentBusy` false) at this slot, or
 * null. An admin is bound neither by availability nor by the time, only by the calendar and its lessons.
 */
export function checkPlacement(facts: {
  readonly date: CivilDate;
  readonly block: number;
  readonly teacherBusy: boolean;
  readonly studentBusy: boolean;
}): PlacementRefusal | null {
  const year = isCivilDate(facts.date) ? Number(facts.date.slice(0, 4)) : 0;
  if (year < MIN_YEAR || year > MAX_YEAR) return "no-such-date";
  if (!isBlock(facts.block)) return "no-such-block";
  if (facts.teacherBusy) return "teacher-busy";
  return facts.studentBusy ? "student-busy" : null;
}

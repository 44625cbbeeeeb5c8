import { LESSON_MINUTES } from "./blocks";
import { blockEnd, blockStart, type Slot } from "./calendar";
import { isCancelled, type LessonStatus } from "./lessons";

/** How somebody is in a lesson's room (rules §30). A parent of a child without a login is there as the student. */
export const ROOM_ROLES = ["teacher", "student", "parent", "admin"] as const;
export type RoomRole = (typeof ROOM_ROLES)[number];

/** Where the centre's lessons take place: in the product's rooms or at outside addresses. */
export const LESSON_PLACES = ["own", "outside"] as const;
export type LessonPlace = (typeof LESSON_PLACES)[number];

/** Why a room closed for somebody who was in it. */
export const ROOM_CLOSINGS = ["ended", "cancelled", "moved", "access"] as const;
export type RoomClosing = (typeof ROOM_CLOSINGS)[number];

const MINUTE_MS = 60_000;
const OPENS_BEFORE_MS = 15 * MINUTE_MS;
const CLOSES_AFTER_MS = 30 * MINUTE_MS;
/** A window that was not heard for so long has left; visits of a person that are closer are one. */
export const VISIT_GAP_MS = 20_000;
export const ROOM_PEOPLE_MAX = 4;
/** What a window may say: signals in ten seconds, and the bytes of each one's data as JSON. */
export const ROOM_SIGNALS = { tries: 200, bytesMax: 64 * 1024 } as const;

/** Minutes after the start when somebody who waits without the teacher is news. */
export const TEACHER_AWAITED_MINUTES = 5;

/** Returns the path of a lesson's room in the web application. */
export function roomPath(lessonId: string): string {
  return `/lekcja/${lessonId}/sala`;
}

export type RoomHours = { readonly opensAt: Date; readonly closesAt: Date };

/** Returns when the room of a lesson is open: from 15 minutes before it to 30 minutes after it. */
export function roomHours({ date, block }: Slot): RoomHours {
  return {
    opensAt: new Date(blockStart(date, block).getTime() - OPENS_BEFORE_MS),
    closesAt: new Date(blockEnd(date, block).getTime() + CLOSES_AFTER_MS),
  };
}

/** Whether one can enter a lesson's room now, or why not. */
export type RoomDoor = "open" | "early" | "closed" | "cancelled";

export function roomDoor(lesson: Slot & { readonly status: LessonStatus }, now: Date): RoomDoor {
  if (isCancelled(lesson.status)) return "cancelled";
  const { opensAt, closesAt } = roomHours(lesson);
  if (now < opensAt) return "early";
  return now <= closesAt ? "open" : "closed";
}

/** Somebody's time in a room; `leftAt` null: still there. */
export type Visit = {
  readonly userId: string;
  readonly role: RoomRole;
  readonly enteredAt: Date;
  readonly leftAt: Date | null;
};

type Interval = readonly [from: number, to: number];

/** Returns the visits in order of time, those of a person that lie closer than 20 s as one. */
export function mergeVisits(visits: readonly Visit[]): Visit[] {
  const merged: Visit[] = [];
  const sorted = visits.toSorted((a, b) => a.enteredAt.getTime() - b.enteredAt.getTime());
  for (const visit of sorted) {
    const at = merged.findLastIndex(({ userId, role }) => userId === visit.userId && role === visit.role);
    const before = merged[at];
    if (before && isClose(before, visit)) merged[at] = { ...before, leftAt: laterEnd(before, visit) };
    else merged.push(visit);
  }
  return merged;
}

/**
 * Returns how many seconds the teacher's side, the student's side, and both at once were there; parents beside a student
 * and administrators are no attendance. `now` ends the visits that last.
 */
export function presenceOf(
  visits: readonly Visit[],
  now: Date,
): { teacherSeconds: number; studentSeconds: number; togetherSeconds: number } {
  const merged = mergeVisits(visits);
  const intervals = (role: RoomRole): Interval[] =>
    union(
      merged
        .filter((visit) => visit.role === role)
        .map(({ enteredAt, leftAt }): Interval => [enteredAt.getTime(), (leftAt ?? now).getTime()]),
    );
  const [teacher, student] = [intervals("teacher"), intervals("student")];
  const together = teacher.flatMap(([from, to]) =>
    student
      .map(([start, end]): Interval => [Math.max(from, start), Math.min(to, end)])
      .filter(([start, end]) => end > start),
  );
  return {
    teacherSeconds: seconds(teacher),
    studentSeconds: seconds(student),
    togetherSeconds: seconds(together),
  };
}

/** Whether both were in the room for half of the lesson or longer. */
export function tookPlace(togetherSeconds: number): boolean {
  return togetherSeconds * 2 >= LESSON_MINUTES * 60;
}

function isClose({ leftAt }: Visit, { enteredAt }: Visit): boolean {
  return leftAt === null || enteredAt.getTime() - leftAt.getTime() < VISIT_GAP_MS;
}

function laterEnd(a: Visit, b: Visit): Date | null {
  if (a.leftAt === null || b.leftAt === null) return null;
  return new Date(Math.max(a.leftAt.getTime(), b.leftAt.getTime()));
}

function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

function seconds(intervals: readonly Interval[]): number {
  return Math.round(intervals.reduce((sum, [from, to]) => sum + to - from, 0) / 1_000);
}

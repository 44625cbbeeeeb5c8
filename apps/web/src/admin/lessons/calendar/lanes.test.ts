import type { CalendarLesson, TeacherLane } from "@korki/contracts/admin-lessons";
import { closes } from "@korki/domain";
import { expect, test } from "vitest";
import type { ClosedDays } from "../../../closures/closed-days";
import { laneRefusal, slotState } from "./lanes";

const DATE = "2026-11-25";
const ABSENT_AT = 5;

const closed: ClosedDays = {
  on: () => [],
  isClosed: (teacherId, date, block) =>
    closes(
      { teacherId: "nina", from: DATE, to: DATE, fromBlock: ABSENT_AT, toBlock: ABSENT_AT },
      { teacherId: teacherId ?? "", date, block },
    ),
};

const lane: TeacherLane = {
  teacher: { id: "nina", name: "Nina", surname: "Wrona" },
  subjects: [{ subject: "Fizyka", level: "liceumP" }],
  maySubstitute: true,
  days: [{ date: DATE, offered: [1, 2, 3, 4, 5], taken: [2, 5], busy: [2, 3] }],
  entries: [],
};

function lessonAt(block: number, of: Partial<CalendarLesson> = {}): CalendarLesson {
  return {
    kind: "lesson",
    id: "lekcja",
    teacher: { id: "adam", name: "Adam", surname: "Sowa" },
    student: { id: "ola", name: "Ola", surname: "Sowa" },
    date: DATE,
    block,
    subject: "Fizyka",
    level: "liceumP",
    status: "Potwierdzona",
    version: 0,
    ...of,
  };
}

test.each([
  [1, "open"],
  [2, "taken"],
  [3, "busy"],
  [ABSENT_AT, "closed"],
  [9, "outside"],
] as const)("block %i of a lane is %s", (block, state) => {
  expect(slotState(lane, closed, DATE, block)).toBe(state);
});

test.each([
  [lessonAt(1), null],
  [lessonAt(9), null],
  [lessonAt(2), "taken"],
  [lessonAt(3), "busy"],
  [lessonAt(ABSENT_AT), "closed"],
  [lessonAt(1, { level: "liceumR" }), "subject"],
] as const)("another teacher's lane takes a lesson, or says why not (%#)", (lesson, refusal) => {
  expect(laneRefusal(lane, closed, lesson)).toBe(refusal);
});

test("who is disabled or lacks a check takes none", () => {
  expect(laneRefusal({ ...lane, maySubstitute: false }, closed, lessonAt(1))).toBe("mayNot");
});

import { describe, expect, it } from "vitest";
import type { LessonFacts } from "./lessons";
import { checkAcceptance, checkProposal, type RescheduleFacts } from "./reschedule";

const STUDENT = { role: "Student", id: "s" } as const;
const TEACHER = { role: "Teacher", id: "t" } as const;

const LESSON: LessonFacts = {
  teacherId: "t",
  studentId: "s",
  status: "Potwierdzona",
  date: "2026-11-21",
  block: 9,
  meetingLink: "",
};
const SLOT: RescheduleFacts = {
  date: "2026-11-28",
  block: 8,
  hours: { sections: [{ day: "sob", startBlock: 7, endBlock: 9 }], days: [] },
  closure: null,
  teacherBusy: false,
  studentBusy: false,
  busyOutside: false,
  pairActive: true,
  now: new Date("2026-11-20T12:00:00Z"),
  horizonDays: 28,
};

describe("checkProposal", () => {
  it.each([
    ["student", STUDENT, {}, {}, null],
    ["teacher", TEACHER, {}, {}, null],
    ["unconfirmed", STUDENT, { status: "Nie potwierdzona" }, {}, null],
    ["another student", { role: "Student", id: "x" }, {}, {}, "not-own-lesson"],
    ["an admin edits instead", { role: "Admin", id: "a" }, {}, {}, "not-for-this-side"],
    ["a parent", { role: "Parent", id: "s" }, {}, {}, "not-own-lesson"],
    ["finished", STUDENT, { status: "Zrealizowana" }, {}, "move-needs-planned"],
    ["cancelled", TEACHER, { status: "Odwolana przez ucznia" }, {}, "move-needs-planned"],
    [
      "one is open",
      STUDENT,
      { proposal: { by: "Teacher", date: "2026-11-28", block: 7 } },
      {},
      "proposal-open",
    ],
    ["started", STUDENT, {}, { now: new Date("2026-11-21T15:45:00Z") }, "move-after-start"],
    ["until the start", STUDENT, {}, { now: new Date("2026-11-21T15:44:00Z") }, null],
    ["where it stands", STUDENT, {}, { date: "2026-11-21", block: 9 }, "same-slot"],
    ["another block of that day", STUDENT, {}, { date: "2026-11-21", block: 8 }, null],
    ["outside the availability", TEACHER, {}, { date: "2026-11-29" }, "outside-availability"],
    ["in the past", STUDENT, {}, { date: "2026-11-14" }, "in-the-past"],
    ["beyond the horizon", STUDENT, {}, { date: "2026-12-19" }, "beyond-horizon"],
    ["the teacher is busy", STUDENT, {}, { teacherBusy: true }, "teacher-busy"],
    ["the student is busy", TEACHER, {}, { studentBusy: true }, "student-busy"],
    ["the two are not assigned any more", STUDENT, {}, { pairActive: false }, "pair-inactive"],
  ] as const)("%s", (_, actor, lesson, slot, refusal) => {
    expect(checkProposal(actor, { ...LESSON, ...lesson }, { ...SLOT, ...slot })).toBe(refusal);
  });
});

describe("checkAcceptance", () => {
  const proposed: LessonFacts = {
    ...LESSON,
    proposal: { by: "Student", date: SLOT.date, block: SLOT.block },
  };
  const { date: _date, block: _block, ...rest } = SLOT;

  it.each([
    ["the other side", TEACHER, proposed, {}, null],
    ["the proposer", STUDENT, proposed, {}, "answer-by-other-side"],
    ["another teacher", { role: "Teacher", id: "x" }, proposed, {}, "not-own-lesson"],
    ["nothing is proposed", TEACHER, LESSON, {}, "proposal-missing"],
    [
      "the lesson was cancelled",
      TEACHER,
      { ...proposed, status: "Odwolana przez ucznia" },
      {},
      "move-needs-planned",
    ],
    [
      "the lesson has started",
      TEACHER,
      proposed,
      { now: new Date("2026-11-21T15:45:00Z") },
      "move-after-start",
    ],
    ["the block was taken meanwhile", TEACHER, proposed, { teacherBusy: true }, "teacher-busy"],
    ["the student was booked meanwhile", TEACHER, proposed, { studentBusy: true }, "student-busy"],
    [
      "the proposed hour has come before the answer",
      TEACHER,
      { ...LESSON, proposal: { by: "Student", date: "2026-11-21", block: 8 } },
      { now: new Date("2026-11-21T14:40:00Z") },
      "proposed-slot-past",
    ],
    [
      "the availability is gone",
      TEACHER,
      proposed,
      { hours: { sections: [], days: [] } },
      "outside-availability",
    ],
  ] as const)("%s", (_, actor, lesson, slot, refusal) => {
    expect(checkAcceptance(actor, lesson, { ...rest, ...slot })).toBe(refusal);
  });
});

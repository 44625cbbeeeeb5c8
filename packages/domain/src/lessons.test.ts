import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actionLeadingTo,
  CANCELLED,
  DELIVERED,
  endHasPassed,
  FINISHED,
  INITIAL_LESSON_STATUS,
  isCancelled,
  isDelivered,
  isPlanned,
  LESSON_ACTIONS,
  LESSON_REFUSALS,
  LESSON_STATUSES,
  type LessonAction,
  type LessonFacts,
  type LessonRefusal,
  type LessonSide,
  type LessonStatus,
  lessonCan,
  lessonRefusal,
  PLANNED,
  sideOf,
  statusAfter,
} from "./lessons";
import { ROLES } from "./users";

const STUDENT = { role: "Student", id: "s" } as const;
const TEACHER = { role: "Teacher", id: "t" } as const;
const ADMIN = { role: "Admin", id: "a" } as const;

const LESSON: LessonFacts = {
  teacherId: "t",
  studentId: "s",
  status: "Potwierdzona",
  date: "2026-11-21",
  block: 9,
  meetingLink: "",
};
const BEFORE = new Date("2026-11-21T15:44:59Z");
const START = new Date("2026-11-21T15:45:00Z");
const END = new Date("2026-11-21T16:45:00Z");
const LINK = "https://meet.jit.si/room";

/** The rules §4, sentence by sentence: side, from, to. Nothing else is allowed. */
const SPECIFIED: readonly (readonly [LessonSide, LessonStatus, LessonStatus | "gone"])[] = [
  ["Teacher", "Nie potwierdzona", "Potwierdzona"],
  ["Teacher", "Nie potwierdzona", "Odwolana przez nauczyciela"],
  ["Teacher", "Potwierdzona", "Zrealizowana"],
  ["Teacher", "Potwierdzona", "Uczen nieobecny"],
  ["Teacher", "Potwierdzona", "Odwolana przez nauczyciela"],
  ["Student", "Nie potwierdzona", "gone"],
  ["Student", "Potwierdzona", "Odwolana przez ucznia"],
];

describe("statuses", () => {
  it("fall into planned and finished, and finished into cancelled and delivered", () => {
    expect([...PLANNED, ...FINISHED]).toEqual(LESSON_STATUSES);
    expect([...CANCELLED, ...DELIVERED].sort()).toEqual([...FINISHED].sort());
  });

  it.each([
    ["Nie potwierdzona", "planned"],
    ["Potwierdzona", "planned"],
    ["Odwolana przez ucznia", "cancelled"],
    ["Odwolana przez nauczyciela", "cancelled"],
    ["Zrealizowana", "delivered"],
    ["Uczen nieobecny", "delivered"],
  ] as const)("%s is %s", (status, group) => {
    expect(isPlanned(status)).toBe(group === "planned");
    expect(isCancelled(status)).toBe(group === "cancelled");
    expect(isDelivered(status)).toBe(group === "delivered");
  });

  it("begin unconfirmed", () => {
    expect(INITIAL_LESSON_STATUS).toBe("Nie potwierdzona");
  });
});

describe("the status machine", () => {
  const SIDES: readonly LessonSide[] = ["Student", "Teacher", "Admin"];

  it("has exactly the specification's transitions, for every side and pair of statuses", () => {
    for (const side of SIDES) {
      for (const from of LESSON_STATUSES) {
        for (const action of LESSON_ACTIONS) {
          const to = statusAfter(side, action, from);
          if (to !== undefined) expect(SPECIFIED).toContainEqual([side, from, to ?? "gone"]);
        }
      }
    }
    for (const [side, from, to] of SPECIFIED) {
      const targets = LESSON_ACTIONS.map((action) => statusAfter(side, action, from));
      expect(targets).toContain(to === "gone" ? null : to);
    }
  });

  it("names the one action by which a side brings lessons to a status", () => {
    for (const to of LESSON_STATUSES) {
      expect(actionLeadingTo("Admin", to)).toBe("setStatus");
      for (const side of ["Student", "Teacher"] as const) {
        const action = actionLeadingTo(side, to);
        const isSpecified = SPECIFIED.some(([s, , t]) => s === side && t === to);
        expect([side, to, action !== null]).toEqual([side, to, isSpecified]);
        for (const from of LESSON_STATUSES) {
          const isArrow = SPECIFIED.some(([s, f, t]) => s === side && f === from && t === to);
          if (action) expect(statusAfter(side, action, from) === to).toBe(isArrow);
        }
      }
    }
  });

  it("never leaves a finished status, but by the admin's hand", () => {
    for (const from of FINISHED) {
      for (const actor of [STUDENT, TEACHER]) {
        expect(lessonCan(actor, { ...LESSON, status: from }, BEFORE)).toEqual([]);
      }
    }
  });
});

describe("lessonCan", () => {
  const proposedBy = (by: "Student" | "Teacher") => ({ proposal: { by, date: "2026-11-28", block: 9 } });

  it.each<
    [string, typeof STUDENT | typeof TEACHER | typeof ADMIN, Partial<LessonFacts>, Date, LessonAction[]]
  >([
    ["student, unconfirmed", STUDENT, { status: "Nie potwierdzona" }, BEFORE, ["delete", "propose"]],
    ["student, unconfirmed, started", STUDENT, { status: "Nie potwierdzona" }, START, ["delete"]],
    ["student, confirmed", STUDENT, {}, BEFORE, ["cancel", "propose"]],
    ["student, confirmed, started", STUDENT, {}, START, []],
    [
      "teacher, unconfirmed",
      TEACHER,
      { status: "Nie potwierdzona" },
      BEFORE,
      ["confirm", "cancel", "propose"],
    ],
    ["teacher, unconfirmed, over", TEACHER, { status: "Nie potwierdzona" }, END, ["confirm", "cancel"]],
    [
      "teacher, confirmed",
      TEACHER,
      {},
      BEFORE,
      ["complete", "markAbsent", "cancel", "generateLink", "propose"],
    ],
    [
      "teacher, confirmed, with link",
      TEACHER,
      { meetingLink: LINK },
      END,
      ["complete", "markAbsent", "cancel"],
    ],
    ["teacher, done", TEACHER, { status: "Zrealizowana" }, END, []],
    ["student, own proposal", STUDENT, proposedBy("Student"), BEFORE, ["cancel", "withdraw"]],
    ["student, teacher's proposal", STUDENT, proposedBy("Teacher"), BEFORE, ["cancel", "accept", "decline"]],
    [
      "teacher, student's proposal",
      TEACHER,
      { ...proposedBy("Student"), meetingLink: LINK },
      BEFORE,
      ["complete", "markAbsent", "cancel", "accept", "decline"],
    ],
    ["student, teacher's proposal, started", STUDENT, proposedBy("Teacher"), START, []],
    [
      "student, teacher's proposal whose own time has come",
      STUDENT,
      { proposal: { by: "Teacher", date: "2026-11-21", block: 8 } },
      new Date("2026-11-21T14:40:00Z"),
      ["cancel", "decline"],
    ],
    [
      "student, a proposal on a cancelled lesson",
      STUDENT,
      { ...proposedBy("Teacher"), status: "Odwolana przez ucznia" },
      BEFORE,
      [],
    ],
    ["admin, planned", ADMIN, {}, BEFORE, ["delete", "edit", "setStatus"]],
    ["admin, finished", ADMIN, { status: "Uczen nieobecny" }, END, ["delete", "edit", "setStatus"]],
  ])("%s", (_, actor, change, now, actions) => {
    expect(lessonCan(actor, { ...LESSON, ...change }, now)).toEqual(actions);
  });

  const anyLesson = fc.record({
    teacherId: fc.constantFrom("t", "s", "x"),
    studentId: fc.constantFrom("s", "t", "x"),
    status: fc.constantFrom(...LESSON_STATUSES),
    date: fc.constantFrom("2026-11-20", "2026-11-21", "2026-11-22"),
    block: fc.nat(13),
    meetingLink: fc.constantFrom("", LINK),
    proposal: fc.option(
      fc.record({
        by: fc.constantFrom("Student" as const, "Teacher" as const),
        date: fc.constantFrom("2026-11-20", "2026-11-28"),
        block: fc.nat(13),
      }),
    ),
  });
  const anyActor = fc.record({ role: fc.constantFrom(...ROLES), id: fc.constantFrom("s", "t", "x", "p") });

  it("gives nobody but the lesson's own people and the admin anything", () => {
    fc.assert(
      fc.property(anyActor, anyLesson, (actor, lesson) => {
        const own =
          (actor.role === "Student" && actor.id === lesson.studentId) ||
          (actor.role === "Teacher" && actor.id === lesson.teacherId);
        const side = own || actor.role === "Admin" ? actor.role : null;
        expect(sideOf(actor, lesson)).toBe(side);
        if (side !== null) return;
        for (const action of LESSON_ACTIONS) {
          expect(lessonRefusal(action, actor, lesson, BEFORE)).toBe("not-own-lesson");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("walks only along the specification's arrows, and lets no two people answer one proposal", () => {
    fc.assert(
      fc.property(anyLesson, fc.constantFrom(BEFORE, START, END), (facts, now) => {
        const lesson = { ...facts, teacherId: "t", studentId: "s" };
        for (const actor of [STUDENT, TEACHER]) {
          const actions = lessonCan(actor, lesson, now);
          expect(new Set(actions).size).toBe(actions.length);
          for (const action of ["confirm", "complete", "markAbsent", "cancel", "delete"] as const) {
            if (!actions.includes(action)) continue;
            const to = statusAfter(actor.role, action, lesson.status);
            expect(SPECIFIED).toContainEqual([actor.role, lesson.status, to ?? "gone"]);
          }
          const proposes = actions.some((a) => ["propose", "accept", "decline", "withdraw"].includes(a));
          expect(proposes).toBe(isPlanned(lesson.status) && !hasBegun(lesson, now));
        }
        const both = [...lessonCan(STUDENT, lesson, now), ...lessonCan(TEACHER, lesson, now)];
        for (const answer of ["accept", "decline", "withdraw"] as const) {
          expect(both.filter((action) => action === answer).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("lessonRefusal", () => {
  const by = (side: "Student" | "Teacher") => ({ proposal: { by: side, date: "2026-11-21", block: 8 } });
  const SEEN = new Date("2026-11-21T14:30:00Z");

  it.each<
    [LessonRefusal, LessonAction, typeof STUDENT | typeof TEACHER | typeof ADMIN, Partial<LessonFacts>, Date]
  >([
    ["not-own-lesson", "cancel", STUDENT, { studentId: "x" }, SEEN],
    ["not-for-this-side", "edit", TEACHER, {}, SEEN],
    ["not-for-this-side", "confirm", ADMIN, {}, SEEN],
    ["confirm-needs-unconfirmed", "confirm", TEACHER, {}, SEEN],
    ["confirm-needs-unconfirmed", "confirm", STUDENT, { status: "Nie potwierdzona" }, SEEN],
    ["complete-needs-confirmed", "complete", TEACHER, { status: "Nie potwierdzona" }, SEEN],
    ["absence-needs-confirmed", "markAbsent", TEACHER, { status: "Zrealizowana" }, SEEN],
    ["delete-needs-unconfirmed", "delete", STUDENT, {}, SEEN],
    ["cancel-needs-planned", "cancel", TEACHER, { status: "Zrealizowana" }, SEEN],
    ["cancel-needs-confirmed", "cancel", STUDENT, { status: "Nie potwierdzona" }, SEEN],
    ["cancel-after-start", "cancel", STUDENT, {}, START],
    ["link-needs-confirmed", "generateLink", TEACHER, { status: "Nie potwierdzona" }, SEEN],
    ["move-needs-planned", "propose", STUDENT, { status: "Zrealizowana" }, SEEN],
    ["move-after-start", "propose", STUDENT, {}, START],
    ["proposal-open", "propose", TEACHER, by("Student"), SEEN],
    ["proposal-missing", "decline", TEACHER, {}, SEEN],
    ["answer-by-other-side", "accept", STUDENT, by("Student"), SEEN],
    ["withdraw-by-proposer", "withdraw", TEACHER, by("Student"), SEEN],
    ["proposed-slot-past", "accept", TEACHER, by("Student"), new Date("2026-11-21T14:40:00Z")],
  ])("%s: %s", (refusal, action, actor, change, now) => {
    expect(lessonRefusal(action, actor, { ...LESSON, ...change }, now)).toBe(refusal);
    expect(LESSON_REFUSALS).toContain(refusal);
  });
});

function hasBegun({ date, block }: LessonFacts, now: Date): boolean {
  const start = Date.parse(`${date}T06:00:00Z`) + block * 65 * 60_000;
  return now.getTime() >= start;
}

describe("the lesson's end", () => {
  it("has passed once the block is over", () => {
    expect(endHasPassed(LESSON, new Date(END.getTime() - 1))).toBe(false);
    expect(endHasPassed(LESSON, END)).toBe(true);
  });
});

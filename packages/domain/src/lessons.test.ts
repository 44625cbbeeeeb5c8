import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bySlot,
  CANCELLED,
  canSeeLesson,
  DELIVERED,
  endHasPassed,
  FINISHED,
  INITIAL_LESSON_STATUS,
  isCancelled,
  isDelivered,
  isFinished,
  isLessonStatus,
  isPlanned,
  LESSON_ACTIONS,
  LESSON_STATUSES,
  type LessonAction,
  type LessonFacts,
  type LessonStatus,
  lessonCan,
  lessonOccupiesSlot,
  PLANNED,
  statusAfter,
  statusesFor,
  transitionFor,
} from "./lessons";
import { ROLES, type Role } from "./users";

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

/** The specification's section 4, sentence by sentence: role, from, to. Nothing else is allowed. */
const SPECIFIED: readonly (readonly [Role, LessonStatus, LessonStatus | "gone"])[] = [
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
    ["Nie potwierdzona", "planned", true],
    ["Potwierdzona", "planned", true],
    ["Odwolana przez ucznia", "cancelled", false],
    ["Odwolana przez nauczyciela", "cancelled", false],
    ["Zrealizowana", "delivered", true],
    ["Uczen nieobecny", "delivered", true],
  ] as const)("%s is %s", (status, group, occupies) => {
    expect(isPlanned(status)).toBe(group === "planned");
    expect(isFinished(status)).toBe(group !== "planned");
    expect(isCancelled(status)).toBe(group === "cancelled");
    expect(isDelivered(status)).toBe(group === "delivered");
    expect(lessonOccupiesSlot(status)).toBe(occupies);
  });

  it.each([
    ["Zrealizowana", true],
    ["Odwołana przez ucznia", false],
    ["zrealizowana", false],
    ["toString", false],
    [null, false],
  ])("isLessonStatus(%j) is %s", (value, expected) => {
    expect(isLessonStatus(value)).toBe(expected);
  });

  it("begin unconfirmed", () => {
    expect(INITIAL_LESSON_STATUS).toBe("Nie potwierdzona");
  });
});

describe("the status machine", () => {
  const pairs = LESSON_STATUSES.flatMap((from) => LESSON_STATUSES.map((to) => [from, to] as const));

  it("has exactly the specification's transitions, for every role and pair of statuses", () => {
    for (const role of ROLES) {
      for (const [from, to] of pairs) {
        const specified =
          role === "Admin" || SPECIFIED.some(([r, f, t]) => r === role && f === from && t === to);
        expect([role, from, to, transitionFor(role, from, to) !== null]).toEqual([role, from, to, specified]);
      }
    }
  });

  it("leads where its actions say", () => {
    for (const role of ROLES) {
      for (const from of LESSON_STATUSES) {
        for (const action of LESSON_ACTIONS) {
          const to = statusAfter(role, action, from);
          expect(statusesFor(role, action).includes(from)).toBe(to !== undefined);
          if (to !== undefined) {
            expect(SPECIFIED).toContainEqual([role, from, to ?? "gone"]);
            if (to !== null) expect(transitionFor(role, from, to)).toBe(action);
          }
        }
      }
    }
  });

  it("names the statuses that a conditional update starts from", () => {
    expect(statusesFor("Teacher", "cancel")).toEqual(["Nie potwierdzona", "Potwierdzona"]);
    expect(statusesFor("Student", "cancel")).toEqual(["Potwierdzona"]);
    expect(statusesFor("Student", "delete")).toEqual(["Nie potwierdzona"]);
    expect(statusesFor("Student", "confirm")).toEqual([]);
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
        const seen = own || actor.role === "Admin";
        expect(canSeeLesson(actor, lesson)).toBe(seen);
        if (!seen) expect(lessonCan(actor, lesson, BEFORE)).toEqual([]);
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

function hasBegun({ date, block }: LessonFacts, now: Date): boolean {
  const start = Date.parse(`${date}T06:00:00Z`) + block * 65 * 60_000;
  return now.getTime() >= start;
}

describe("the lesson's end and order", () => {
  it("has passed once the block is over", () => {
    expect(endHasPassed(LESSON, new Date(END.getTime() - 1))).toBe(false);
    expect(endHasPassed(LESSON, END)).toBe(true);
  });

  it("sorts by date, then by block", () => {
    const slots = [
      { date: "2027-01-01", block: 0 },
      { date: "2026-11-21", block: 10 },
      { date: "2026-11-21", block: 9 },
      { date: "2026-02-28", block: 13 },
    ];
    expect([...slots].sort(bySlot)).toEqual([...slots].reverse());
    expect(bySlot(LESSON, LESSON)).toBe(0);
  });
});

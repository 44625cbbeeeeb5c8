import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  availableLessons,
  availableOf,
  type CountedLesson,
  lessonsByStatus,
  type PaymentFact,
  paymentsBySubject,
} from "./balance";
import { LESSON_STATUSES, type LessonStatus } from "./lessons";
import { LEVELS, SUBJECTS } from "./subjects";

const maths = { subject: "Matematyka", level: "liceumP" } as const;
const english = { subject: "Angielski", level: "szkolaP" } as const;
const paid = (lessonAmount: number, pair: typeof maths | typeof english = maths): PaymentFact => ({
  ...pair,
  lessonAmount,
  moneyAmount: lessonAmount * 90,
});
const lesson = (status: LessonStatus, count?: number): CountedLesson =>
  count === undefined ? { ...maths, status } : { ...maths, status, count };

const pairs = SUBJECTS.flatMap((subject) => LEVELS.map((level) => ({ subject, level })));
const anyPair = fc.constantFrom(...pairs.slice(0, 5));
const anyLessons = fc.array(
  fc
    .tuple(anyPair, fc.constantFrom(...LESSON_STATUSES))
    .map(([pair, status]): CountedLesson => ({ ...pair, status })),
);
const anyPayments = fc.array(
  fc
    .tuple(anyPair, fc.nat(20), fc.nat(2000))
    .map(([pair, lessonAmount, moneyAmount]): PaymentFact => ({ ...pair, lessonAmount, moneyAmount })),
);

describe("availableLessons", () => {
  it.each<[string, PaymentFact[], CountedLesson[], number | null]>([
    ["nothing at all", [], [], null],
    ["paid only", [paid(1), paid(4)], [], 5],
    ["a planned lesson counts", [paid(2)], [lesson("Nie potwierdzona")], 1],
    ["a confirmed one too", [paid(2)], [lesson("Potwierdzona")], 1],
    ["a delivered one too", [paid(2)], [lesson("Zrealizowana")], 1],
    ["a no-show is paid", [paid(2)], [lesson("Uczen nieobecny")], 1],
    [
      "cancelled ones give it back",
      [paid(2)],
      [lesson("Odwolana przez ucznia"), lesson("Odwolana przez nauczyciela")],
      2,
    ],
    ["used up", [paid(1)], [lesson("Zrealizowana")], 0],
    ["owed", [], [lesson("Zrealizowana", 3)], -3],
    ["cancelled only", [], [lesson("Odwolana przez ucznia")], null],
    [
      "counted rows",
      [paid(10)],
      [lesson("Zrealizowana", 3), lesson("Potwierdzona", 2), lesson("Odwolana przez ucznia", 9)],
      5,
    ],
  ])("%s", (_, payments, lessons, available) => {
    expect(availableLessons(payments, lessons)).toEqual(available === null ? [] : [{ ...maths, available }]);
  });

  it("keeps subjects and levels apart, in their order", () => {
    const rows = availableLessons([paid(2, english), paid(3)], [lesson("Zrealizowana")]);
    expect(rows).toEqual([
      { ...maths, available: 2 },
      { ...english, available: 2 },
    ]);
    expect(availableOf(rows, english)).toBe(2);
    expect(availableOf(rows, { subject: "Fizyka", level: "liceumR" })).toBe(0);
  });

  it("equals the naive count on generated histories, lesson by lesson or counted", () => {
    fc.assert(
      fc.property(anyPayments, anyLessons, (payments, lessons) => {
        const rows = availableLessons(payments, lessons);
        for (const pair of pairs) {
          let expected = 0;
          for (const p of payments)
            if (p.subject === pair.subject && p.level === pair.level) expected += p.lessonAmount;
          for (const l of lessons) {
            const called = l.status.startsWith("Odwolana");
            if (l.subject === pair.subject && l.level === pair.level && !called) expected -= 1;
          }
          expect(availableOf(rows, pair)).toBe(expected);
        }
        const counted = lessonsByStatus(lessons).map(({ lessonAmount, ...row }) => ({
          ...row,
          count: lessonAmount,
        }));
        expect(availableLessons(paymentsBySubject(payments), counted)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});

describe("student statistics", () => {
  it("count lessons by subject, level and status", () => {
    const lessons = [
      lesson("Uczen nieobecny"),
      lesson("Potwierdzona", 2),
      { ...english, status: "Potwierdzona" as const },
      lesson("Potwierdzona"),
    ];
    expect(lessonsByStatus(lessons)).toEqual([
      { ...maths, status: "Potwierdzona", lessonAmount: 3 },
      { ...maths, status: "Uczen nieobecny", lessonAmount: 1 },
      { ...english, status: "Potwierdzona", lessonAmount: 1 },
    ]);
  });

  it("add up payments by subject and level", () => {
    expect(paymentsBySubject([paid(1, english), paid(2), paid(3)])).toEqual([
      { ...maths, lessonAmount: 5, moneyAmount: 450 },
      { ...english, lessonAmount: 1, moneyAmount: 90 },
    ]);
    expect(paymentsBySubject([])).toEqual([]);
  });

  it("lose nothing", () => {
    fc.assert(
      fc.property(anyPayments, anyLessons, (payments, lessons) => {
        const rows = lessonsByStatus(lessons);
        expect(rows.reduce((all, row) => all + row.lessonAmount, 0)).toBe(lessons.length);
        const money = (of: readonly PaymentFact[]) => of.reduce((all, row) => all + row.moneyAmount, 0);
        expect(money(paymentsBySubject(payments))).toBe(money(payments));
      }),
    );
  });
});

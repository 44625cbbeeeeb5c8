import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type CountedLesson,
  lessonsByStatus,
  type PaymentFact,
  paymentsBySubject,
  reachedLessons,
  reachOfNew,
} from "./balance";
import { addDays } from "./calendar";
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

test.each([
  [[], ["2026-12-01"], [false]],
  [[{ remaining: 1, expiresOn: null }], ["2026-12-01", "2026-12-08"], [true, false]],
  [
    [
      { remaining: 1, expiresOn: null },
      { remaining: 2, expiresOn: "2026-12-01" },
    ],
    ["2026-12-01", "2026-12-08", "2026-12-15"],
    [true, true, false],
  ],
  [[{ remaining: 1, expiresOn: "2026-12-08" }], ["2026-12-09", "2026-12-08"], [false, true]],
])("what payments left over reaches lessons on whose day it is valid: %j", (lots, days, reached) => {
  expect(reachedLessons(lots, days)).toEqual(reached);
});

test("new lessons among others: payments reach the oldest lessons first, however many there are", () => {
  const day = (at: number) => addDays("2026-12-01", at);
  const slots = fc.uniqueArray(fc.nat(60), { maxLength: 12 });
  fc.assert(
    fc.property(slots, fc.uniqueArray(fc.nat(60), { maxLength: 6 }), fc.nat(20), (old, wanted, payments) => {
      const known = old.toSorted((a, b) => b - a);
      const added = wanted.filter((at) => !old.includes(at)).toSorted((a, b) => a - b);
      const unpaid = Math.max(0, known.length - payments);
      const left = Math.min(added.length, Math.max(0, payments - known.length));
      const slotsOf = (days: readonly number[]) => days.map((at) => ({ date: day(at), block: 0 }));
      const latest = slotsOf(known.slice(0, unpaid + added.length));
      const reach = reachOfNew({ unpaid, asked: 0, latest, billed: [] }, slotsOf(added), left);

      const all = [...known, ...added].toSorted((a, b) => a - b);
      const paidBefore = known.toReversed().slice(0, payments);
      const open = all.slice(payments);
      const first = open.find((at) => added.includes(at) || paidBefore.includes(at));
      expect(reach).toEqual({
        covered: added.filter((at) => !open.includes(at)).length,
        unpaid: open.length - unpaid,
        payBy: first === undefined ? null : day(first),
        unpaidThen: first === undefined ? 0 : 1,
        onBills: [],
        unbilled: open.length - unpaid,
      });
    }),
  );
});

test("lessons for which a payer was asked leave what was paid for to new ones", () => {
  const latest = [{ date: "2026-12-08", block: 3 }];
  const added = [{ date: "2026-12-01", block: 3 }];
  expect(reachOfNew({ unpaid: 1, asked: 2, latest, billed: [] }, added, 0)).toEqual({
    covered: 1,
    unpaid: 0,
    payBy: null,
    unpaidThen: 0,
    onBills: [],
    unbilled: 0,
  });
});

test("new lessons take the places first that open bills have, of a lesson that is not any more", () => {
  const latest = ["2026-12-22", "2026-12-15", "2026-12-08"].map((date) => ({ date, block: 3 }));
  const added = [4, 5].map((block) => ({ date: "2026-12-10", block }));
  const reach = (...billed: string[]) => reachOfNew({ unpaid: 3, asked: 0, latest, billed }, added, 0);
  const december = Array<string>(4).fill("2026-12");
  expect(reach(...december)).toMatchObject({ covered: 0, unpaid: 2, onBills: ["2026-12"], unbilled: 1 });
  expect(reach(...december, "2027-01")).toMatchObject({ onBills: ["2026-12", "2027-01"], unbilled: 0 });
  expect(reach(...december.slice(1))).toMatchObject({ unpaid: 2, onBills: [], unbilled: 2 });
});

test("of new double lessons both hours of the first day are to be paid for, or the later one", () => {
  const hours = (date: string) => [9, 10].map((block) => ({ date, block }));
  const added = [...hours("2026-12-01"), ...hours("2026-12-08")];
  const reach = (left: number) => reachOfNew({ unpaid: 0, asked: 0, latest: [], billed: [] }, added, left);
  expect(reach(0)).toMatchObject({ payBy: "2026-12-01", unpaidThen: 2 });
  expect(reach(1)).toMatchObject({ payBy: "2026-12-01", unpaidThen: 1 });
  expect(reach(2)).toMatchObject({ payBy: "2026-12-08", unpaidThen: 2 });
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

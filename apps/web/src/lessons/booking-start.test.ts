import type { OwnTeacher } from "@korki/contracts/people";
import { describe, expect, it, test } from "vitest";
import { bookingStart, openingSlot, repeatedUntil, taughtChoice, watchHolding } from "./booking-start";

const teacher = (id: string, ...subjects: OwnTeacher["subjects"]): OwnTeacher => ({
  id,
  name: "Anna",
  surname: "Nowak",
  subjects,
});
const PRIMARY = { subject: "Matematyka", level: "szkolaP", price: 80 } as const;
const BASIC = { subject: "Matematyka", level: "liceumP", price: 90 } as const;
const PHYSICS = { subject: "Fizyka", level: "liceumR", price: 100 } as const;
const anna = teacher("anna", PRIMARY, BASIC);
const jan = teacher("jan", PHYSICS, BASIC);
const anyone = { first: anna, isFixed: false };

it("opens with teacher, subject and level of the last lesson", () => {
  expect(bookingStart([anna, jan], anyone, { ...PHYSICS, teacherId: "jan" }, [])).toEqual({
    teacherId: "jan",
    subject: "Fizyka",
    level: "liceumR",
  });
});

it("opens with what is prepaid where there was no lesson", () => {
  const balances = [
    { subject: "Matematyka", level: "szkolaP", available: 0 },
    { subject: "Matematyka", level: "liceumP", available: 5 },
  ] as const;
  expect(bookingStart([anna, jan], anyone, null, balances)).toMatchObject({
    teacherId: "anna",
    level: "liceumP",
  });
});

it("takes another teacher for the last subject when its teacher is gone", () => {
  expect(bookingStart([anna, jan], anyone, { ...PHYSICS, teacherId: "gone" }, [])).toMatchObject({
    teacherId: "jan",
    subject: "Fizyka",
  });
});

it("keeps the teacher of the address", () => {
  const fixed = { first: anna, isFixed: true };
  expect(bookingStart([anna, jan], fixed, { ...PHYSICS, teacherId: "jan" }, [])).toMatchObject({
    teacherId: "anna",
    subject: "Matematyka",
    level: "",
  });
});

it.each([
  ["the only pair", [BASIC], "Matematyka", "liceumP"],
  ["the only subject, and no level", [PRIMARY, BASIC], "Matematyka", ""],
  ["neither of several subjects", [PHYSICS, BASIC], "", ""],
  ["nothing where nothing is taught", [], "", ""],
] as const)("opens, where nothing is known, with %s", (_, taught, subject, level) => {
  const first = teacher("anna", ...taught);
  const start = bookingStart([first, jan], { first, isFixed: false }, null, []);
  expect(start).toEqual({ teacherId: "anna", subject, level });
});

it.each([
  ["keeps what is taught", [PRIMARY, BASIC, PHYSICS], BASIC, "Matematyka", "liceumP"],
  ["keeps the subject alone", [PRIMARY, BASIC], { ...BASIC, level: "liceumR" }, "Matematyka", ""],
  [
    "takes the subject's only level",
    [PRIMARY, PHYSICS],
    { subject: "Fizyka", level: "" },
    "Fizyka",
    "liceumR",
  ],
  ["takes no level of another subject", [PRIMARY, BASIC], { ...PHYSICS, level: "liceumP" }, "Matematyka", ""],
  ["leaves another subject to choose", [PRIMARY, PHYSICS], { subject: "Polski", level: "szkolaP" }, "", ""],
] as const)("of another teacher or subject, %s", (_, taught, before, subject, level) => {
  expect(taughtChoice(taught, before)).toEqual({ subject, level });
});

describe("a slot that is held", () => {
  const slot = { date: "2026-11-26", block: 10 };
  const waits = { teacherId: "jan", subject: "Matematyka", level: "liceumP" } as const;
  const watches = [
    { ...waits, subject: "Fizyka", level: "liceumR", held: null },
    { ...waits, held: { ...slot, until: "2026-11-24T15:45:00.000Z" } },
  ] as const;

  it("opens with what was waited for, not with the last lesson", () => {
    const model = watchHolding(watches, "jan", slot);
    expect(model).toMatchObject(waits);
    expect(bookingStart([anna, jan], { first: jan, isFixed: true }, model, [])).toEqual(waits);
  });

  it.each([
    ["of another teacher", "anna", slot],
    ["on another day", "jan", { ...slot, date: "2026-11-27" }],
    ["at another hour", "jan", { ...slot, block: 9 }],
    ["without a slot in the address", "jan", null],
  ])("%s is not meant", (_, teacherId, wanted) => {
    expect(watchHolding(watches, teacherId, wanted)).toBeNull();
  });
});

describe("the slot that the form opens with", () => {
  const days = [
    { date: "2026-11-24", blocks: [3, 9] },
    { date: "2026-11-26", blocks: [10] },
    { date: "2026-12-01", blocks: [9] },
    { date: "2026-12-03", blocks: [10] },
  ];
  test.each([
    ["nothing wanted: the nearest day", null, "2026-11-24", null],
    ["a block of the calendar", { date: "2026-11-26", block: 10 }, "2026-11-26", 10],
    ["a block that is taken since", { date: "2026-11-26", block: 9 }, "2026-11-26", null],
    ["a day that is gone", { date: "2026-11-25", block: 9 }, "2026-11-24", null],
    ["an earlier lesson again", { date: "2026-11-19", block: 10, isRepeated: true }, "2026-11-26", 10],
    [
      "again in the first week in which the hour is free",
      { date: "2026-11-24", block: 9, isRepeated: true },
      "2026-12-01",
      9,
    ],
  ])("%s", (_, wanted, date, block) => {
    expect(openingSlot(days, wanted)).toEqual({ date, block });
  });

  test("nothing is free", () => {
    expect(openingSlot([], { date: "2026-11-26", block: 10 })).toBeNull();
  });
});

it.each([
  ["2027-06-30", "2027-06-30", "2027-06-30"],
  ["2027-07-01", "2027-06-30", "2028-06-30"],
  ["2027-03-02", "2027-04-30", "2027-04-30"],
  ["2027-06-20", "2028-06-30", "2027-06-30"],
])("a weekly lesson from %s, wished until %s, goes until %s", (first, to, until) =>
  expect(repeatedUntil(first, to)).toBe(until),
);

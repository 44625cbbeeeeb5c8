import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeDays, slotKey } from "./availability";
import { type BookingFacts, checkBooking, checkPlacement, checkSlot } from "./booking";
import { addDays, WEEKDAYS } from "./calendar";

/** A booking that may be made: Saturday 16:45, asked for on the Thursday before at noon. */
const GOOD: BookingFacts = {
  actorId: "student",
  studentId: "student",
  assigned: true,
  teacherDisabled: false,
  teacherSubjects: [{ subject: "Fizyka", level: "liceumP" }],
  subject: "Fizyka",
  level: "liceumP",
  hours: { sections: [{ day: "sob", startBlock: 8, endBlock: 9 }], days: [] },
  date: "2026-11-21",
  block: 9,
  closure: null,
  teacherBusy: false,
  studentBusy: false,
  busyOutside: false,
  now: new Date("2026-11-19T11:00:00Z"),
  horizonDays: 28,
  requiresPrepaid: false,
  available: 0,
};

describe("checkBooking", () => {
  it.each<[string, Partial<BookingFacts>, string | null]>([
    ["all is well", {}, null],
    ["for somebody else", { studentId: "another" }, "not-for-oneself"],
    ["a teacher who is not assigned", { assigned: false }, "not-your-teacher"],
    ["a disabled teacher", { teacherDisabled: true }, "teacher-disabled"],
    ["a closed centre", { closure: { scope: "centre", label: "Boże Ciało" } }, "closed"],
    ["an absent teacher", { closure: { scope: "teacher", label: "" } }, "teacher-absent"],
    ["a subject not taught", { subject: "Polski" }, "subject-not-taught"],
    ["a level not taught", { level: "liceumR" }, "subject-not-taught"],
    ["a block before the availability", { block: 7 }, "outside-availability"],
    ["the first block of the section", { block: 8 }, null],
    ["a day without availability", { date: "2026-11-22" }, "outside-availability"],
    ["a block that does not exist", { block: 14 }, "outside-availability"],
    ["a date that does not exist", { date: "2026-02-30" }, "outside-availability"],
    ["a week ago", { date: "2026-11-14" }, "in-the-past"],
    ["a second before the start", { now: new Date("2026-11-21T15:44:59Z") }, null],
    ["at the start", { now: new Date("2026-11-21T15:45:00Z") }, "in-the-past"],
    ["the last day of the horizon", { horizonDays: 2 }, null],
    ["a day beyond the horizon", { horizonDays: 1 }, "beyond-horizon"],
    ["the teacher's block is taken", { teacherBusy: true }, "teacher-busy"],
    ["the student has another lesson then", { studentBusy: true }, "student-busy"],
    ["nothing prepaid, and it need not be", { available: -3 }, null],
    ["nothing prepaid, and it must be", { requiresPrepaid: true }, "nothing-prepaid"],
    ["lessons owed", { requiresPrepaid: true, available: -1 }, "nothing-prepaid"],
    ["one lesson prepaid", { requiresPrepaid: true, available: 1 }, null],
  ])("%s", (_, change, refusal) => {
    expect(checkBooking({ ...GOOD, ...change })).toBe(refusal);
  });

  it("returns the first of several reasons in the order of the rules", () => {
    const faults: [Partial<BookingFacts>, string][] = [
      [{ studentId: "another" }, "not-for-oneself"],
      [{ assigned: false }, "not-your-teacher"],
      [{ teacherDisabled: true }, "teacher-disabled"],
      [{ teacherSubjects: [] }, "subject-not-taught"],
      [{ hours: { sections: [], days: [] } }, "outside-availability"],
      [{ teacherBusy: true }, "teacher-busy"],
      [{ studentBusy: true }, "student-busy"],
      [{ busyOutside: true }, "busy-outside"],
      [{ requiresPrepaid: true }, "nothing-prepaid"],
    ];
    faults.forEach(([, refusal], from) => {
      const facts: BookingFacts = Object.assign({ ...GOOD }, ...faults.slice(from).map(([change]) => change));
      expect(checkBooking(facts)).toBe(refusal);
    });
  });
});

describe("checkSlot", () => {
  it("lets through exactly what freeDays offers", () => {
    const sections = WEEKDAYS.map((day, i) => ({ day, startBlock: i, endBlock: i + 4 }));
    const hours = { sections, days: [] };
    const slots = fc.record({
      ahead: fc.integer({ min: -3, max: 33 }),
      block: fc.nat(13),
      now: fc.date({ min: new Date("2026-03-20"), max: new Date("2026-11-20"), noInvalidDate: true }),
      busy: fc.boolean(),
    });
    fc.assert(
      fc.property(slots, ({ ahead, block, now, busy }) => {
        const date = addDays(now.toISOString().slice(0, 10), ahead);
        const taken = new Set(busy ? [slotKey(date, block)] : []);
        const offered = freeDays({ hours, taken, now, horizonDays: 28 }).some(
          (day) => day.date === date && day.blocks.includes(block),
        );
        const refusal = checkSlot({
          date,
          block,
          hours,
          closure: null,
          teacherBusy: busy,
          studentBusy: false,
          busyOutside: false,
          now,
          horizonDays: 28,
        });
        expect(refusal === null).toBe(offered);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("checkPlacement", () => {
  const free = { date: "2026-11-21", block: 9, teacherBusy: false, studentBusy: false };

  it.each([
    ["free", {}, null],
    ["in the past", { date: "2024-01-01" }, null],
    ["the last day", { date: "2030-12-31" }, null],
    ["a leap day", { date: "2028-02-29" }, null],
    ["no leap day", { date: "2027-02-29" }, "no-such-date"],
    ["before the years of the centre", { date: "2023-12-31" }, "no-such-date"],
    ["after them", { date: "2031-01-01" }, "no-such-date"],
    ["no block", { block: 14 }, "no-such-block"],
    ["the teacher is busy", { teacherBusy: true }, "teacher-busy"],
    ["the student is busy", { studentBusy: true }, "student-busy"],
    ["both are busy", { teacherBusy: true, studentBusy: true }, "teacher-busy"],
  ])("%s", (_, change, refusal) => {
    expect(checkPlacement({ ...free, ...change })).toBe(refusal);
  });
});

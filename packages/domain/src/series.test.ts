import { describe, expect, it } from "vitest";
import { addDays, blockStart, WEEKDAYS, weekdayOf, weekStart } from "./calendar";
import {
  checkSchedule,
  extensionDates,
  firstOn,
  lastSeriesDate,
  type MoveTarget,
  moveDates,
  moveTargets,
  outcomeOf,
  type SeriesPlace,
  schoolYearEnd,
  seriesDates,
  seriesState,
} from "./series";

const TUESDAYS = { weekday: "wt" as const, block: 9, from: "2026-11-24", to: "2026-12-22", everyWeeks: 1 };

describe("the dates of a series", () => {
  it("begin on the first such weekday on or after a date", () => {
    for (const weekday of WEEKDAYS) {
      const date = firstOn(weekday, "2026-11-20");
      expect(weekdayOf(date)).toBe(weekday);
      expect(date >= "2026-11-20" && date < "2026-11-27").toBe(true);
    }
  });

  it.each([
    [1, ["2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22"]],
    [2, ["2026-11-24", "2026-12-08", "2026-12-22"]],
  ])("come every %i weeks, both ends included", (everyWeeks, dates) => {
    expect(seriesDates({ ...TUESDAYS, everyWeeks })).toEqual(dates);
  });

  it.each([
    ["2026-10-18", "2026-11-01", "niedz"],
    ["2027-03-21", "2027-04-04", "niedz"],
  ] as const)("keep 16:45 from %s to %s, across the change of the clocks", (from, to, weekday) => {
    const clock = new Intl.DateTimeFormat("pl", {
      timeZone: "Europe/Warsaw",
      hour: "2-digit",
      minute: "2-digit",
    });
    const dates = seriesDates({ ...TUESDAYS, weekday, from, to });
    expect(dates.map((date) => clock.format(blockStart(date, 9)))).toEqual(["16:45", "16:45", "16:45"]);
    const [before, after] = [dates[0] ?? "", dates[2] ?? ""].map((date) => blockStart(date, 9).getTime());
    expect(Math.abs((after ?? 0) - (before ?? 0) - 14 * 86_400_000)).toBe(3_600_000);
  });

  it("of a longer series go on in the rhythm of its first or its last move", () => {
    const series = { ...TUESDAYS, everyWeeks: 2, anchor: "2026-11-24" };
    expect(extensionDates(series, "2027-01-12")).toEqual(["2027-01-05"]);
    expect(extensionDates({ ...series, anchor: "2026-12-01" }, "2027-01-12")).toEqual([
      "2026-12-29",
      "2027-01-12",
    ]);
  });
});

describe("the end of a series", () => {
  it.each([
    ["2026-11-24", "2027-06-30"],
    ["2027-06-30", "2027-06-30"],
    ["2027-07-01", "2028-06-30"],
    ["2030-07-01", "2030-12-31"],
  ])("after %s is %s by default", (from, end) => expect(schoolYearEnd(from)).toBe(end));

  it.each([
    ["2026-11-24", "2027-11-24"],
    ["2028-02-29", "2029-02-28"],
  ])("is at most a year after %s", (from, last) => expect(lastSeriesDate(from)).toBe(last));

  it.each([
    ["starts-in-past", { from: "2026-11-19" }],
    ["ends-before-start", { to: "2026-11-23" }],
    ["too-long", { to: "2027-11-25" }],
    ["no-date", { from: "2026-11-25", to: "2026-11-30" }],
    [null, {}],
  ] as const)("is checked: %s", (refusal, change) => {
    expect(checkSchedule({ ...TUESDAYS, ...change }, "2026-11-20")).toBe(refusal);
  });

  it("may lie in the past for administrators", () => {
    expect(checkSchedule({ ...TUESDAYS, from: "2026-01-01" }, null)).toBeNull();
  });
});

describe("an outcome", () => {
  const slot = {
    date: "2026-11-24",
    block: 9,
    closure: null,
    teacherBusy: true,
    studentBusy: true,
    busyOutside: false,
  };
  const facts = { hours: { sections: [], days: [] }, now: new Date("2026-11-20T09:00:00Z"), isAdmin: false };
  const later = { ...facts, now: new Date("2026-11-25T09:00:00Z") };
  const closed = { ...slot, closure: { scope: "centre" as const, label: "Boże Ciało" } };
  it.each([
    ["past", closed, later],
    ["closed", closed, facts],
    ["closed", closed, { ...later, isAdmin: true }],
    ["teacher-absent", { ...slot, closure: { scope: "teacher" as const, label: "" } }, facts],
    ["teacher-busy", slot, facts],
    ["teacher-busy", { ...slot, teacherBusy: false, busyOutside: true }, facts],
    ["student-busy", { ...slot, teacherBusy: false }, facts],
    ["outside-availability", { ...slot, teacherBusy: false, studentBusy: false }, facts],
    ["free", { ...slot, teacherBusy: false, studentBusy: false }, { ...facts, isAdmin: true }],
  ] as const)("is the first that applies: %s", (outcome, of, by) => expect(outcomeOf(of, by)).toBe(outcome));
});

describe("the status of a series", () => {
  it.each([
    [["Zrealizowana", "Odwolana przez ucznia"], "Zakonczona", 0, 1, 1],
    [["Potwierdzona", "Nie potwierdzona", "Uczen nieobecny"], "Nie potwierdzona", 2, 1, 0],
    [["Potwierdzona"], "Potwierdzona", 1, 0, 0],
    [[], "Zakonczona", 0, 0, 0],
  ] as const)("of %j is %s", (statuses, status, planned, delivered, cancelled) => {
    expect(seriesState(statuses)).toEqual({ status, planned, delivered, cancelled });
  });
});

describe("a move", () => {
  const place = (seriesDate: string, lessonId: string | null, movable = lessonId !== null): SeriesPlace => ({
    seriesDate,
    lessonId,
    movable,
  });
  const DATES = ["2026-11-26", "2026-12-03", "2026-12-10"];

  it("takes each lesson to the date of its week; a skipped date gets a new lesson", () => {
    const places = [place("2026-12-01", null), place("2026-11-24", "a"), place("2026-12-08", "c")];
    expect(moveTargets(places, DATES).map(({ lessonId }) => lessonId)).toEqual(["a", null, "c"]);
  });

  it("puts nothing into a week that its people left out", () => {
    const places = [place("2026-11-24", "a"), { ...place("2026-12-01", null), isLeftOut: true }];
    expect(moveTargets(places, DATES).map(({ date }) => date)).toEqual(["2026-11-26", "2026-12-10"]);
  });

  it("leaves out the date of a lesson that stays, and neither loses nor doubles another", () => {
    const places = [place("2026-11-24", "a"), place("2026-12-01", "moved", false), place("2026-12-08", "c")];
    expect(moveTargets(places, DATES)).toEqual([
      { date: "2026-11-26", lessonId: "a" },
      { date: "2026-12-10", lessonId: "c" },
    ]);
  });

  it("takes the lesson that is planned where the same week was cancelled before", () => {
    for (const cancelled of ["2026-11-24", "2026-11-23", "2026-11-25"]) {
      const places = [
        place(cancelled, "cancelled", false),
        place("2026-11-24", "again"),
        place("2026-12-01", "b"),
      ];
      const ids = (all: readonly SeriesPlace[]) => moveTargets(all, DATES).map(({ lessonId }) => lessonId);
      expect(ids(places)).toEqual(["again", "b", null]);
      expect(ids(places.toReversed())).toEqual(["again", "b", null]);
    }
  });

  it("takes one lesson of a week with two, and moves no other week's because of it", () => {
    const places = [place("2026-11-25", "b"), place("2026-11-24", "stayed"), place("2026-12-01", "c")];
    expect(moveTargets(places, DATES)).toEqual([
      { date: "2026-11-26", lessonId: "stayed" },
      { date: "2026-12-03", lessonId: "c" },
      { date: "2026-12-10", lessonId: null },
    ]);
  });

  it("goes on in the rhythm of the series after its last lesson, up to its end", () => {
    const fridays = [place("2027-06-18", "a"), place("2027-06-25", "b")];
    const mondays = { weekday: "pon" as const, to: "2027-06-30" };
    expect(moveDates({ ...mondays, everyWeeks: 1 }, fridays)).toEqual([
      "2027-06-14",
      "2027-06-21",
      "2027-06-28",
    ]);
    expect(moveDates({ ...mondays, everyWeeks: 2 }, fridays.slice(1))).toEqual(["2027-06-21"]);
    expect(moveDates({ ...mondays, everyWeeks: 1 }, [])).toEqual([]);
  });

  it("keeps every lesson in its week, whatever the weekdays, the rhythm and the day it counts from", () => {
    for (const before of WEEKDAYS)
      for (const weekday of WEEKDAYS)
        for (const everyWeeks of [1, 2])
          for (let ahead = -3; ahead < 18; ahead += 1) {
            const first = firstOn(before, "2026-12-07");
            const from = addDays("2026-12-07", ahead);
            const to = addDays(first, 7 * 8);
            const dates = seriesDates({ weekday: before, from: first, to, everyWeeks });
            const places = dates.filter((date) => date >= from).map((date) => place(date, date));
            const targets = moveTargets(places, moveDates({ weekday, to, everyWeeks }, places));
            const moved = targets.filter(({ lessonId }) => lessonId !== null);
            // The last one stays where its week's new day lies after the end.
            const reached = places.filter(({ seriesDate }) => firstOn(weekday, weekStart(seriesDate)) <= to);
            expect(moved.map(({ lessonId }) => lessonId)).toEqual(reached.map(({ lessonId }) => lessonId));
            expect(targets).toHaveLength(moved.length);
            const isInItsWeek = ({ date, lessonId }: MoveTarget) =>
              weekdayOf(date) === weekday && weekStart(date) === weekStart(lessonId ?? "");
            expect(targets.every(isInItsWeek)).toBe(true);
          }
  });
});

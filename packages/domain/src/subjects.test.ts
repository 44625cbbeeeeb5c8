import { describe, expect, it } from "vitest";
import {
  bySubjectLevel,
  isLevel,
  LEVELS,
  SUBJECTS,
  type SubjectLevel,
  subjectLevelKey,
  teaches,
} from "./subjects";

describe("subjects and levels", () => {
  it("are the specification's", () => {
    expect(SUBJECTS).toEqual(["Matematyka", "Fizyka", "Polski", "Informatyka", "Angielski"]);
    expect(LEVELS).toEqual(["szkolaP", "liceumP", "liceumR"]);
  });

  it.each([
    ["liceumR", true],
    ["liceum", false],
    ["constructor", false],
    [null, false],
  ])("isLevel(%j) is %s", (value, expected) => {
    expect(isLevel(value)).toBe(expected);
  });

  it("are taught as a pair", () => {
    const taught: SubjectLevel[] = [
      { subject: "Matematyka", level: "liceumR" },
      { subject: "Fizyka", level: "szkolaP" },
    ];
    expect(teaches(taught, { subject: "Matematyka", level: "liceumR" })).toBe(true);
    expect(teaches(taught, { subject: "Matematyka", level: "szkolaP" })).toBe(false);
    expect(teaches([], { subject: "Matematyka", level: "liceumR" })).toBe(false);
  });

  it("sort as listed, and each pair has a unique key", () => {
    const pairs = SUBJECTS.flatMap((subject) => LEVELS.map((level) => ({ subject, level })));
    expect([...pairs].reverse().sort(bySubjectLevel)).toEqual(pairs);
    expect(new Set(pairs.map(subjectLevelKey)).size).toBe(pairs.length);
  });
});

import type { SubjectLevel } from "@korki/domain";
import { expect, test } from "vitest";
import { lessonsFor, topUpStart } from "./top-up-start";

const MATHS: SubjectLevel = { subject: "Matematyka", level: "liceumP" };
const PHYSICS: SubjectLevel = { subject: "Fizyka", level: "liceumR" };
const ENGLISH: SubjectLevel = { subject: "Angielski", level: "szkolaP" };
const due = [
  { ...MATHS, dueLessons: 5, billedLessons: 5 },
  { ...PHYSICS, dueLessons: 2, billedLessons: 0 },
];

test("paying begins with what is asked, then what is due and on no bill, then what was paid last, then what is taught", () => {
  const all = { asked: ENGLISH, due, lately: MATHS, taught: [MATHS] };
  expect(topUpStart(all)).toEqual(ENGLISH);
  expect(topUpStart({ ...all, asked: null })).toEqual(PHYSICS);
  expect(topUpStart({ ...all, asked: null, due: due.slice(0, 1), lately: ENGLISH })).toEqual(ENGLISH);
  expect(topUpStart({ asked: null, due: [], lately: null, taught: [PHYSICS] })).toEqual(PHYSICS);
  expect(topUpStart({ asked: null, due: [], lately: null, taught: [] })).toMatchObject(MATHS);
});

test("as many lessons as are due are proposed, else four", () => {
  expect([MATHS, PHYSICS, ENGLISH].map((pair) => lessonsFor(due, pair))).toEqual([4, 2, 4]);
});

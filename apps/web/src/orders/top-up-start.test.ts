import type { SubjectLevel } from "@korki/domain";
import { expect, test } from "vitest";
import { lessonsFor, looseAmount, needsConfirmation, topUpStart } from "./top-up-start";

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

test("lessons cost what those carry that nothing covers, then what one more does, else the student's price", () => {
  const offer = {
    prices: [{ level: "liceumP", price: 90 } as const],
    lessons: [{ ...MATHS, prices: [60, 75], morePrice: 120 }],
  };
  expect([1, 2, 4].map((count) => looseAmount(offer, MATHS, count))).toEqual([60, 135, 375]);
  expect(looseAmount(offer, { ...MATHS, subject: "Fizyka" }, 2)).toBe(180);
});

test("as many lessons as are due are proposed, else four", () => {
  expect([MATHS, PHYSICS, ENGLISH].map((pair) => lessonsFor(due, pair))).toEqual([4, 2, 4]);
});

test("what nobody teaches is asked about, unless it is due; to have had it is not enough", () => {
  const known = {
    taught: [ENGLISH],
    due: [...due, { ...MATHS, level: "szkolaP" as const, dueLessons: 0, billedLessons: 0 }],
  };
  expect([ENGLISH, PHYSICS].map((pair) => needsConfirmation(pair, known))).toEqual([false, false]);
  expect(needsConfirmation({ ...MATHS, level: "szkolaP" }, known)).toBe(true);
  expect(needsConfirmation({ ...ENGLISH, level: "liceumR" }, known)).toBe(true);
});

import { expect, test } from "vitest";
import { paths } from "../paths";
import { lessonInAddress } from "./lesson-in-address";

const LESSON = {
  teacherId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
  subject: "Fizyka",
  level: "liceumP",
  date: "2026-11-24",
};

test.each([
  [5, null, { block: 5, isDouble: false }],
  [5, 6, { block: 5, isDouble: true }],
  [6, 5, { block: 5, isDouble: true }],
])("what begins at block %i with the other hour %o is repeated from its earlier hour on", (...row) => {
  const [block, partnerBlock, start] = row;
  const { searchParams } = new URL(
    paths.newSeriesLike({ ...LESSON, block, partnerBlock }),
    "http://korki.pl",
  );
  const { date: _, ...about } = LESSON;
  expect(lessonInAddress(searchParams)).toEqual({ ...about, weekday: "wt", ...start });
});

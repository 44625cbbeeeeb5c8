import { expect, test } from "vitest";
import type { MonthlySummary } from "../reports";
import { marksText, summaryFigures } from "./month-summary";

const money = { cost: 1080, planned: 90, paid: 720, due: 0, dueBy: null, asOf: "2026-11-26" };
const nothing: MonthlySummary = {
  studentName: "Ola Nowak",
  lessons: [],
  reports: [],
  homework: { set: 0, done: 0 },
  understanding: [],
  money: null,
};
const lesson = {
  id: "01970000-0000-7000-8000-000000000001",
  date: "2026-11-05",
  block: 3,
  subject: "Fizyka" as const,
  level: "liceumP" as const,
  teacherName: "Ewa Zielińska",
  status: "Zrealizowana" as const,
};
const said = (summary: Partial<MonthlySummary>) =>
  summaryFigures({ ...nothing, ...summary }).map(({ name, value, notes }) =>
    [name, value, ...notes].join(" | ").replaceAll("\u00a0", " "),
  );

test("a month's figures: what there is, and of money what was, comes and is due", () => {
  expect(said({ lessons: [lesson, lesson], homework: { set: 4, done: 3 }, money })).toEqual([
    "Lekcje | 2 | 2 odbyte",
    "Zrobione zadania | 3 z 4",
    "Koszt lekcji | 1 080 zł | do tego zaplanowane: 90 zł",
    "Wpłacono | 720 zł",
    "Do zapłaty | 0 zł | stan na 26 listopada 2026",
  ]);
  const owing = { ...money, cost: 0, planned: 0, paid: 0, due: 180, dueBy: "2026-11-28" };
  expect(said({ money: owing }).at(-1)).toBe(
    "Do zapłaty | 180 zł | do 28 listopada 2026 | stan na 26 listopada 2026",
  );
  expect(said({ money: { ...owing, due: 0 } })).toEqual([]);
  expect(said({ lessons: [lesson] })).toEqual(["Lekcje | 1 | 1 odbyta"]);
});

test("a line is read out as its days and marks", () => {
  const marks = [
    { date: "2026-11-05", value: 3 },
    { date: "2026-11-12", value: 5 },
  ];
  expect(marksText("Fizyka", marks)).toBe("Fizyka, oceny od 1 do 5: 5 listopada – 3, 12 listopada – 5");
});

import { expect, test } from "vitest";
import { paymentMemory } from "./payment-start";

const PHYSICS = { subject: "Fizyka", level: "liceumR" } as const;
const MATHS = { subject: "Matematyka", level: "szkolaP" } as const;
const row = (pair: typeof PHYSICS | typeof MATHS, due: number, dueLessons: number, billedLessons = 0) => ({
  ...pair,
  due,
  dueLessons,
  billedLessons,
  plannedLater: 0,
  paidUntil: null,
  credit: 0,
});
const lately = { ...MATHS, moneyAmount: 320, lessonAmount: 4 };
const last = { ...PHYSICS, price: 110 };

test("a payment begins with what is due, the largest sum first, and knows the others", () => {
  const memory = paymentMemory([row(MATHS, 80, 1), row(PHYSICS, 220, 2)], lately, last);
  expect(memory.start).toEqual({ ...PHYSICS, moneyAmount: 220, lessonAmount: 2 });
  expect(memory.due).toHaveLength(2);
});

test("what is on a bill is paid there, so that the payment is as the last one", () => {
  expect(paymentMemory([row(MATHS, 80, 1, 1)], lately, last)).toMatchObject({ start: lately, isDue: false });
});

test("a first payment is for one lesson like the last one, at its price", () => {
  expect(paymentMemory([], null, last).start).toEqual({ ...PHYSICS, moneyAmount: 110, lessonAmount: 1 });
  expect(paymentMemory([], null, null).start).toMatchObject({ moneyAmount: 90, lessonAmount: 1 });
});

import { expect, test } from "vitest";
import { orderAgain } from "./order-again";

const MATHS = {
  subject: "Matematyka",
  level: "liceumP",
  lessons: 2,
  amount: 180,
  packageName: null,
} as const;
const item = (studentId: string, packageId: string | null = null) => ({ ...MATHS, studentId, packageId });
const order = { studentId: "zosia", isDue: true };

test("what was due for several children is asked for again for all of them, for one child for that child", () => {
  expect(orderAgain({ ...order, items: [item("zosia"), item("jakub")] })).toEqual({ due: true });
  expect(orderAgain({ ...order, items: [item("zosia")] })).toEqual({ studentId: "zosia", due: true });
  // As a server of the version before answers.
  const { studentId: _, ...unnamed } = item("zosia");
  const items = [unnamed as ReturnType<typeof item>];
  expect(orderAgain({ ...order, items })).toEqual({ studentId: "zosia", due: true });
});

test("what was chosen is ordered again", () => {
  const dearer = { ...item("zosia"), lessons: 1, amount: 100 };
  const items = [item("zosia"), item("zosia", "package"), dearer];
  expect(orderAgain({ ...order, isDue: false, items })).toEqual({
    studentId: "zosia",
    items: [
      { subject: "Matematyka", level: "liceumP", lessons: 3 },
      { packageId: "package", subject: "Matematyka" },
    ],
  });
});

import type { Bill } from "@korki/contracts/bills";
import { expect, test } from "vitest";
import { isOneBill } from "./one-bill";

const bill = (id: string, amount: number, paid = 0) => ({ id, amount, paid, status: "open" }) as Bill;

test.each([
  ["one child's only bill", [{ due: 90, billId: "a" }], true],
  ["another bill of the same sum", [{ due: 180, billId: "a" }], false],
  ["a bill of another child, too", [{ due: 60, billId: "b" }], false],
  ["no bill, of the same sum as one", [{ due: 90, billId: null }], false],
  [
    "what is left of a bill of two children",
    [
      { due: 60, billId: "b" },
      { due: 120, billId: "b" },
    ],
    true,
  ],
  [
    "two bills that are one's sum together",
    [
      { due: 90, billId: "a" },
      { due: 90, billId: "b" },
    ],
    false,
  ],
])("what is due is on %s", (_, dues, expected) => {
  expect(isOneBill([bill("a", 90), bill("b", 240, 60)], dues)).toBe(expected);
});

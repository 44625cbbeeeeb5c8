import fc from "fast-check";
import { expect, test } from "vitest";
import { receiptName, refundAmount, settlementOf } from "./orders";

const order = { status: "open", amount: 360 } as const;

test.each([
  ["open", 36_000, "PLN", "book"],
  ["expired", 36_000, "PLN", "book"],
  ["failed", 36_000, "PLN", "book"],
  ["paid", 36_000, "PLN", "already-booked"],
  ["refunded", 36_000, "PLN", "already-booked"],
  ["open", 35_999, "PLN", "mismatch"],
  ["open", 360, "PLN", "mismatch"],
  ["open", 36_000, "EUR", "mismatch"],
  ["paid", 1, "EUR", "already-booked"],
] as const)("a payment of a %s order: %i %s → %s", (status, amount, currency, settlement) => {
  expect(settlementOf({ ...order, status }, { amount, currency })).toBe(settlement);
});

test("pays back unused lessons at the order's price, rounded down", () => {
  expect(refundAmount([{ amount: 100, lessons: 3, unused: 2 }])).toBe(66);
  expect(
    refundAmount([
      { amount: 90, lessons: 1, unused: 0 },
      { amount: 800, lessons: 10, unused: 10 },
    ]),
  ).toBe(800);
});

test("never pays back more than was paid", () => {
  const item = fc.record({
    amount: fc.integer({ min: 0, max: 100_000 }),
    lessons: fc.integer({ min: 1, max: 200 }),
    unused: fc.integer({ min: 0, max: 400 }),
  });
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const refund = refundAmount(items);
      expect(refund).toBeGreaterThanOrEqual(0);
      expect(refund).toBeLessThanOrEqual(items.reduce((sum, { amount }) => sum + amount, 0));
    }),
  );
});

test("numbers a confirmation by its year", () => {
  expect(receiptName(2026, 17)).toBe("PW/2026/17");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { balanceAmount, receiptName, refundAmount, settlementOf } from "./orders";

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
  const item = (amount: number, lessons: number, unused: number, bought = { amount, lessons }) => ({
    amount,
    lessons,
    unused,
    bought,
  });
  expect(refundAmount([item(100, 3, 2)])).toBe(66);
  expect(refundAmount([item(90, 1, 0), item(800, 10, 10)])).toBe(800);
  // A balance paid for half of them.
  expect(refundAmount([item(90, 2, 2, { amount: 180, lessons: 2 })])).toBe(90);
  expect(balanceAmount([item(90, 2, 2, { amount: 180, lessons: 2 }), item(90, 1, 1)])).toBe(90);
  expect(balanceAmount([item(50, 1, 1, { amount: 161, lessons: 2 })])).toBe(30);
  // A part of the price was missing on the bill.
  expect(refundAmount([item(200, 2, 2, { amount: 180, lessons: 2 })])).toBe(180);
  expect(balanceAmount([item(200, 2, 2, { amount: 180, lessons: 2 })])).toBe(0);
  // Another payment bought one of them first.
  expect(refundAmount([item(180, 2, 1, { amount: 90, lessons: 1 })])).toBe(90);
});

test("never pays back more than was paid", () => {
  const item = fc.record({
    amount: fc.integer({ min: 0, max: 100_000 }),
    lessons: fc.integer({ min: 1, max: 200 }),
    unused: fc.integer({ min: 0, max: 400 }),
    bought: fc.record({
      amount: fc.integer({ min: 0, max: 100_000 }),
      lessons: fc.integer({ min: 1, max: 200 }),
    }),
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { type InvoiceLine, invoiceLines, isInvoiceable, lineChanges, linesSum, nipDigits } from "./invoices";

test("reads a NIP with spaces, dashes and PL, and refuses a wrong checksum", () => {
  const cases: [string, string | null][] = [
    ["5252445767", "5252445767"],
    ["PL 525-244-57-67", "5252445767"],
    [" pl5252445767 ", "5252445767"],
    ["5252445768", null],
    ["0000000000", null],
    ["525244576", null],
    ["52524457670", null],
    ["DE5252445767", null],
    ["", null],
  ];
  for (const [text, expected] of cases) expect(nipDigits(text), text).toBe(expected);
});

test("one changed digit of a NIP is noticed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digits = [..."5252445767"].map(Number);
      digits[at] = ((digits[at] ?? 0) + by) % 10;
      expect(nipDigits(digits.join(""))).toBeNull();
    }),
  );
});

test("an invoice can be asked for three months back, to the day", () => {
  expect(isInvoiceable("2026-08-24", "2026-11-24")).toBe(true);
  expect(isInvoiceable("2026-08-23", "2026-11-24")).toBe(false);
  expect(isInvoiceable("2027-02-28", "2027-05-31")).toBe(true);
  expect(isInvoiceable("2025-11-15", "2026-02-15")).toBe(true);
});

const line: fc.Arbitrary<InvoiceLine> = fc.record({
  subject: fc.constantFrom("Matematyka", "Fizyka"),
  level: fc.constantFrom("liceumP", "szkolaP"),
  month: fc.constantFrom("2026-11", "2026-12"),
  lessons: fc.integer({ min: 1, max: 20 }),
  amount: fc.integer({ min: 0, max: 900 }),
});

test("lines keep the sum, and changes lead from one sum to the other", () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (paid, left) => {
      const [before, after] = [invoiceLines(paid), invoiceLines(left)];
      expect(linesSum(before)).toBe(linesSum(paid));
      expect(new Set(before.map((each) => `${each.subject} ${each.level} ${each.month}`)).size).toBe(
        before.length,
      );
      const difference = lineChanges(before, after).reduce(
        (sum, change) => sum + (change.after?.amount ?? 0) - (change.before?.amount ?? 0),
        0,
      );
      expect(difference).toBe(linesSum(after) - linesSum(before));
    }),
  );
});

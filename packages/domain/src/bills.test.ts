import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  affordableLessons,
  amountToPay,
  billDueOn,
  billedAmount,
  billIssueTime,
  billStatus,
  buyLessons,
  byTime,
  firstHalf,
  isBillableMonth,
  lastIssueDay,
  linePrices,
  nextBillMonth,
} from "./bills";

const DECEMBER = { year: 2026, month: 12 };
const prices = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 30 });
const sum = (of: readonly number[]) => of.reduce((total, price) => total + price, 0);

describe("bills of a month", () => {
  test.each([
    ["advance", "2026-12-01", "2026-11-25T07:59:00Z", [], "2026-12"],
    ["advance", "2026-12-01", "2026-11-25T08:00:00Z", [], "2027-01"],
    ["advance", "2026-12-01", "2026-11-20T12:00:00Z", ["2026-12"], "2027-01"],
    ["advance", "2027-02-01", "2026-11-20T12:00:00Z", ["2026-12"], "2027-02"],
    ["arrears", "2026-12-01", "2026-11-25T08:00:00Z", ["2026-11"], "2026-12"],
  ] as const)(
    "%s ask for a lesson of %s, booked at %s, in the first one that is not issued",
    (mode, day, at, billed, month) => {
      expect(nextBillMonth(day, { mode, issueDay: 25, billed }, new Date(at))).toBe(month);
    },
  );

  test("are issued on their day at 9:00 in Warsaw, in winter and summer time", () => {
    expect(billIssueTime("advance", DECEMBER, 25).toISOString()).toBe("2026-11-25T08:00:00.000Z");
    expect(billIssueTime("advance", { year: 2027, month: 1 }, 1).toISOString()).toBe(
      "2026-12-01T08:00:00.000Z",
    );
    expect(billIssueTime("arrears", { year: 2026, month: 6 }, 25).toISOString()).toBe(
      "2026-07-01T07:00:00.000Z",
    );
    expect(lastIssueDay("advance", DECEMBER)).toBe("2026-12-31");
    expect(lastIssueDay("arrears", DECEMBER)).toBe("2027-01-31");
  });

  test.each([
    ["advance", 10, "2026-11-25", "2026-12-10"],
    ["advance", 10, "2026-12-05", "2026-12-12"],
    ["advance", 1, "2026-11-25", "2026-12-02"],
    ["arrears", 10, "2027-01-01", "2027-01-10"],
    ["arrears", 5, "2027-01-01", "2027-01-08"],
  ] as const)("%s with day %i, issued on %s, are due on %s", (mode, dueDay, issuedOn, due) => {
    expect(billDueOn(mode, DECEMBER, dueDay, issuedOn)).toBe(due);
  });

  test.each([
    [{ year: 2025, month: 12 }, true],
    [{ year: 2025, month: 11 }, false],
    [{ year: 2027, month: 12 }, true],
    [{ year: 2028, month: 1 }, false],
  ])("are previewed 12 months back and ahead: %j %s", (month, isShown) => {
    expect(isBillableMonth(month, DECEMBER)).toBe(isShown);
  });
});

test("lessons are bought by date, then by block", () => {
  const lesson = (date: string, block: number) => ({ date, block, price: 90 });
  const sorted = [lesson("2026-12-08", 1), lesson("2026-12-01", 9), lesson("2026-12-01", 2)].sort(byTime);
  expect(sorted.map(({ date, block }) => `${date} ${block}`)).toEqual([
    "2026-12-01 2",
    "2026-12-01 9",
    "2026-12-08 1",
  ]);
});

test("money buys whole lessons in their order and loses no złoty", () => {
  fc.assert(
    fc.property(prices, fc.nat(5000), (list, money) => {
      const { bought, left } = buyLessons(list, money);
      expect(sum(list.slice(0, bought)) + left).toBe(money);
      const next = list[bought];
      expect(left).toBeGreaterThanOrEqual(0);
      if (next !== undefined) expect(next).toBeGreaterThan(left);
    }),
  );
  expect(buyLessons([90, 90, 100], 200)).toEqual({ bought: 2, left: 20 });
});

test("a changed line asks for its first lessons, and for further ones at the price of one more", () => {
  const line = { prices: [90, 100], morePrice: 110 };
  expect([0, 1, 2, 3].map((billed) => billedAmount(line, billed))).toEqual([0, 90, 190, 300]);
  expect([1, 4].map((lessons) => linePrices(line, lessons))).toEqual([[90], [90, 100, 110, 110]]);
  expect(billedAmount({ prices: [], morePrice: 80 }, 2)).toBe(160);
});

test.each([
  [89, 0],
  [90, 1],
  [189, 1],
  [299, 2],
  [410, 4],
])("of lessons of 90 and 100 zł, and further ones of 110, %i zł buy %i", (money, lessons) => {
  expect(affordableLessons({ prices: [90, 100], morePrice: 110 }, money)).toBe(lessons);
});

test("the balance is taken off, down to nothing", () => {
  expect(amountToPay(720, 50)).toEqual({ amount: 670, balance: 50 });
  expect(amountToPay(90, 200)).toEqual({ amount: 0, balance: 90 });
});

describe("a bill is", () => {
  test.each([
    [0, "open"],
    [179, "open"],
    [180, "half"],
    [359, "half"],
    [360, "paid"],
    [400, "paid"],
  ])("after %i of 360 zł in halves %s", (money, status) => {
    expect(billStatus({ prices: [90, 90, 90, 90], halves: true }, money)).toBe(status);
  });

  test("never half where the centre takes no halves", () => {
    expect(billStatus({ prices: [90, 90], halves: false }, 90)).toBe("open");
  });

  test("half with the earlier half of its lessons, rounded up", () => {
    expect(firstHalf([90, 90, 100])).toBe(180);
    fc.assert(
      fc.property(prices, (list) => {
        const status = billStatus({ prices: list, halves: true }, firstHalf(list));
        expect(status).toBe(firstHalf(list) >= sum(list) ? "paid" : firstHalf(list) > 0 ? "half" : "open");
      }),
    );
  });
});

import type { PriceListRows } from "@korki/contracts/prices";
import { expect, test } from "vitest";
import { keepTypedPrices, priceValues } from "./price-values";

const list: PriceListRows = [
  { level: "szkolaP", price: 80, rate: 50, version: 1 },
  { level: "liceumP", price: 90, rate: 60, version: 1 },
];

test("typed values survive another person's save", () => {
  const typed = { rows: [{ price: "85", rate: "50" }, ...priceValues(list).rows.slice(1)] };
  const newer = list.map((row) => ({ ...row, price: 100, rate: row.rate + 1, version: 2 }));
  expect(keepTypedPrices(typed, list, newer)).toEqual({
    rows: [
      { price: "85", rate: "51" },
      { price: "100", rate: "61" },
    ],
  });
});

import { describe, expect, it } from "vitest";
import { DEFAULT_PRICES, priceList } from "./prices";

describe("price list", () => {
  it("starts with the centre's prices", () => {
    expect(priceList([])).toEqual({
      szkolaP: { price: 80, rate: 50 },
      liceumP: { price: 90, rate: 60 },
      liceumR: { price: 100, rate: 70 },
    });
  });

  it("takes what is stored, level by level", () => {
    const prices = priceList([{ level: "liceumR", price: 120, rate: 0 }]);
    expect(prices).toEqual({ ...DEFAULT_PRICES, liceumR: { price: 120, rate: 0 } });
  });
});

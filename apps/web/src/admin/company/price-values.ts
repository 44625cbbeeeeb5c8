import type { PriceListRows } from "@korki/contracts/prices";

/** The price list's fields as the screen has them, in the order of the levels. */
export type PriceValues = { rows: { price: string; rate: string }[] };

/** Returns the field values of a price list. */
export function priceValues(rows: PriceListRows): PriceValues {
  return { rows: rows.map(({ price, rate }) => ({ price: String(price), rate: String(rate) })) };
}

/** The newer list's values with what the person has typed since the older one. */
export function keepTypedPrices(typed: PriceValues, older: PriceListRows, newer: PriceListRows): PriceValues {
  const [before, after] = [priceValues(older), priceValues(newer)];
  return {
    rows: after.rows.map((row, index) => {
      const [mine, old] = [typed.rows[index], before.rows[index]];
      return {
        price: mine && mine.price !== old?.price ? mine.price : row.price,
        rate: mine && mine.rate !== old?.rate ? mine.rate : row.rate,
      };
    }),
  };
}

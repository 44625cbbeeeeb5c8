import type { Level } from "./subjects";

/** What a student pays and what a teacher earns for one lesson, in whole złoty. */
export type PriceRate = { readonly price: number; readonly rate: number };
export type PriceList = Readonly<Record<Level, PriceRate>>;

/** The price list before an administrator changes it (rules §5). */
export const DEFAULT_PRICES: PriceList = {
  szkolaP: { price: 80, rate: 50 },
  liceumP: { price: 90, rate: 60 },
  liceumR: { price: 100, rate: 70 },
};

/** Returns the price list of the stored rows. A level without a row has its default. */
export function priceList(rows: readonly (PriceRate & { readonly level: Level })[]): PriceList {
  const stored = new Map(rows.map(({ level, price, rate }) => [level, { price, rate }]));
  const of = (level: Level): PriceRate => stored.get(level) ?? DEFAULT_PRICES[level];
  return { szkolaP: of("szkolaP"), liceumP: of("liceumP"), liceumR: of("liceumR") };
}

/** Ids of the price list's rows, which share a list with individual prices. */
export const LIST_PRICE_IDS: Readonly<Record<Level, string>> = {
  szkolaP: "01980000-0000-7000-8000-0000000000a1",
  liceumP: "01980000-0000-7000-8000-0000000000a2",
  liceumR: "01980000-0000-7000-8000-0000000000a3",
};

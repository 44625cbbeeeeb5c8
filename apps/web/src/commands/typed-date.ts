import { addDays, type CivilDate, civilDate, dateParts, firstOn, WEEKDAYS } from "@korki/domain";
import { fold } from "../ui/holds-words";

/** Beginnings of the months as they are spoken: "24 listopada", "24 lis". */
const MONTHS = ["sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paz", "lis", "gru"];
/** Beginnings of the weekdays, from Monday. */
const DAYS = ["pon", "wt", "sr", "czw", "pt|pia", "sob", "nie"];
const NEAR = new Map([
  ["dzis", 0],
  ["dzisiaj", 0],
  ["jutro", 1],
  ["pojutrze", 2],
  ["wczoraj", -1],
]);

/**
 * Returns the day that somebody types: "24.11", "24.11.2026", "2026-11-24", "24 listopada", "jutro", "środa"; null where
 * it is none. Without a year it is the nearest such day: at most half a year back, else ahead.
 */
export function typedDay(typed: string, now: CivilDate): CivilDate | null {
  const text = fold(typed);
  const near = NEAR.get(text);
  if (near !== undefined) return addDays(now, near);

  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return civilDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4})?)?$/.exec(text);
  if (numbers) return nearest(Number(numbers[1]), Number(numbers[2]), numbers[3], now);
  const words = /^(\d{1,2}) ([a-z]{3,})(?: (\d{4}))?$/.exec(text);
  if (words) {
    const month = MONTHS.findIndex((beginning) => words[2]?.startsWith(beginning));
    return month < 0 ? null : nearest(Number(words[1]), month + 1, words[3], now);
  }
  if (text.length < 2) return null;
  const weekday =
    WEEKDAYS[DAYS.findIndex((beginnings) => beginnings.split("|").some((each) => text.startsWith(each)))];
  return weekday ? firstOn(weekday, now) : null;
}

function nearest(day: number, month: number, year: string | undefined, now: CivilDate): CivilDate | null {
  if (year) return civilDate(Number(year), month, day);
  const here = dateParts(now).year;
  const halfYearAgo = addDays(now, -183);
  const all = [here - 1, here, here + 1].map((each) => civilDate(each, month, day));
  return all.find((date) => date !== null && date >= halfYearAgo) ?? null;
}

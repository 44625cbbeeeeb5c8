import {
  type BlockSpan,
  blockAt,
  type CivilDate,
  civilDateOf,
  dateParts,
  monthNamed,
  spanHours,
  spanRange,
  weekdayOf,
  type YearMonth,
  ZONE,
} from "@korki/domain";
import { shortWeekdayTexts, weekdayTexts } from "./statuses";

/** Months by name: `listopad`. */
const monthsNominative = [
  "styczeń",
  "luty",
  "marzec",
  "kwiecień",
  "maj",
  "czerwiec",
  "lipiec",
  "sierpień",
  "wrzesień",
  "październik",
  "listopad",
  "grudzień",
] as const;

/** `listopad 2026`, of a month, of "2026-11", or of a date. */
export function monthText(of: YearMonth | string): string {
  const { year, month } = typeof of === "string" ? monthNamed(of) : of;
  return `${monthsNominative[month - 1]} ${year}`;
}

/** Months in the genitive, as they stand after a day: `20 listopada`. */
const monthsGenitive = [
  "stycznia",
  "lutego",
  "marca",
  "kwietnia",
  "maja",
  "czerwca",
  "lipca",
  "sierpnia",
  "września",
  "października",
  "listopada",
  "grudnia",
] as const;

/** `20 listopada`. */
export function dayAndMonth(date: CivilDate): string {
  const { day, month } = dateParts(date);
  return `${day} ${monthsGenitive[month - 1]}`;
}

/** `20 listopada 2026`. */
export function dayOfYear(date: CivilDate): string {
  return `${dayAndMonth(date)} ${dateParts(date).year}`;
}

/** `piątek, 20 listopada`. */
export function longDate(date: CivilDate): string {
  return `${weekdayTexts[weekdayOf(date)]}, ${dayAndMonth(date)}`;
}

/** `piątek, 20 listopada, 16:45–17:45`, of a double lesson `…, 16:45–18:50, z przerwą`. */
export function longSlot(date: CivilDate, block: number, blocks: BlockSpan = 1): string {
  return `${longDate(date)}, ${spanHours(block, blocks)}`;
}

/** `wt. 24.11, 16:45`, of a double lesson `wt. 24.11, 16:45–18:50`. */
export function shortSlot(date: CivilDate, block: number, blocks: BlockSpan = 1): string {
  return `${shortDay(date)}, ${blocks === 2 ? spanRange(block, blocks) : blockAt(block).start}`;
}

const clock = new Intl.DateTimeFormat("pl-PL", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" });

/** The time of an instant in Warsaw: `18:55`. */
export function clockTime(instant: Date): string {
  return clock.format(instant);
}

/** An instant in Warsaw: `wt. 24.11, 18:55`. */
export function shortInstant(instant: Date): string {
  return `${shortDay(civilDateOf(instant))}, ${clockTime(instant)}`;
}

function shortDay(date: CivilDate): string {
  const { day, month } = dateParts(date);
  return `${shortWeekdayTexts[weekdayOf(date)]} ${day}.${String(month).padStart(2, "0")}`;
}

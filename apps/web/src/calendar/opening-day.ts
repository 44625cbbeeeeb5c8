import {
  addDays,
  addMonths,
  type CivilDate,
  hasEnded,
  monthBounds,
  monthOf,
  today,
  WEEKDAYS,
  weekdayOf,
  weekStart,
} from "@korki/domain";
import { useState } from "react";

/** The slot of a lesson or trial lesson that takes place. */
type Planned = { readonly date: CivilDate; readonly block: number };

const FIRST_FREE_DAY = WEEKDAYS.indexOf("sob");

/** Returns whether a calendar may open at the next week, which depends on what is left of this one. */
export function isWeekend(day: CivilDate): boolean {
  return WEEKDAYS.indexOf(weekdayOf(day)) >= FIRST_FREE_DAY;
}

/**
 * Returns the day at which a calendar opens: today, or the next Monday at a weekend with nothing left.
 *
 * @param thisWeek what takes place this week
 */
export function openingDay(thisWeek: readonly Planned[], now: Date): CivilDate {
  const day = today(now);
  if (!isWeekend(day) || thisWeek.some(({ date, block }) => !hasEnded(date, block, now))) return day;
  return addDays(weekStart(day), WEEKDAYS.length);
}

/**
 * Returns the day at which this calendar opens. The decision holds until midnight: a booking or the end of a lesson
 * does not turn the page.
 *
 * @param thisWeek needed at weekends only; undefined until it is loaded
 */
export function useOpeningDay(thisWeek: readonly Planned[] | undefined, now: Date): CivilDate {
  const day = today(now);
  const [decision, decide] = useState<{ on: CivilDate; opening: CivilDate } | null>(null);
  if (!isWeekend(day)) return day;
  if (decision?.on === day) return decision.opening;
  if (thisWeek === undefined) return day;
  const opening = openingDay(thisWeek, now);
  decide({ on: day, opening });
  return opening;
}

/**
 * Returns the day to write into the address bar; null for today on a workday. At a weekend today is written as well: an
 * address without a day may open at the next Monday.
 */
export function writtenDay(day: CivilDate, now: CivilDate): CivilDate | null {
  return day === now && !isWeekend(now) ? null : day;
}

/** How much of a calendar is seen at once. */
export type CalendarRange = "day" | "week" | "month";

/** Returns the day that a step forth (1) or back (-1) leads to: of another month the first, or today. */
export function stepFrom(day: CivilDate, range: CalendarRange, turns: 1 | -1, now: CivilDate): CivilDate {
  if (range !== "month") return addDays(day, turns * (range === "day" ? 1 : WEEKDAYS.length));
  const month = monthBounds(addMonths(monthOf(day), turns));
  return month.from <= now && now < month.to ? now : month.from;
}

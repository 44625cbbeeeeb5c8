import { addDays, type CivilDate, hasEnded, today, WEEKDAYS, weekdayOf, weekStart } from "@korki/domain";
import { useState } from "react";

/** What a calendar shows: a lesson or trial lesson that takes place. */
type Planned = { readonly date: CivilDate; readonly block: number };

const FIRST_FREE_DAY = WEEKDAYS.indexOf("sob");

/** Whether a calendar may open at the next week: only then does it have to know what is left of this one. */
export function isWeekend(day: CivilDate): boolean {
  return WEEKDAYS.indexOf(weekdayOf(day)) >= FIRST_FREE_DAY;
}

/**
 * Returns the day at which a calendar opens: today, but at a weekend with nothing left the Monday after it. A week that
 * is over tells nobody anything.
 *
 * @param thisWeek what takes place this week
 */
export function openingDay(thisWeek: readonly Planned[], now: Date): CivilDate {
  const day = today(now);
  if (!isWeekend(day) || thisWeek.some(({ date, block }) => !hasEnded(date, block, now))) return day;
  return addDays(weekStart(day), WEEKDAYS.length);
}

/**
 * Returns the day at which this calendar opens. Once known it stays for the day: what is booked or ends while one looks
 * turns no page.
 *
 * @param thisWeek asked for at weekends only; undefined until it is there
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

/** Returns how the address bar names a day; null: not at all, as what opens by itself is not always today. */
export function writtenDay(day: CivilDate, now: CivilDate): CivilDate | null {
  return day === now && !isWeekend(now) ? null : day;
}

import { BLOCK_COUNT } from "./blocks";
import { addDays, blockEnd, blockStart, type CivilDate, civilDateOf } from "./calendar";

/** Calendars of others that one teacher may add (rules §35). */
export const CALENDARS_MAX = 3;
/** Largest calendar that is read, in bytes. */
export const CALENDAR_BYTES_MAX = 5_000_000;
/** Most events of a calendar. */
export const CALENDAR_EVENTS_MAX = 10_000;
/** Days ahead for which busy times are read. */
const BUSY_DAYS_AHEAD = 90;

const MINUTE_MS = 60_000;
const REFRESH_MINUTES = 15;
const REFRESH_MINUTES_MAX = 6 * 60;
/** A teacher is told when a calendar could not be read for so long. */
const FAILING_TOLD_MS = 48 * 3_600_000;

/** When somebody is busy: stretches of time [from, to) in milliseconds of the epoch, and whole days, both inclusive. */
export type BusyTimes = {
  readonly times: readonly (readonly [number, number])[];
  readonly days: readonly (readonly [CivilDate, CivilDate])[];
};

/** Returns the slots of these days (inclusive) that busy times overlap by at least a minute (rules §35), ascending. */
export function busySlots(
  { times, days }: BusyTimes,
  first: CivilDate,
  last: CivilDate,
): { date: CivilDate; block: number }[] {
  const stretches = merged(times);
  const slots: { date: CivilDate; block: number }[] = [];
  let at = 0;
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const isWhole = days.some(([from, to]) => from <= date && date <= to);
    for (let block = 0; block < BLOCK_COUNT; block++) {
      const [from, to] = [blockStart(date, block).getTime(), blockEnd(date, block).getTime()];
      while ((stretches[at]?.[1] ?? Number.POSITIVE_INFINITY) <= from) at++;
      if (isWhole || overlaps(stretches, at, from, to)) slots.push({ date, block });
    }
  }
  return slots;
}

/** Whether a stretch at a place or after it overlaps this time by a minute. */
function overlaps(stretches: readonly (readonly [number, number])[], at: number, from: number, to: number) {
  for (let next = at; (stretches[next]?.[0] ?? to) < to; next++) {
    const [start, end] = stretches[next] ?? [0, 0];
    if (Math.min(end, to) - Math.max(start, from) >= MINUTE_MS) return true;
  }
  return false;
}

/** Returns the same time in stretches that neither overlap nor touch, ascending. */
function merged(times: BusyTimes["times"]): [number, number][] {
  const stretches: [number, number][] = [];
  for (const [from, to] of [...times].sort(([a], [b]) => a - b)) {
    const last = stretches.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (from < to) stretches.push([from, to]);
  }
  return stretches;
}

/** Returns the first and the last day for which busy times are read. */
export function busyWindow(now: Date): { first: CivilDate; last: CivilDate } {
  const first = civilDateOf(now);
  return { first, last: addDays(first, BUSY_DAYS_AHEAD) };
}

/** Returns when a calendar is read again; after failures in a row the pauses double, up to six hours. */
export function nextRefresh(now: Date, failures: number): Date {
  const minutes = Math.min(REFRESH_MINUTES * 2 ** Math.min(failures, 10), REFRESH_MINUTES_MAX);
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** Whether the teacher is told that a calendar cannot be read: nothing succeeded since that moment. */
export function isLongSilent(lastSuccess: Date, now: Date): boolean {
  return now.getTime() - lastSuccess.getTime() >= FAILING_TOLD_MS;
}

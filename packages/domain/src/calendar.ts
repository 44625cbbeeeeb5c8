import { blockAt } from "./blocks";
import { lazy } from "./lazy";

/** The zone whose civil days and wall clock the centre lives by. */
export const ZONE = "Europe/Warsaw";

/** A day of the calendar, `YYYY-MM-DD`, without a time or a zone. Two of them compare as strings. */
export type CivilDate = string;

/** A day and one of its hour blocks. */
export type Slot = { readonly date: CivilDate; readonly block: number };

/** A month of the calendar; `month` is 1–12. */
export type YearMonth = { readonly year: number; readonly month: number };

export type DateParts = { readonly year: number; readonly month: number; readonly day: number };

/** Years in which lessons are planned and filtered (rules §22). */
export const MIN_YEAR = 2024;
export const MAX_YEAR = 2030;
/** The last day on which a lesson can be planned. */
export const LAST_LESSON_DATE: CivilDate = `${MAX_YEAR}-12-31`;

/** Days of the week as stored, Monday first. */
export const WEEKDAYS = ["pon", "wt", "sr", "czw", "pt", "sob", "niedz"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Number of days in a month (1–12). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The date with these parts (month 1–12), or null where the calendar has no such day. */
export function civilDate(year: number, month: number, day: number): CivilDate | null {
  if (!exists(year, month, day)) return null;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Whether a text is a date that exists, in the form `YYYY-MM-DD`. */
export function isCivilDate(text: unknown): text is CivilDate {
  return typeof text === "string" && parse(text) !== null;
}

/** Year, month (1–12) and day of a date. Throws a RangeError for a text that is no date. */
export function dateParts(date: CivilDate): DateParts {
  const parts = parse(date);
  if (parts === null) throw new RangeError(`no such date: ${date}`);
  return parts;
}

/** The date `days` later (earlier where negative). */
export function addDays(date: CivilDate, days: number): CivilDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Number of days from `from` to `to`; negative where `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** Returns the later of two dates. */
export function laterDate(a: CivilDate, b: CivilDate): CivilDate {
  return [a, b].sort()[1] ?? a;
}

/** Returns the earlier of two dates. */
export function earlierDate(a: CivilDate, b: CivilDate): CivilDate {
  return [a, b].sort()[0] ?? a;
}

/** The day of the week of a date. */
export function weekdayOf(date: CivilDate): Weekday {
  // Day 0, 1970-01-01, was a Thursday.
  const index = (((dayNumber(date) + 3) % 7) + 7) % 7;
  return WEEKDAYS[index] ?? "pon";
}

/** The Monday of the week in which a date lies. */
export function weekStart(date: CivilDate): CivilDate {
  return addDays(date, -WEEKDAYS.indexOf(weekdayOf(date)));
}

/** The first day of a month and the first day of the next one (`to` is exclusive). Throws for no month. */
export function monthBounds({ year, month }: YearMonth): { from: CivilDate; to: CivilDate } {
  const from = civilDate(year, month, 1);
  const to = month === 12 ? civilDate(year + 1, 1, 1) : civilDate(year, month + 1, 1);
  if (from === null || to === null) throw new RangeError(`no such month: ${year}-${month}`);
  return { from, to };
}

/** The month in which a date lies. */
export function monthOf(date: CivilDate): YearMonth {
  const { year, month } = dateParts(date);
  return { year, month };
}

/** Returns a month as "YYYY-MM". */
export function monthName({ year, month }: YearMonth): string {
  return `${pad(year, 4)}-${pad(month, 2)}`;
}

/** Returns the month that "YYYY-MM", or a date, begins with. */
export function monthNamed(name: string): YearMonth {
  return { year: Number(name.slice(0, 4)), month: Number(name.slice(5, 7)) };
}

/** The month `months` later (earlier where negative). */
export function addMonths({ year, month }: YearMonth, months: number): YearMonth {
  const index = year * 12 + (month - 1) + months;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** Today's date in Warsaw. */
export function today(now: Date): CivilDate {
  return civilDateOf(now);
}

/** The date in Warsaw at an instant. */
export function civilDateOf(instant: Date): CivilDate {
  return fromDayNumber(Math.floor((instant.getTime() + zoneOffset(instant.getTime())) / DAY_MS));
}

/**
 * The instant at which Warsaw's clock shows these minutes after midnight. An hour that the clock skips counts on
 * from before the change; of an hour that comes twice, the first is meant.
 */
export function instantOf(date: CivilDate, minutes: number): Date {
  const wall = dayNumber(date) * DAY_MS + minutes * MINUTE_MS;
  const before = zoneOffset(wall - DAY_MS);
  const after = zoneOffset(wall + DAY_MS);
  const early = wall - before;
  if (before === after || zoneOffset(early) === before) return new Date(early);
  const late = wall - after;
  return new Date(zoneOffset(late) === after ? late : early);
}

/** The instant at which a lesson in this block starts. */
export function blockStart(date: CivilDate, block: number): Date {
  return instantOf(date, blockAt(block).startMinutes);
}

/** The instant at which a lesson in this block ends. */
export function blockEnd(date: CivilDate, block: number): Date {
  return instantOf(date, blockAt(block).endMinutes);
}

/** Whether a lesson in this block has started. */
export function hasStarted(date: CivilDate, block: number, now: Date): boolean {
  return now.getTime() >= blockStart(date, block).getTime();
}

/** Whether a lesson in this block is over. */
export function hasEnded(date: CivilDate, block: number, now: Date): boolean {
  return now.getTime() >= blockEnd(date, block).getTime();
}

/** Years offered by a teacher's statistics: five from 2024. */
export const STATISTICS_YEARS: readonly number[] = [2024, 2025, 2026, 2027, 2028];

/** Years offered by the company's statistics: from 2024 to the current one. */
export function companyYears(now: Date): number[] {
  const last = Math.max(MIN_YEAR, dateParts(today(now)).year);
  return Array.from({ length: last - MIN_YEAR + 1 }, (_, i) => MIN_YEAR + i);
}

function exists(year: number, month: number, day: number): boolean {
  if (!Number.isInteger(year) || !Number.isInteger(month) || !Number.isInteger(day)) return false;
  if (year < 1 || year > 9999 || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

function parse(text: string): DateParts | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return exists(year, month, day) ? { year, month, day } : null;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

/** Days since 1970-01-01. */
function dayNumber(date: CivilDate): number {
  const { year, month, day } = dateParts(date);
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

function fromDayNumber(days: number): CivilDate {
  const at = new Date(days * DAY_MS);
  const date = civilDate(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
  if (date === null) throw new RangeError("date out of range");
  return date;
}

const wallClock = lazy(
  () =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: ZONE,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
);

const HOUR_MS = 3_600_000;
const OFFSETS_KEPT = 50_000;
const offsets = new Map<number, number>();

/** How far Warsaw's clock is ahead of UTC at an instant, in milliseconds. */
function zoneOffset(instant: number): number {
  // Clocks change on the full hour of UTC, so one answer holds for the hour. Asking Intl each time is what a list of
  // lessons would spend most of its time on.
  const hour = Math.floor(instant / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const offset = askZone(hour * HOUR_MS);
  if (offsets.size >= OFFSETS_KEPT) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

function askZone(instant: number): number {
  const shown: Record<string, number> = {};
  for (const part of wallClock().formatToParts(instant)) shown[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return (
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000 - instant
  );
}

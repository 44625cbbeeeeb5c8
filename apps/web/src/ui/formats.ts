export { formatPhone } from "@korki/contracts/texts/phone";

import { levelTexts, shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { type CivilDate, civilDate, dateParts, lazy, type SubjectLevel, ZONE } from "@korki/domain";

/** How a Pole writes dates, hours and money. Civil dates are `YYYY-MM-DD`; times are shown in Europe/Warsaw. */
const LOCALE = "pl-PL";

const money = lazy(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0, useGrouping: "always" }));
const formats = {
  long: civil({ day: "numeric", month: "long", year: "numeric" }),
  longWithWeekday: civil({ weekday: "long", day: "numeric", month: "long" }),
  dayMonth: civil({ day: "numeric", month: "long" }),
  month: civil({ month: "long", year: "numeric" }),
  monthName: civil({ month: "long" }),
  shortMonth: civil({ month: "short" }),
  weekday: civil({ weekday: "long" }),
  shortWeekday: civil({ weekday: "short" }),
};
const time = lazy(
  () => new Intl.DateTimeFormat(LOCALE, { timeZone: ZONE, hour: "2-digit", minute: "2-digit" }),
);
const instantDay = lazy(() => new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }));

/** Whole złoty: `1 234 zł`, with spaces that do not break. */
export function formatMoney(zloty: number): string {
  return `${formatNumber(zloty)}\u00a0zł`;
}

/** A count: `1 234`. */
export function formatNumber(count: number): string {
  return money().format(count).replaceAll("-", "−");
}

/** `21 listopada 2025` */
export function formatDate(date: CivilDate): string {
  return oneLine(formats.long().format(noon(date)));
}

/** `piątek, 21 listopada` */
export function formatDayWithWeekday(date: CivilDate): string {
  return oneLine(formats.longWithWeekday().format(noon(date)));
}

/** `21 listopada` */
export function formatDay(date: CivilDate): string {
  return oneLine(formats.dayMonth().format(noon(date)));
}

/** `17–23 listopada`, `30 listopada – 6 grudnia`; with the year where it is not `thisYear`. */
export function formatSpan(first: CivilDate, last: CivilDate, thisYear: number): string {
  const [from, to] = [dateParts(first), dateParts(last)];
  const end = to.year === thisYear ? formatDay(last) : formatDate(last);
  if (from.year !== to.year) return `${formatDate(first)} – ${formatDate(last)}`;
  return from.month === to.month ? `${from.day}–${end}` : `${formatDay(first)} – ${end}`;
}

/** `21.11.2025`: for columns, where every row is equally wide. */
export function formatShortDate(date: CivilDate): string {
  const { day, month, year } = dateParts(date);
  return `${two(day)}.${two(month)}.${year}`;
}

/** `21.11` */
export function formatDayMonth(date: CivilDate): string {
  const { day, month } = dateParts(date);
  return `${day}.${two(month)}`;
}

/** `piątek` */
export function formatWeekday(date: CivilDate): string {
  return formats.weekday().format(noon(date));
}

/** `pt.` */
export function formatShortWeekday(date: CivilDate): string {
  return formats.shortWeekday().format(noon(date)).replace(/\.?$/, ".");
}

/** `listopad 2025`; months count from 1. */
export function formatMonth({ year, month }: { year: number; month: number }): string {
  const first = civilDate(year, month, 1);
  return first ? formats.month().format(noon(first)) : "";
}

/** `lis 2025`: under a bar. */
export function formatShortMonth({ year, month }: { year: number; month: number }): string {
  const first = civilDate(year, month, 1);
  return first ? `${formats.shortMonth().format(noon(first))} ${year}` : "";
}

/** `listopad`; months count from 1. */
export function formatMonthName(month: number): string {
  const first = civilDate(2024, month, 1);
  return first ? formats.monthName().format(noon(first)) : "";
}

/** `16:45`, in Warsaw. */
export function formatTime(instant: Date | string): string {
  return time().format(new Date(instant));
}

/** The civil date of an instant in Warsaw. */
export function civilDateOf(instant: Date | string): CivilDate {
  return instantDay().format(new Date(instant));
}

/** `21.11.2025, 16:45`, in Warsaw. */
export function formatDateTime(instant: Date | string): string {
  return `${formatShortDate(civilDateOf(instant))}, ${formatTime(instant)}`;
}

/** `Matematyka, liceum, poziom rozszerzony` */
export function formatSubject({ subject, level }: SubjectLevel): string {
  return `${subjectTexts[subject]}, ${levelTexts[level]}`;
}

/** `Matematyka, liceum rozsz.`: for columns. */
export function formatShortSubject({ subject, level }: SubjectLevel): string {
  return `${subjectTexts[subject]}, ${shortLevelTexts[level]}`;
}

function civil(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return lazy(() => new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" }));
}

/** A day and its month stay together. */
function oneLine(date: string): string {
  return date.replaceAll(/(?<=\d) /g, "\u00a0");
}

/** Noon in UTC is on the same civil date everywhere that this is shown. */
function noon(date: CivilDate): Date {
  return new Date(`${date}T12:00:00Z`);
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

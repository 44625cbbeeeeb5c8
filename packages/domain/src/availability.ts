import { BLOCK_COUNT } from "./blocks";
import {
  addDays,
  blockStart,
  type CivilDate,
  earlierDate,
  LAST_LESSON_DATE,
  today,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from "./calendar";

/** A stretch of a teacher's week, inclusive at both ends: 0 to 1 offers the blocks 0 and 1. */
export type AvailabilitySection = {
  readonly day: Weekday;
  readonly startBlock: number;
  readonly endBlock: number;
};

/** What a new section starts with. */
export const DEFAULT_SECTION: AvailabilitySection = { day: "pon", startBlock: 0, endBlock: 1 };

export type SectionsRefusal = "starts-after-end" | "overlap";

/** What is wrong with a week of availability, or null. Two sections of one weekday share no block (rules §22). */
export function checkSections(sections: readonly AvailabilitySection[]): SectionsRefusal | null {
  if (sections.some(startsAfterEnd)) return "starts-after-end";
  return wrongSections(sections).length > 0 ? "overlap" : null;
}

/** Where the sections stand that `checkSections` refuses, ascending. */
export function wrongSections(sections: readonly AvailabilitySection[]): number[] {
  const turned = placesOf(sections, startsAfterEnd);
  if (turned.length > 0) return turned;
  return placesOf(sections, (a) => sections.some((b) => a !== b && clash(a, b)));
}

function placesOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number[] {
  return items.flatMap((item, place) => (isMeant(item) ? [place] : []));
}

function startsAfterEnd({ startBlock, endBlock }: AvailabilitySection): boolean {
  return startBlock > endBlock;
}

function clash(a: AvailabilitySection, b: AvailabilitySection): boolean {
  return a.day === b.day && a.endBlock >= b.startBlock && b.endBlock >= a.startBlock;
}

/** Blocks that the sections offer on a day of the week, ascending, each once. */
export function availableBlocks(sections: readonly AvailabilitySection[], weekday: Weekday): number[] {
  const ofDay = sections.filter(({ day }) => day === weekday);
  return Array.from({ length: BLOCK_COUNT }, (_, block) => block).filter((block) =>
    ofDay.some(({ startBlock, endBlock }) => startBlock <= block && block <= endBlock),
  );
}

/** Returns the fewest sections that offer exactly these blocks of a day of the week. */
export function sectionsOf(day: Weekday, blocks: readonly number[]): AvailabilitySection[] {
  const sections: { day: Weekday; startBlock: number; endBlock: number }[] = [];
  for (const block of [...new Set(blocks)].sort((a, b) => a - b)) {
    const last = sections.at(-1);
    if (last?.endBlock === block - 1) last.endBlock = block;
    else sections.push({ day, startBlock: block, endBlock: block });
  }
  return sections;
}

/** A stretch of one date, inclusive at both ends. */
type DaySection = Omit<AvailabilitySection, "day">;

/** What a teacher offers on one date: besides the weekly hours or, with `replaces`, in their place (rules §34). */
export type DayHours = {
  readonly date: CivilDate;
  readonly replaces: boolean;
  readonly sections: readonly DaySection[];
};

/** Everything that a teacher offers: the week, and the dates on which it differs, each once. */
export type OfferedHours = {
  readonly sections: readonly AvailabilitySection[];
  readonly days: readonly DayHours[];
};

/** Returns the blocks that a teacher offers on a date, ascending, each once (rules §34). Closures do not count here. */
export function offeredBlocks({ sections, days }: OfferedHours, date: CivilDate): number[] {
  const weekday = weekdayOf(date);
  const weekly = availableBlocks(sections, weekday);
  const own = days.find((day) => day.date === date);
  return own ? blocksOfDay(own, weekday, weekly) : weekly;
}

function blocksOfDay({ replaces, sections }: DayHours, day: Weekday, weekly: readonly number[]): number[] {
  const added = availableBlocks(
    sections.map((section) => ({ ...section, day })),
    day,
  );
  return replaces ? added : [...new Set([...weekly, ...added])].sort((a, b) => a - b);
}

/** Whether a teacher offers a block of a date. */
export function isAvailable(hours: OfferedHours, date: CivilDate, block: number): boolean {
  return offeredBlocks(hours, date).includes(block);
}

/** Names one block of one date, as the sets of taken slots hold it. */
export function slotKey(date: CivilDate, block: number): string {
  return `${date}#${block}`;
}

function dateOfKey(key: string): CivilDate {
  return key.slice(0, key.indexOf("#"));
}

/**
 * First and last day that may be booked, both inclusive: today in Warsaw and the horizon, or the last day on which lessons
 * are planned.
 */
export function bookingWindow(now: Date, horizonDays: number): { first: CivilDate; last: CivilDate } {
  const first = today(now);
  return { first, last: earlierDate(addDays(first, horizonDays), LAST_LESSON_DATE) };
}

export type FreeDay = { readonly date: CivilDate; readonly blocks: readonly number[] };

/**
 * Days from today to the horizon that have a free block, with their free blocks, ascending: what the teacher offers less
 * the taken slots (the teacher's and the asking student's, as `slotKey`s) less what has started.
 */
export function freeDays(facts: {
  readonly hours: OfferedHours;
  readonly taken: ReadonlySet<string>;
  readonly now: Date;
  readonly horizonDays: number;
}): FreeDay[] {
  const { hours, taken, now, horizonDays } = facts;
  const { first, last } = bookingWindow(now, horizonDays);
  const offered = new Map(WEEKDAYS.map((weekday) => [weekday, availableBlocks(hours.sections, weekday)]));
  const own = new Map(hours.days.map((day) => [day.date, day]));
  const datesTaken = new Set(Array.from(taken, dateOfKey));
  const days: FreeDay[] = [];
  for (const { date, weekday } of daysFrom(first, last)) {
    let blocks = offered.get(weekday) ?? [];
    const differs = own.get(date);
    if (differs) blocks = blocksOfDay(differs, weekday, blocks);
    if (date === first) blocks = blocks.filter((block) => blockStart(date, block) > now);
    if (datesTaken.has(date)) blocks = blocks.filter((block) => !taken.has(slotKey(date, block)));
    if (blocks.length > 0) days.push({ date, blocks });
  }
  return days;
}

type Day = { readonly date: CivilDate; readonly weekday: Weekday };

let latestDays: readonly Day[] = [];

/** Returns the days from one to another, both included. Cached, because callers on one day ask for the same ones. */
function daysFrom(first: CivilDate, last: CivilDate): readonly Day[] {
  if (latestDays[0]?.date === first && latestDays.at(-1)?.date === last) return latestDays;
  const days: Day[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) days.push({ date, weekday: weekdayOf(date) });
  latestDays = days;
  return days;
}

import { BLOCK_COUNT } from "./blocks";
import { addDays, blockStart, type CivilDate, today, WEEKDAYS, type Weekday, weekdayOf } from "./calendar";

/** A stretch of a teacher's week, inclusive at both ends: 0 to 1 offers the blocks 0 and 1. */
export type AvailabilitySection = {
  readonly day: Weekday;
  readonly startBlock: number;
  readonly endBlock: number;
};

/** What a new section starts with (rules §22). */
export const DEFAULT_SECTION: AvailabilitySection = { day: "pon", startBlock: 0, endBlock: 1 };

export type SectionsRefusal = "starts-after-end" | "overlap";

/**
 * What is wrong with a week of availability, or null. Two sections of one weekday may neither overlap nor share a
 * block: each must end before the next one starts (rules §22).
 */
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

/** Whether the sections offer a block of a date. */
export function isAvailable(
  sections: readonly AvailabilitySection[],
  date: CivilDate,
  block: number,
): boolean {
  return availableBlocks(sections, weekdayOf(date)).includes(block);
}

/** Names one block of one date, as the sets of taken slots hold it. */
export function slotKey(date: CivilDate, block: number): string {
  return `${date}#${block}`;
}

function dateOfKey(key: string): CivilDate {
  return key.slice(0, key.indexOf("#"));
}

/** First and last day that may be booked, both inclusive: today in Warsaw and the horizon. */
export function bookingWindow(now: Date, horizonDays: number): { first: CivilDate; last: CivilDate } {
  const first = today(now);
  return { first, last: addDays(first, horizonDays) };
}

export type FreeDay = { readonly date: CivilDate; readonly blocks: readonly number[] };

/**
 * Days from today to the horizon that have a free block, with their free blocks, ascending: availability less the
 * taken slots (the teacher's and the asking student's, as `slotKey`s) less what has started.
 */
export function freeDays(facts: {
  readonly sections: readonly AvailabilitySection[];
  readonly taken: ReadonlySet<string>;
  readonly now: Date;
  readonly horizonDays: number;
}): FreeDay[] {
  const { sections, taken, now, horizonDays } = facts;
  const { first, last } = bookingWindow(now, horizonDays);
  const offered = new Map(WEEKDAYS.map((weekday) => [weekday, availableBlocks(sections, weekday)]));
  const datesTaken = new Set(Array.from(taken, dateOfKey));
  const days: FreeDay[] = [];
  for (const { date, weekday } of daysFrom(first, last)) {
    let blocks = offered.get(weekday) ?? [];
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

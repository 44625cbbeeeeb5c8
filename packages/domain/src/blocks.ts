/** One of the fourteen fixed hours in which lessons take place (rules §23). */
export type HourBlock = {
  /** 0–13 */
  readonly index: number;
  /** local wall-clock start as the specification writes it, e.g. `7:00` */
  readonly start: string;
  readonly end: string;
  /** minutes after local midnight */
  readonly startMinutes: number;
  readonly endMinutes: number;
};

export const BLOCK_COUNT = 14;
/** Length of a lesson, in minutes. */
export const LESSON_MINUTES = 60;
/** Length of a trial lesson, in minutes. */
export const TRIAL_MINUTES = 30;

const FIRST_START = 7 * 60;
const GAP_MINUTES = 5;

function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The hour blocks in order: 60 minutes each, 5 minutes apart, 7:00 to 22:05. */
export const BLOCKS: readonly HourBlock[] = Array.from({ length: BLOCK_COUNT }, (_, index) => {
  const startMinutes = FIRST_START + index * (LESSON_MINUTES + GAP_MINUTES);
  const endMinutes = startMinutes + LESSON_MINUTES;
  return { index, start: clock(startMinutes), end: clock(endMinutes), startMinutes, endMinutes };
});

/** Whether a value is the index of an hour block. */
export function isBlock(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < BLOCK_COUNT;
}

/** The hour block with this index. Throws a RangeError for an index that is none. */
export function blockAt(index: number): HourBlock {
  const block = BLOCKS[index];
  if (!block) throw new RangeError(`no hour block ${index}`);
  return block;
}

/** Hours of a lesson, e.g. `16:45–17:45`. */
export function blockHours(index: number): string {
  const { start, end } = blockAt(index);
  return `${start}–${end}`;
}

/** How many lessons are taken together: a double lesson is two neighbouring blocks (rules §34). */
export type BlockSpan = 1 | 2;

/** The blocks of a lesson, or of a double one that begins with this block. */
export function blocksFrom(block: number, blocks: BlockSpan): number[] {
  return Array.from({ length: blocks }, (_, index) => block + index);
}

/** From when to when one lesson or a double one lasts: `16:45–18:50`. */
export function spanRange(block: number, blocks: BlockSpan): string {
  return `${blockAt(block).start}–${blockAt(block + blocks - 1).end}`;
}

/** Hours of one lesson or a double one: `16:45–18:50, z przerwą`. */
export function spanHours(block: number, blocks: BlockSpan): string {
  return spanRange(block, blocks) + (blocks === 2 ? ", z przerwą" : "");
}

/**
 * Hours of a trial lesson: the first 30 minutes of its block; `9:00–9:30` while no block is chosen
 * (rules §24, admin's trial lessons).
 */
export function trialHours(block: number | null): string {
  const start = block === null ? 9 * 60 : blockAt(block).startMinutes;
  return `${clock(start)}–${clock(start + TRIAL_MINUTES)}`;
}

export const PARTS_OF_DAY = ["morning", "afternoon", "evening"] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

/** The part of the day in which a block starts: morning before 12:00, afternoon before 17:00, then evening. */
export function partOfDay(block: number): PartOfDay {
  const { startMinutes } = blockAt(block);
  if (startMinutes < 12 * 60) return "morning";
  return startMinutes < 17 * 60 ? "afternoon" : "evening";
}

import { bookingWindow, slotKey } from "./availability";
import {
  blockStart,
  type CivilDate,
  civilDateOf,
  instantOf,
  type Slot,
  type Weekday,
  weekdayOf,
} from "./calendar";

/** How many watches a student may have at once, and for how many days ahead (rules §34). */
export const WATCHES_MAX = 3;
export const WATCH_DAYS_MAX = 60;
/** For how long a block that became free is held for the first in line. */
export const HOLD_MINUTES = 30;
/** No hold begins less than so many hours before the block does, nor outside these hours of Warsaw's clock. */
const HOLD_LEAD_HOURS = 3;
const HOLDS_FROM_HOUR = 7;
const HOLDS_TO_HOUR = 22;

/** Who waits for a teacher's slot, and for what. */
export type WaitingWatch = {
  readonly id: string;
  readonly weekdays: readonly Weekday[];
  /** inclusive */
  readonly fromBlock: number;
  /** inclusive */
  readonly toBlock: number;
  /** the last day, inclusive */
  readonly until: CivilDate;
  /** ISO 8601 */
  readonly createdAt: string;
  /** whether something is held for it now */
  readonly isHolding: boolean;
  /** whether its student could book a lesson of this teacher now */
  readonly canBook: boolean;
  /** slots, as `slotKey`s, that its student has, or was offered since they are free */
  readonly excluded: ReadonlySet<string>;
};

/** A block of the teacher that nothing takes, and since when. */
export type OpenBlock = Slot & {
  /** ISO 8601 */
  readonly freeSince: string;
};

/** Whether a hold of a block may begin now. */
export function holdMayBegin({ date, block }: Slot, now: Date): boolean {
  const day = civilDateOf(now);
  const isDay = now >= instantOf(day, HOLDS_FROM_HOUR * 60) && now < instantOf(day, HOLDS_TO_HOUR * 60);
  return isDay && blockStart(date, block).getTime() - now.getTime() >= HOLD_LEAD_HOURS * 3_600_000;
}

/** Whether a watch waits for this block. */
function watchesFor(
  watch: Omit<WaitingWatch, "isHolding" | "canBook" | "excluded" | "id" | "createdAt">,
  slot: Slot,
): boolean {
  const { date, block } = slot;
  return (
    watch.weekdays.includes(weekdayOf(date)) &&
    watch.fromBlock <= block &&
    block <= watch.toBlock &&
    date <= watch.until
  );
}

/**
 * Returns the holds that begin now: each block that became free since a watch began goes to the first watch that waits
 * for it, holds nothing else and can book it.
 *
 * @param watches in the order of the line
 */
export function nextHolds(
  watches: readonly WaitingWatch[],
  blocks: readonly OpenBlock[],
  { now, horizonDays }: { now: Date; horizonDays: number },
): (Slot & { watchId: string })[] {
  const { last } = bookingWindow(now, horizonDays);
  const holding = new Set(watches.filter(({ isHolding }) => isHolding).map(({ id }) => id));
  const holds: (Slot & { watchId: string })[] = [];
  for (const slot of blocks) {
    if (slot.date > last || !holdMayBegin(slot, now)) continue;
    const next = watches.find(
      (watch) =>
        watch.canBook &&
        !holding.has(watch.id) &&
        watch.createdAt <= slot.freeSince &&
        watchesFor(watch, slot) &&
        !watch.excluded.has(slotKey(slot.date, slot.block)),
    );
    if (!next) continue;
    holding.add(next.id);
    holds.push({ watchId: next.id, date: slot.date, block: slot.block });
  }
  return holds;
}

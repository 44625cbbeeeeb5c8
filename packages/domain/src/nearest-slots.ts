/** A block of one of a list of consecutive days, which `day` counts from 0. */
export type DaySlot = { readonly day: number; readonly block: number };

/** Days to each side in which another slot is looked for. */
export const NEAREST_DAYS = 28;
/** Most slots that are proposed. */
const NEAREST_MAX = 5;

/**
 * Returns the free slots nearest to a lesson's own, the nearest first: by days, then by blocks. Many lessons are asked
 * about at once, so days are numbers, and what holds for a whole day is worked out by the caller, once a day.
 *
 * @param facts.offered the blocks of a day that the teacher could teach: available, to come and open; none outside the
 * caller's list
 * @param facts.taken whether a person of the lesson has another lesson then
 */
export function nearestSlots(
  own: DaySlot,
  facts: {
    readonly offered: (day: number) => readonly number[];
    readonly taken: (day: number, block: number) => boolean;
  },
): DaySlot[] {
  const { offered, taken } = facts;
  const found: DaySlot[] = [];
  for (let distance = 0; distance <= NEAREST_DAYS && found.length < NEAREST_MAX; distance += 1) {
    const near: DaySlot[] = [];
    for (const day of distance === 0 ? [own.day] : [own.day + distance, own.day - distance]) {
      for (const block of offered(day)) {
        if ((distance > 0 || block !== own.block) && !taken(day, block)) near.push({ day, block });
      }
    }
    near.sort((a, b) => Math.abs(a.block - own.block) - Math.abs(b.block - own.block));
    found.push(...near.slice(0, NEAREST_MAX - found.length));
  }
  return found;
}

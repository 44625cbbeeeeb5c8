import type { CivilDate } from "./calendar";

export type Slot = { readonly date: CivilDate; readonly block: number };

/** Days to each side in which another slot is looked for. */
export const NEAREST_DAYS = 28;
/** Most slots that are proposed. */
const NEAREST_MAX = 5;

/**
 * Returns the free slots nearest to a lesson's own, the nearest first: by days, then by blocks. Many lessons are asked
 * about at once, so what holds for a whole day is worked out by the caller, once a day.
 *
 * @param facts.days consecutive dates with the lesson's own at `at`
 * @param facts.offered the blocks of a date that the teacher could teach: available, to come and open
 * @param facts.taken whether a person of the lesson has another lesson then
 */
export function nearestSlots(
  own: Slot,
  facts: {
    readonly days: readonly CivilDate[];
    readonly at: number;
    readonly offered: (date: CivilDate) => readonly number[];
    readonly taken: (date: CivilDate, block: number) => boolean;
  },
): Slot[] {
  const { days, at, offered, taken } = facts;
  const found: Slot[] = [];
  for (let distance = 0; distance <= NEAREST_DAYS && found.length < NEAREST_MAX; distance += 1) {
    const near: Slot[] = [];
    for (const date of distance === 0 ? [days[at]] : [days[at + distance], days[at - distance]]) {
      if (date === undefined) continue;
      for (const block of offered(date)) {
        if ((distance > 0 || block !== own.block) && !taken(date, block)) near.push({ date, block });
      }
    }
    near.sort((a, b) => Math.abs(a.block - own.block) - Math.abs(b.block - own.block));
    found.push(...near.slice(0, NEAREST_MAX - found.length));
  }
  return found;
}

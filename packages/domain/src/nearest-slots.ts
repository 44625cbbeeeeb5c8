import { type AvailabilitySection, availableBlocks, slotKey } from "./availability";
import { addDays, blockStart, type CivilDate, weekdayOf } from "./calendar";

export type Slot = { readonly date: CivilDate; readonly block: number };

/** Days to each side in which another slot is looked for. */
export const NEAREST_DAYS = 28;
/** Most slots that are proposed. */
const NEAREST_MAX = 5;

/**
 * Returns the free slots nearest to a lesson's own, the nearest first: within the availability, in the future,
 * neither occupied nor closed.
 *
 * @param taken whether a person of the lesson has another lesson then, or the slot is closed
 */
export function nearestSlots(
  own: Slot,
  facts: {
    readonly sections: readonly AvailabilitySection[];
    readonly now: Date;
    readonly taken: (slot: Slot) => boolean;
  },
): Slot[] {
  const found: Slot[] = [];
  for (let days = 0; days <= NEAREST_DAYS && found.length < NEAREST_MAX; days += 1) {
    const dates = days === 0 ? [own.date] : [addDays(own.date, days), addDays(own.date, -days)];
    const slots = dates.flatMap((date) =>
      availableBlocks(facts.sections, weekdayOf(date)).map((block) => ({ date, block })),
    );
    slots.sort((a, b) => Math.abs(a.block - own.block) - Math.abs(b.block - own.block));
    for (const slot of slots) {
      if (found.length === NEAREST_MAX) break;
      if (slotKey(slot.date, slot.block) === slotKey(own.date, own.block)) continue;
      if (blockStart(slot.date, slot.block) > facts.now && !facts.taken(slot)) found.push(slot);
    }
  }
  return found;
}

import type { CalendarEntry } from "@korki/contracts/admin-lessons";
import { type CivilDate, isCancelled, slotKey } from "@korki/domain";

/** The entries of each date and block; lessons that take place come before cancelled ones. */
export type CalendarSlots = ReadonlyMap<string, readonly CalendarEntry[]>;

/** Entries by date and block, so that a cell finds its own at once. */
export function slotsOf(entries: readonly CalendarEntry[]): CalendarSlots {
  const slots = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const key = slotKey(entry.date, entry.block);
    const here = slots.get(key);
    if (here) here.push(entry);
    else slots.set(key, [entry]);
  }
  for (const here of slots.values()) here.sort((a, b) => Number(occupies(b)) - Number(occupies(a)));
  return slots;
}

/** Returns the entries of a date and block. */
export function entriesAt(slots: CalendarSlots, date: CivilDate, block: number): readonly CalendarEntry[] {
  return slots.get(slotKey(date, block)) ?? [];
}

/** Returns how many entries a date and block has, also those that were not asked for. */
export function countAt(slots: CalendarSlots, date: CivilDate, block: number): number {
  const here = entriesAt(slots, date, block);
  return here[0]?.ofSlot ?? here.length;
}

/** Whether an entry takes its teacher's block; a cancelled one leaves it free. */
export function occupies(entry: CalendarEntry): boolean {
  return entry.kind === "lesson" ? !isCancelled(entry.status) : entry.status !== "Odwolana";
}

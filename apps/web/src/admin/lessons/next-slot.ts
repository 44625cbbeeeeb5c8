import { addDays, type CivilDate, daysBetween, hasStarted, today } from "@korki/domain";

/** How far ahead the week after the last lesson may lie, so that the end of a long series says nothing. */
const DAYS_AHEAD = 28;

/**
 * Returns the slot that the next lesson is likely to have: the weekday and hour of the last one, in the first week after it.
 */
export function nextSlot(
  { date, block }: { date: CivilDate; block: number },
  now: Date,
): { date: CivilDate; block: number } {
  const day = today(now);
  const soon = addDays(day, ((daysBetween(day, date) % 7) + 7) % 7);
  const first = hasStarted(soon, block, now) ? addDays(soon, 7) : soon;
  const after = addDays(date, 7);
  return { date: after > first && daysBetween(day, after) <= DAYS_AHEAD ? after : first, block };
}

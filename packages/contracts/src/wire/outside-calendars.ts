import { z } from "zod";
import * as field from "../fields";
import { outsideCalendar } from "../outside-calendars";

/** A teacher's calendar elsewhere, with `_id` in place of `id` (rules §35). */
export const wireCalendar = z.object({
  _id: field.id,
  ...outsideCalendar.omit({ id: true, problem: true }).shape,
});
export const wireCalendars = z.array(wireCalendar);

export function calendarToWire({
  id,
  problem: _problem,
  ...calendar
}: z.infer<typeof outsideCalendar>): z.infer<typeof wireCalendar> {
  return { _id: id, ...calendar };
}

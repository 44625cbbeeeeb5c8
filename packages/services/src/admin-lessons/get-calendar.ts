import { CALENDAR_DAYS_MAX, type CalendarEntry, type CalendarInput } from "@korki/contracts/admin-lessons";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { listCalendar } from "@korki/db";
import { daysBetween } from "@korki/domain";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

/** An upper limit, far above what a centre holds in six weeks. */
const ENTRIES_MAX = 20_000;

/** Returns lessons and scheduled trial lessons of one teacher or of all. Throws `input` for too long a period. */
export async function getCalendar(ctx: ActorCtx, input: CalendarInput): Promise<CalendarEntry[]> {
  const days = daysBetween(input.from, input.to) + 1;
  if (days < 1 || days > CALENDAR_DAYS_MAX) throw invalidInput(adminLessonTexts.calendarTooLong);
  return listCalendar(ctx.db, { ...input, limit: ENTRIES_MAX });
}

import {
  CALENDAR_DAYS_MAX,
  type CalendarEntry,
  type CalendarInput,
  type DayLoad,
  type DayLoadsInput,
  type LanesInput,
  type TeacherLane,
} from "@korki/contracts/admin-lessons";
import type { Page } from "@korki/contracts/paging";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { countCalendarDays, listCalendar, listCalendarSlots, listTeacherLanes } from "@korki/db";
import { addDays, type CivilDate, daysBetween, offeredBlocks } from "@korki/domain";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";
import { GATHER_MS, sharedRead } from "../shared-read";

/** An upper limit, far above what a centre holds in six weeks. */
const ENTRIES_MAX = 20_000;

/** Returns lessons and scheduled trial lessons of one teacher or of all. Throws `input` for too long a period. */
export async function getCalendar(
  ctx: ActorCtx,
  { perSlot, ...input }: CalendarInput,
): Promise<CalendarEntry[]> {
  daysOf(input);
  return shareCalendar(ctx.db, JSON.stringify([input, perSlot]), () =>
    perSlot === undefined
      ? listCalendar(ctx.db, { ...input, limit: ENTRIES_MAX })
      : listCalendarSlots(ctx.db, { ...input, perSlot }),
  );
}

/** Administrators all see the same calendar. */
const shareCalendar = sharedRead<CalendarEntry[]>(GATHER_MS);

/** Returns how many entries each day of the calendar has. Throws `input` for too long a period. */
export async function getDayLoads(ctx: ActorCtx, input: DayLoadsInput): Promise<DayLoad[]> {
  daysOf(input);
  return shareLoads(ctx.db, JSON.stringify(input), () => countCalendarDays(ctx.db, input));
}

/** Administrators all see the same month. */
const shareLoads = sharedRead<DayLoad[]>(GATHER_MS);

/** Returns the calendar with a lane per teacher and how each block stands there. Throws `input` for too long a period. */
export async function getLanes(ctx: ActorCtx, input: LanesInput): Promise<Page<TeacherLane>> {
  const dates = daysOf(input);
  return shareLanes(ctx.db, JSON.stringify(input), () => readLanes(ctx, input, dates));
}

/** Administrators all see the same lanes. */
const shareLanes = sharedRead<Page<TeacherLane>>(GATHER_MS);

async function readLanes(
  ctx: ActorCtx,
  input: LanesInput,
  dates: readonly CivilDate[],
): Promise<Page<TeacherLane>> {
  const { items, total } = await listTeacherLanes(ctx.db, input);
  const lanes = items.map(({ hours, taken, busy, entries, ...lane }) => ({
    ...lane,
    entries: entries.map((entry) => ({ ...entry, teacher: lane.teacher })),
    days: dates.map((date) => ({
      date,
      offered: offeredBlocks(hours, date),
      taken: blocksOn(taken, date),
      busy: blocksOn(busy, date),
    })),
  }));
  return { items: lanes, total, page: input.page, pageSize: input.pageSize };
}

function blocksOn(slots: readonly { date: CivilDate; block: number }[], date: CivilDate): number[] {
  return slots.flatMap((slot) => (slot.date === date ? [slot.block] : []));
}

function daysOf({ from, to }: Pick<CalendarInput, "from" | "to">): CivilDate[] {
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > CALENDAR_DAYS_MAX) throw invalidInput(adminLessonTexts.calendarTooLong);
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

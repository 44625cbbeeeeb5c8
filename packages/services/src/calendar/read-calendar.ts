import { calendarTexts } from "@korki/contracts/texts/calendar";
import { findCalendarOwner, listCalendarLessons, listCalendarTrials } from "@korki/db";
import { addDays, today } from "@korki/domain";
import type { Ctx } from "../context";
import { ServiceError } from "../errors";
import { renderCalendar } from "./render-calendar";

/** How far a calendar looks back, in days. */
const DAYS_BACK = 90;
/** More than anybody has in four months; rendering them takes a tenth of a second. */
const LESSONS_MAX = 500;

/** The iCalendar behind a private address; `not_found` for an unknown or revoked key and a disabled account. */
export async function readCalendar(ctx: Ctx, key: string): Promise<string> {
  const owner = await findCalendarOwner(ctx.db, key);
  if (!owner || (owner.role !== "Student" && owner.role !== "Teacher")) {
    throw new ServiceError("not_found", calendarTexts.notFound);
  }
  const { id, role } = owner;
  const from = addDays(today(ctx.now()), -DAYS_BACK);
  const [lessons, trials] = await Promise.all([
    listCalendarLessons(ctx.db, { id, role }, from, LESSONS_MAX),
    role === "Teacher" ? listCalendarTrials(ctx.db, id, from) : [],
  ]);
  return renderCalendar({ centreName: ctx.settings.centreName, lessons, trials });
}

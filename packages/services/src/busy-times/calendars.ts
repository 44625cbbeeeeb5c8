import {
  type AddCalendarInput,
  CALENDAR_PROBLEMS,
  type CalendarProblem,
  type OutsideCalendar,
} from "@korki/contracts/outside-calendars";
import {
  calendarProblemTexts,
  outsideCalendarTexts as texts,
} from "@korki/contracts/texts/outside-calendars";
import {
  type CalendarToRead,
  deleteOutsideCalendar,
  insertOutsideCalendar,
  listBusyOutside,
  listOutsideCalendars,
  lockOutsideCalendars,
  newId,
  type OutsideCalendarRow,
  transact,
} from "@korki/db";
import { addDays, CALENDARS_MAX, type CivilDate } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { isThisMachine } from "../outgoing/fetch-public";
import { sealSecret } from "../sealed-secret";
import {
  CALENDAR_PURPOSE,
  openCalendarAddress,
  readCalendarAt,
  readSavedCalendar,
  recordCalendarNews,
} from "./refresh-calendars";

/** Lists the actor's calendars elsewhere, the oldest first (rules §35). */
export async function listCalendars({ db, actor }: ActorCtx): Promise<OutsideCalendar[]> {
  return (await listOutsideCalendars(db, actor.id)).map(toCalendar);
}

/** Returns the slots of the week that begins on a day in which the actor is busy elsewhere. */
export async function getBusyTimes(
  { db, actor }: ActorCtx,
  { from }: { from: CivilDate },
): Promise<{ date: CivilDate; block: number }[]> {
  return listBusyOutside(db, { teacherId: actor.id, first: from, last: addDays(from, 6) });
}

/**
 * Adds a calendar of the actor and reads it at once; the same address again renames it. Throws `input` for an address
 * that is none, or at which no calendar can be read, and `conflict` for one too many.
 */
export async function addCalendar(ctx: ActorCtx, { url, label }: AddCalendarInput): Promise<OutsideCalendar> {
  const { db, actor, settings } = ctx;
  const address = addressOf(url, settings.demo);
  const kept = await listOutsideCalendars(db, actor.id);
  if (!sameAddress(ctx, kept, address)) requireRoom(kept);
  await ctx.limits.consume("outsideCalendar", actor.id);
  const news = await readCalendarAt(ctx, address, null);
  if (news.kind === "failed") throw invalidInput(calendarProblemTexts[news.problem]);
  return transact(db, async (tx) => {
    const locked = await lockOutsideCalendars(tx, actor.id);
    let calendar = sameAddress(ctx, locked, address);
    if (!calendar) {
      requireRoom(locked);
      const id = newId();
      const sealedUrl = sealSecret(settings.authSecret, CALENDAR_PURPOSE, id, address.href);
      await insertOutsideCalendar(tx, { id, teacherId: actor.id, sealedUrl, host: address.host, label });
      calendar = (await listOutsideCalendars(tx, actor.id)).find((each) => each.id === id);
    }
    const saved = calendar && (await recordCalendarNews(tx, ctx, calendar, news, label));
    if (!saved) throw notFound();
    return toCalendar(saved);
  });
}

/** Removes a calendar of the actor; its busy times are free at once. Throws `not_found` for another's. */
export async function removeCalendar({ db, actor }: ActorCtx, { id }: { id: string }): Promise<void> {
  if (!(await deleteOutsideCalendar(db, { id, teacherId: actor.id }))) throw notFound();
}

/**
 * Reads a calendar of the actor now. Returns it as it is then: one that cannot be read says since when and why. Throws
 * `not_found` for another's.
 */
export async function refreshCalendar(ctx: ActorCtx, { id }: { id: string }): Promise<OutsideCalendar> {
  const calendar = (await listOutsideCalendars(ctx.db, ctx.actor.id)).find((each) => each.id === id);
  if (!calendar) throw notFound();
  await ctx.limits.consume("outsideCalendar", ctx.actor.id);
  const news = await readSavedCalendar(ctx, calendar);
  const saved = await transact(ctx.db, (tx) => recordCalendarNews(tx, ctx, calendar, news));
  if (!saved) throw notFound();
  return toCalendar(saved);
}

/** Returns the address that is called: webcal stands for https, or in a demo for http to this machine. */
function addressOf(given: string, isDemo: boolean): URL {
  const named = given.replace(/^webcals?:/i, "https:");
  if (!URL.canParse(named)) throw invalidInput(texts.badAddress);
  const address = new URL(named);
  if (isDemo && named !== given && isThisMachine(address.hostname)) {
    return new URL(given.replace(/^webcals?:/i, "http:"));
  }
  // Where http leads is not told from where nobody answers, either.
  if (address.protocol !== "https:" && address.protocol !== "http:") throw invalidInput(texts.badAddress);
  return address;
}

function sameAddress(
  ctx: ActorCtx,
  calendars: readonly CalendarToRead[],
  { href }: URL,
): CalendarToRead | undefined {
  return calendars.find((each) => openCalendarAddress(ctx, each)?.href === href);
}

function requireRoom(calendars: readonly CalendarToRead[]): void {
  if (calendars.length >= CALENDARS_MAX) throw conflict(texts.tooMany);
}

function toCalendar({ id, host, label, fetchedAt, failingSince, problem, events }: OutsideCalendarRow) {
  const known = CALENDAR_PROBLEMS.find((each) => each === problem);
  return {
    id,
    host,
    label,
    events,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    problem: known === undefined ? null : problemText(known),
  };
}

function problemText(problem: CalendarProblem): string {
  return calendarProblemTexts[problem];
}

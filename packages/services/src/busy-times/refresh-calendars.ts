import type { CalendarProblem } from "@korki/contracts/outside-calendars";
import {
  type CalendarToRead,
  claimDueCalendars,
  type OutsideCalendarRow,
  recordCalendarFailure,
  recordCalendarRead,
  replaceBusyBlocks,
  type Tx,
  transact,
} from "@korki/db";
import {
  busySlots,
  busyWindow,
  CALENDAR_BYTES_MAX,
  type CivilDate,
  isLongSilent,
  nextRefresh,
  today,
} from "@korki/domain";
import type { Services } from "../context";
import { alone } from "../in-groups";
import { notify } from "../outbox";
import { fetchPublic, type NameLookUp, NotFetched } from "../outgoing/fetch-public";
import { openSecret, SecretUnreadable } from "../sealed-secret";
import { readBusyTimes } from "./read-busy-times";

export const CALENDAR_PURPOSE = "outside-calendar";

const TIMEOUT_MS = 10_000;
const HOPS_MAX = 3;
/** A calendar whose process was killed while it read it is taken up again after so long. */
const LEASE_MS = 180_000;
const AT_ONCE = 4;

/** What a look at a calendar found. */
type CalendarNews =
  | { kind: "unchanged" }
  | {
      kind: "read";
      etag: string | null;
      readOn: CivilDate;
      events: number;
      slots: { date: CivilDate; block: number }[];
    }
  | { kind: "failed"; problem: CalendarProblem };

/**
 * Reads a calendar at its address. `known`: the version that was read last; it counts for the day on which it was read,
 * because each day adds one to those ahead. Never rejects for anything that the other side does.
 */
export async function readCalendarAt(
  { settings, now }: Services,
  address: URL,
  known: { etag: string | null; readOn: CivilDate | null } | null,
  lookUp?: NameLookUp,
): Promise<CalendarNews> {
  const at = now();
  const readOn = today(at);
  const etag = known?.readOn === readOn ? known.etag : null;
  try {
    const { status, headers, body } = await fetchPublic(address, {
      isDemo: settings.demo,
      headers: { Accept: "text/calendar, */*;q=0.1", ...(etag === null ? {} : { "If-None-Match": etag }) },
      bytesMax: CALENDAR_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
      hopsMax: HOPS_MAX,
      ...(lookUp ? { lookUp } : {}),
    });
    if (status === 304 && etag !== null) return { kind: "unchanged" };
    if (status !== 200) return { kind: "failed", problem: "refused" };
    const read = await readBusyTimes(body, at);
    if (read.problem !== undefined) return { kind: "failed", problem: read.problem };
    const { first, last } = busyWindow(at);
    const slots = busySlots(read, first, last);
    return { kind: "read", etag: headers.etag ?? null, readOn, events: read.events, slots };
  } catch (error) {
    if (error instanceof NotFetched) return { kind: "failed", problem: error.why };
    throw error;
  }
}

/**
 * Records what a look at a calendar found. After a failure the times that were read last stay; after two days without
 * success the teacher is told, once (rules §35). Returns null for a calendar that is gone.
 */
export async function recordCalendarNews(
  tx: Tx,
  services: Services,
  calendar: CalendarToRead,
  news: CalendarNews,
  label?: string,
): Promise<OutsideCalendarRow | null> {
  const at = services.now();
  const { id, teacherId } = calendar;
  const named = label === undefined ? {} : { label };
  if (news.kind === "failed") {
    const nextAt = nextRefresh(at, calendar.failures + 1);
    const failed = await recordCalendarFailure(tx, id, { problem: news.problem, at, nextAt });
    if (failed?.failingSince && isLongSilent(failed.fetchedAt ?? calendar.createdAt, at)) {
      await notify(tx, services, {
        kind: "calendar-failing",
        to: { userId: teacherId },
        facts: { calendarId: id },
        dedupeKey: `calendar-failing:${id}:${failed.failingSince.toISOString()}`,
      });
    }
    return failed;
  }
  const nextAt = nextRefresh(at, 0);
  if (news.kind === "unchanged") {
    return recordCalendarRead(tx, id, { ...named, at, nextAt, isUnchanged: true });
  }
  const { etag, readOn, events, slots } = news;
  const read = await recordCalendarRead(tx, id, {
    ...named,
    at,
    nextAt,
    etag,
    readOn,
    events,
    isUnchanged: false,
  });
  if (read) await replaceBusyBlocks(tx, { calendarId: id, teacherId }, slots);
  return read;
}

/**
 * Opens a calendar's address, which is a secret: it appears in no log and no error. Null where AUTH_SECRET is another than
 * when it was saved.
 */
export function openCalendarAddress({ settings }: Services, { id, sealedUrl }: CalendarToRead): URL | null {
  try {
    return new URL(openSecret(settings.authSecret, CALENDAR_PURPOSE, id, sealedUrl));
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

/** Reads a saved calendar at its address. */
export async function readSavedCalendar(services: Services, calendar: CalendarToRead): Promise<CalendarNews> {
  const address = openCalendarAddress(services, calendar);
  if (address === null) return { kind: "failed", problem: "address-lost" };
  return readCalendarAt(services, address, calendar);
}

/** Reads every calendar that is due (rules §35). Any number of workers may do so at once. */
export async function refreshDueCalendars(services: Services): Promise<void> {
  while (true) {
    const now = services.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueCalendars(services.db, { now, until, limit: AT_ONCE });
    await Promise.all(
      due.map((calendar) => alone(services, { calendar: calendar.id }, () => refresh(services, calendar))),
    );
    if (due.length < AT_ONCE) return;
  }
}

async function refresh(services: Services, calendar: CalendarToRead): Promise<void> {
  const news = await readSavedCalendar(services, calendar);
  await transact(services.db, (tx) => recordCalendarNews(tx, services, calendar, news));
  if (news.kind === "failed") {
    services.log.warn({ calendar: calendar.id, problem: news.problem }, "a calendar could not be read");
  }
}

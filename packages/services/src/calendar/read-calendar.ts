import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { calendarFeedTexts } from "@korki/contracts/texts/calendar";
import {
  type CalendarState,
  type CalendarWindow,
  findCalendarState,
  listCalendarLessons,
  listCalendarTrials,
} from "@korki/db";
import { addDays, type Level, type Subject, today } from "@korki/domain";
import { getCentre } from "../centre/get-centre";
import type { Services } from "../context";
import { ServiceError } from "../errors";
import { sharedRead } from "../shared-read";
import { renderCalendar } from "./render-calendar";

/** How far a calendar looks back, in days. */
const DAYS_BACK = 90;
/** More than anybody has in a year; rendering them takes less than a second. */
const LESSONS_MAX = 2000;
/** Calendars kept rendered, the ones read last; the biggest have 1.2 MB. */
const KEPT_MAX = 100;

/** An iCalendar as it goes out, and its entity tag. */
export type RenderedCalendar = { text: Buffer; gzipped: Buffer; etag: string };

type Kept = { version: string; calendar: RenderedCalendar };

/**
 * The calendars behind private addresses, in one process. Each is rendered once per change, and one at a time per key:
 * those who ask while it is read get the answer of one read that began after they had asked.
 */
export class CalendarReader {
  readonly #kept = new Map<string, Kept>();
  readonly #share = sharedRead<RenderedCalendar>();

  constructor(private readonly services: Services) {}

  /**
   * Returns the calendar as it is now. Throws `not_found` for an unknown or revoked key and a disabled account,
   * `rate_limited` after too many reads of the key or from the address.
   */
  async read(key: string, address: string): Promise<RenderedCalendar> {
    if (!/^[\w-]{43}$/.test(key)) throw noCalendar();
    const { limits } = this.services;
    // The key is a secret: Redis gets its hash.
    const hashed = createHash("sha256").update(key).digest("base64url");
    await limits.consume("calendarReader", address);
    await limits.consume("calendar", hashed);
    return this.#share(this.services.db, key, () => this.#readNow(key));
  }

  async #readNow(key: string): Promise<RenderedCalendar> {
    const { db } = this.services;
    const day = today(this.services.now());
    const window = { from: addDays(day, -DAYS_BACK), today: day, limit: LESSONS_MAX };
    const state = await findCalendarState(db, key, window);
    if (!state) {
      this.#kept.delete(key);
      throw noCalendar();
    }
    const version = `${day} ${state.mark}`;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const calendar = kept?.version === version ? kept.calendar : await this.#render(state, window);
    this.#kept.set(key, { version, calendar });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return calendar;
  }

  async #render({ id, role }: CalendarState, window: CalendarWindow): Promise<RenderedCalendar> {
    const { db } = this.services;
    const [centre, lessons, trials] = await Promise.all([
      getCentre(this.services),
      listCalendarLessons(db, { id, role }, window),
      role === "Teacher" ? listCalendarTrials(db, id, window.from) : [],
    ]);
    const text = Buffer.from(await renderCalendar({ centreName: centre.name, lessons, trials }));
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    return { text, gzipped: await promisify(gzip)(text), etag };
  }
}

function noCalendar(): ServiceError {
  return new ServiceError("not_found", calendarFeedTexts.notFound);
}

/**
 * Renders the half hour that a visitor asked for as an iCalendar with one tentative event. It names nobody and is the same
 * for everybody who asks (rules §29). Throws `rate_limited` after too many from one address.
 */
export async function renderWishedTrial(
  services: Services,
  wish: { date: string; block: number; subject: Subject; level: Level },
  address: string,
): Promise<string> {
  await services.limits.consume("calendarReader", address);
  const { name: centreName } = await getCentre(services);
  const now = services.now().toISOString();
  const event = { id: `wish-${wish.date}-${wish.block}`, version: 0, createdAt: now, updatedAt: now };
  const unknown = { name: "", description: "", meetingLink: "", status: "Nowa" } as const;
  return renderCalendar({ centreName, lessons: [], trials: [{ ...wish, ...event, ...unknown }] });
}

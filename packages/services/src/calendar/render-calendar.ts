import { setImmediate as nextTurn } from "node:timers/promises";
import { calendarFeedTexts } from "@korki/contracts/texts/calendar";
import {
  lessonStatusNames,
  levelTexts,
  subjectTexts,
  trialStatusTexts,
} from "@korki/contracts/texts/statuses";
import type { FeedLesson, FeedTrial } from "@korki/db";
import {
  blockAt,
  isCancelled,
  LESSON_MINUTES,
  type LineOf,
  oneLinePerPair,
  TRIAL_MINUTES,
  ZONE,
} from "@korki/domain";
import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";

/** How often a calendar program should look again, in seconds. */
const REFRESH_SECONDS = 15 * 60;

/** Events rendered without a pause: a few milliseconds. */
const EVENTS_AT_ONCE = 25;

/** The zone's rules as they have been since 1996, for programs that do not know the zone by its name. */
const VTIMEZONE = `\
BEGIN:VTIMEZONE
TZID:${ZONE}
X-LIC-LOCATION:${ZONE}
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
`.replaceAll("\n", "\r\n");

/**
 * An iCalendar (RFC 5545) of lessons and trial lessons. An event keeps its UID for good and its SEQUENCE is the
 * lesson's version, so that a moved lesson moves and a cancelled one is voided in whatever program reads it.
 */
export async function renderCalendar(facts: {
  /** The centre's name. */
  centreName: string;
  lessons: readonly FeedLesson[];
  trials: readonly FeedTrial[];
}): Promise<string> {
  const calendar = ical({
    prodId: { company: "Korki", product: "Korki", language: "PL" },
    name: plain(facts.centreName).replace(/[\\;,]/g, "\\$&"),
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  const add = [
    ...oneLinePerPair(facts.lessons).map((line) => () => addLesson(calendar, line, facts.lessons)),
    ...facts.trials.map((trial) => () => addTrial(calendar, trial)),
  ];
  const events: string[] = [];
  for (let done = 0; done < add.length; done += EVENTS_AT_ONCE) {
    // Others' calls are answered in between.
    if (done > 0) await nextTurn();
    for (const addOne of add.slice(done, done + EVENTS_AT_ONCE)) addOne();
    events.push(
      ...calendar
        .events()
        .slice(done)
        .map((event) => event.toString()),
    );
  }
  // Put together here: the library's own zone would stand before properties and turn the time stamps, too, into local
  // time, and its way of folding lines takes a millisecond an event.
  const properties = calendar
    .clear()
    .toString()
    .replace(/END:VCALENDAR$/, "");
  return foldLines([properties, VTIMEZONE, ...events, "END:VCALENDAR\r\n"].join(""));
}

/**
 * Adds a lesson, or both of a double one. What became of the other one since changes the entry, too: it is as new as the
 * newer of the two.
 */
function addLesson(calendar: ICalCalendar, line: LineOf<FeedLesson>, all: readonly FeedLesson[]): void {
  const pair = all.filter(({ id, pairId }) => id === line.id || (pairId !== null && pairId === line.pairId));
  const [updatedAt = line.updatedAt] = pair
    .map((each) => each.updatedAt)
    .toSorted()
    .toReversed();
  const lesson = { ...line, updatedAt };
  const cancelled = isCancelled(lesson.status);
  const tentative = lesson.status === "Nie potwierdzona";
  add(calendar, lesson, {
    uid: `lesson-${lesson.id}@korki`,
    minutes:
      line.blocks === 2
        ? blockAt(line.block + 1).endMinutes - blockAt(line.block).startMinutes
        : LESSON_MINUTES,
    summary: [
      cancelled ? `${calendarFeedTexts.cancelled}: ` : "",
      lesson.child === null ? "" : `${lesson.child}: `,
      `${subjectTexts[lesson.subject]}, ${lesson.withName}`,
    ].join(""),
    status: cancelled
      ? ICalEventStatus.CANCELLED
      : tentative
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
    statusText: lessonStatusNames[lesson.status],
    reason: lesson.cancelMessage ?? "",
  });
}

function addTrial(calendar: ICalCalendar, trial: FeedTrial): void {
  const cancelled = trial.status === "Odwolana";
  const waits = trial.status === "Nowa";
  const title = [calendarFeedTexts.trial, subjectTexts[trial.subject], trial.name].filter(Boolean).join(", ");
  add(calendar, trial, {
    uid: `trial-${trial.id}@korki`,
    minutes: TRIAL_MINUTES,
    summary: `${cancelled ? `${calendarFeedTexts.cancelled}: ` : ""}${title}`,
    status: cancelled
      ? ICalEventStatus.CANCELLED
      : waits
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
    statusText: waits ? calendarFeedTexts.trialWaits : trialStatusTexts[trial.status],
    reason: "",
  });
}

function add(
  calendar: ICalCalendar,
  facts: Omit<FeedTrial, "status" | "name">,
  event: {
    uid: string;
    minutes: number;
    summary: string;
    status: ICalEventStatus;
    statusText: string;
    reason: string;
  },
): void {
  const start = startOf(facts.date, facts.block);
  const lines: [string, string][] = [
    [calendarFeedTexts.level, levelTexts[facts.level]],
    [calendarFeedTexts.status, event.statusText],
    [calendarFeedTexts.topic, facts.description],
    [calendarFeedTexts.reason, event.reason],
    [calendarFeedTexts.meetingLink, facts.meetingLink],
  ];
  calendar.createEvent({
    id: event.uid,
    sequence: facts.version,
    timezone: ZONE,
    start,
    end: start.add({ minutes: event.minutes }),
    summary: plain(event.summary),
    description: lines
      .filter(([, text]) => text !== "")
      .map(([label, text]) => `${label}: ${plain(text)}`)
      .join("\n"),
    status: event.status,
    stamp: new Date(facts.updatedAt),
    created: new Date(facts.createdAt),
    lastModified: new Date(facts.updatedAt),
    ...(facts.meetingLink === "" ? {} : { url: facts.meetingLink, location: facts.meetingLink }),
  });
}

/** Zoned, because a bare instant would be written in the server's own local time. */
function startOf(date: string, block: number): Temporal.ZonedDateTime {
  const { startMinutes } = blockAt(block);
  const plainTime = new Temporal.PlainTime(Math.floor(startMinutes / 60), startMinutes % 60);
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: ZONE, plainTime });
}

/** Text without control characters, which iCalendar has no way to write; line breaks stay. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?!\n)\p{Cc}/gu, " ");
}

/** Longest line in bytes, its line break apart (RFC 5545, section 3.1). */
const LINE_BYTES = 75;

/** Breaks long lines between characters; each continuation begins with a space. */
export function foldLines(text: string): string {
  return text
    .split("\r\n")
    .map((line) => (Buffer.byteLength(line) <= LINE_BYTES ? line : fold(line)))
    .join("\r\n");
}

function fold(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

/**
 * The program that reads iCalendars (rules §35): each is a message, and so is each answer. It runs as a process of its own,
 * in UTC and with limits of time and memory, because a calendar is whatever a stranger's server sends: rules that never
 * end, a hundred thousand events, a line that keeps the parser busy.
 *
 * @typedef {import("./read-busy-times.js").EventsRead} EventsRead
 * @typedef {{ calendar: Uint8Array, from: number, to: number, eventsMax: number }} CalendarAsked moments of interest, and
 *   how many events a calendar may have
 */
import ical from "node-ical";

const ZONE = "Europe/Warsaw";
const DAY_MS = 24 * 3_600_000;
/** More occurrences than a person can have in the days that are read. */
const OCCURRENCES_MAX = 20_000;
/** Lessons and trial lessons as this product writes them. */
const OWN = /^(lesson|trial)-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}@korki$/i;
/** A time of day without a zone, which stands for the zone of the calendar. */
const FLOATING =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;(?!TZID=)[^:;]*)*):(\d{8}T\d{6}(?:[,/][\dPTDHMSW]+)*)$/i;

/** A time of day with the name of a zone. */
const ZONED =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;(?!TZID=)[^:;]*)*;TZID=)("[^"]*"|.*?)((?:;[^:;]*)*:[\dTZ,/]*\s*)$/i;
const ALL_DAY = /^DTSTART(?:;[^:]*)?:\d{8}\s*$/i;
/** The last moment of a rule, in UTC. */
const UNTIL_MOMENT = /^(RRULE[;:].*UNTIL=)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/i;
const ZONE_NAME = /^TZID(?:;[^:]*)?:"?(.*?)"?\s*$/i;
/** Names that begin like this are the parser's for zones that the calendar itself explains. */
const EXPLAINED = "Customized Time Zone ";
/** Moments that are taken out in such a zone, which the parser would read without it. */
const EXPLAINED_EXDATE = new RegExp(`^EXDATE(?=[^:]*;TZID="${EXPLAINED})`, "i");

// What one calendar does to objects that all share would reach the next.
for (const shared of [Object, Array, Map, Date, String, Number, RegExp, Function])
  Object.freeze(shared.prototype);

process.on("message", (message) => {
  const { calendar, ...asked } = /** @type {CalendarAsked} */ (message);
  process.send?.(readEvents(Buffer.from(calendar).toString(), asked));
});

/**
 * @param {string} given
 * @param {Omit<CalendarAsked, "calendar">} asked
 * @returns {EventsRead}
 */
function readEvents(given, { from, to, eventsMax }) {
  // Counted before anything is taken apart.
  if ((given.match(/^BEGIN:VEVENT\s*$/gim) ?? []).length > eventsMax) return { problem: "too-many-events" };
  const lines = given
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines.find((line) => line.trim() !== "") ?? "")) {
    return { problem: "not-a-calendar" };
  }
  const { events, around, isWhole } = partsOf(lines);
  if (!isWhole) return { problem: "not-a-calendar" };
  const read = (/** @type {readonly string[][]} */ some) => parsed(some, around);
  return busyOf(read(events), read, { from: new Date(from), to: new Date(to), expandOngoing: true });
}

/**
 * Splits a calendar into its events, each as its lines, and what is around them: properties and zones.
 *
 * @param {readonly string[]} lines
 */
function partsOf(lines) {
  const named = lines.find((line) => /^X-WR-TIMEZONE:/i.test(line))?.slice("X-WR-TIMEZONE:".length) ?? "";
  const zone = isZone(named) ? named : ZONE;
  const zones = zoneNames(lines, zone);
  /** @type {string[][]} */
  const events = [];
  /** @type {string[]} */
  const around = [];
  /** @type {string[] | null} */
  let event = null;
  let isZoned = false;
  for (const line of lines) {
    const word = line.trim().toUpperCase();
    if (word === "BEGIN:VEVENT") event = [];
    if (word === "BEGIN:VTIMEZONE") isZoned = true;
    // Rules of a zone have local times, and mean them.
    const dated = isZoned
      ? line.replace(ZONE_NAME, (whole, name) => (zones.has(name) ? `TZID:${zones.get(name)}` : whole))
      : line
          .replace(
            ZONED,
            (_whole, before, name, after) => `${before}"${zones.get(bare(name)) ?? zone}"${after}`,
          )
          .replace(EXPLAINED_EXDATE, "X-EXDATE")
          .replace(FLOATING, `$1;TZID=${zone}:$2`);
    (event ?? around).push(dated);
    if (word === "END:VTIMEZONE") isZoned = false;
    if (word === "END:VEVENT" && event) {
      events.push(withDayLimit(event, zone));
      event = null;
    }
  }
  return {
    events: withOwnUids(events),
    around,
    isWhole: around.some((line) => /^END:VCALENDAR\s*$/i.test(line)),
  };
}

/**
 * Gives the rule of an all-day event that ends at a moment in UTC, as Outlook writes it, the day of that moment as its end:
 * the parser would take the day in UTC.
 *
 * @param {string[]} event
 * @param {string} zone the calendar's own
 */
function withDayLimit(event, zone) {
  if (!event.some((line) => ALL_DAY.test(line))) return event;
  return event.map((line) =>
    line.replace(UNTIL_MOMENT, (whole, before, year, month, day, hour, minute, second) => {
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      if (Number.isNaN(at.getTime())) return whole;
      const local = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(at);
      return `${before}${local.replaceAll("-", "")}`;
    }),
  );
}

/**
 * Takes the UID from each event that shares it with an earlier one of the same version, so that both count: the parser would
 * keep the last alone. A copy keeps it, because single occurrences that were moved belong to both.
 *
 * @param {readonly string[][]} events
 */
function withOwnUids(events) {
  const versionOf = (/** @type {string[]} */ event) => Number(propertyOf(event, "SEQUENCE")) || 0;
  const textOf = (/** @type {string[]} */ event) =>
    event.filter((line) => !/^DTSTAMP[;:]/i.test(line)).join("\n");
  const isSingle = (/** @type {string[]} */ event) => propertyOf(event, "RECURRENCE-ID") !== undefined;
  /** @type {Map<string, string[]>} of each UID the first event of the newest version */
  const newest = new Map();
  for (const event of events) {
    const uid = propertyOf(event, "UID") ?? "";
    if (uid === "" || OWN.test(uid) || isSingle(event)) continue;
    const known = newest.get(uid);
    if (!known || versionOf(event) > versionOf(known)) newest.set(uid, event);
  }
  return events.map((event) => {
    const first = newest.get(propertyOf(event, "UID") ?? "");
    if (!first || first === event || isSingle(event) || versionOf(event) !== versionOf(first)) return event;
    return textOf(event) === textOf(first) ? event : event.filter((line) => !/^UID[;:]/i.test(line));
  });
}

/**
 * Returns the first value of a property.
 *
 * @param {readonly string[]} event
 * @param {string} property
 */
function propertyOf(event, property) {
  const before = new RegExp(`^${property}(?:;[^:]*)?:`, "i");
  return event
    .find((line) => before.test(line))
    ?.replace(before, "")
    .trim();
}

/** @param {string} name */
function bare(name) {
  return name.replace(/^"|"$/g, "");
}

/**
 * Returns what the parser is to read for each zone that the calendar names: the parser takes names that it does not know
 * for UTC. That is the zone at the end of a longer name, or one that the calendar explains, else the calendar's own.
 *
 * @param {readonly string[]} lines
 * @param {string} zone the calendar's own
 */
function zoneNames(lines, zone) {
  const explained = new Set(lines.flatMap((line) => ZONE_NAME.exec(line)?.[1] ?? []));
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const line of lines) {
    const name = bare(ZONED.exec(line)?.[2] ?? "");
    if (name === "" || names.has(name)) continue;
    const [city = ""] = /[A-Za-z]+\/[\w+-]+(\/[\w+-]+)?$/.exec(name) ?? [];
    if (isZone(name) || isKnown(name)) names.set(name, name);
    else if (isZone(city)) names.set(name, city);
    else names.set(name, explained.has(name) ? `${EXPLAINED}${names.size}` : zone);
  }
  return names;
}

/**
 * Whether the parser knows a name that is none of the zones' own: that of Windows, or an offset.
 *
 * @param {string} name
 */
function isKnown(name) {
  const event = ["BEGIN:VEVENT", "UID:1", `DTSTART;TZID="${name}":20260101T120000`, "END:VEVENT"];
  const [read] = Object.values(
    ical.sync.parseICS(["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\r\n")),
  );
  const isUtc = read?.type === "VEVENT" && read.start.getTime() === Date.UTC(2026, 0, 1, 12);
  return !isUtc || /utc|gmt/i.test(name);
}

/** @param {string} name */
function isZone(name) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "" && name !== "";
  } catch {
    return false;
  }
}

/**
 * Parses all events at once, or each alone where one breaks the parser: one bad event stops no other.
 *
 * @param {readonly string[][]} events
 * @param {readonly string[]} around
 */
function parsed(events, around) {
  const end = around.findIndex((line) => /^END:VCALENDAR\s*$/i.test(line));
  const head = around.slice(0, end);
  /** @param {readonly string[][]} some */
  const parse = (some) => ical.sync.parseICS([...head, ...some.flat(), "END:VCALENDAR"].join("\r\n"));
  try {
    return parse(events);
  } catch {
    return parse(
      events.filter((event) => {
        try {
          parse([event]);
          return true;
        } catch {
          return false;
        }
      }),
    );
  }
}

/**
 * @typedef {import("node-ical").VEvent} VEvent
 * @typedef {{ from: Date, to: Date, expandOngoing: true }} Range
 * @typedef {string | { params?: { TZID?: string }, val: string }} RawDates moments as the calendar has them
 * @typedef {(events: readonly string[][]) => import("node-ical").CalendarResponse} Read reads events of the same calendar
 */

/**
 * @param {import("node-ical").CalendarResponse} calendar
 * @param {Read} read
 * @param {Range} range
 * @returns {EventsRead}
 */
function busyOf(calendar, read, range) {
  /** @type {[number, number][]} */
  const times = [];
  /** @type {[string, string][]} */
  const days = [];
  let events = 0;
  for (const event of Object.values(calendar)) {
    if (event?.type !== "VEVENT" || OWN.test(String(event.uid))) continue;
    let occurrences;
    try {
      if (Number.isNaN(new Date(event.start).getTime())) continue;
      occurrences = occurrencesOf(event, read, range);
    } catch {
      continue;
    }
    if (isBusy(event)) events += 1;
    for (const { start, end, isFullDay, event: own } of occurrences) {
      if (!isBusy(own)) continue;
      if (isFullDay) days.push([dayOf(start), dayOf(new Date(end.getTime() - 1))]);
      else times.push([start.getTime(), end.getTime()]);
    }
    if (times.length + days.length > OCCURRENCES_MAX) return { problem: "too-many-events" };
  }
  return { events, times, days };
}

/**
 * Returns when an event takes place: by its rule, at the moments that it names beside (RDATE), and where single ones of it
 * were moved to. Single ones may come without the event that they belong to.
 *
 * @param {VEvent} given
 * @param {Read} read
 * @param {Range} range
 */
function occurrencesOf(given, read, range) {
  const event = withTakenOut(given, read, range);
  // The parser takes one that was moved for a day or a time as its series is.
  const expand = (/** @type {VEvent} */ each) =>
    ical
      .expandRecurringEvent(each, range)
      .flatMap((one) =>
        one.isOverride ? ical.expandRecurringEvent({ ...one.event, rrule: undefined }, range) : one,
      );
  const added = addedTo(event, read, range).flatMap(expand);
  if (event.rrule) return [...expand(event), ...added];
  const isItself = event.recurrenceid === undefined && !isReplaced(event, event.start);
  const single = [...new Set(Object.values(event.recurrences ?? {}))];
  return [
    ...(isItself ? expand(event) : []),
    ...single.flatMap((each) => expand(/** @type {VEvent} */ (each))),
    ...added,
  ];
}

/**
 * Whether an occurrence of an event was taken out, or stands for itself.
 *
 * @param {VEvent} event
 * @param {import("node-ical").DateWithTimeZone} start
 */
function isReplaced({ exdate, recurrences }, start) {
  const key = keyOf(start);
  return [exdate, recurrences].some((named) => named !== undefined && key in named);
}

/**
 * Returns how the parser names a moment that is taken out or stands for itself.
 *
 * @param {import("node-ical").DateWithTimeZone} start
 */
function keyOf(start) {
  return start.dateOnly ? dayOf(start) : start.toISOString();
}

/**
 * Returns an event that knows the moments, too, that are taken out in a zone that the calendar explains.
 *
 * @param {VEvent} event
 * @param {Read} read
 * @param {Range} range
 * @returns {VEvent}
 */
function withTakenOut(event, read, range) {
  const { EXDATE } = /** @type {{ EXDATE?: RawDates | RawDates[] }} */ (/** @type {unknown} */ (event));
  if (EXDATE === undefined) return event;
  const taken = momentsOf(EXDATE, read, range).map(({ start }) => [keyOf(start), start]);
  return { ...event, exdate: { ...event.exdate, ...Object.fromEntries(taken) } };
}

/** Of an event that was not over before: days that it may have begun before the first one of interest. */
const DAYS_BEFORE = 40;

/**
 * Returns the moments that an event names beside its own (RDATE), each as an event like it.
 *
 * @param {VEvent} event
 * @param {Read} read
 * @param {Range} range
 * @returns {VEvent[]}
 */
function addedTo(event, read, range) {
  const { rdate } = /** @type {{ rdate?: RawDates | RawDates[] }} */ (/** @type {unknown} */ (event));
  if (rdate === undefined) return [];
  const length = event.end ? event.end.getTime() - event.start.getTime() : 0;
  return momentsOf(rdate, read, range).flatMap(({ start, datetype, periodEnd }) => {
    if (isReplaced(event, start)) return [];
    const end = periodEnd ?? new Date(start.getTime() + length);
    return [{ ...event, rrule: undefined, start, end, datetype }];
  });
}

/**
 * Returns the moments of a list that may be of interest, each in its zone, and where those that are periods end.
 *
 * @param {RawDates | RawDates[]} raw
 * @param {Read} read
 * @param {Range} range
 */
function momentsOf(raw, read, { from, to }) {
  const first = digitsOf(new Date(from.getTime() - DAYS_BEFORE * DAY_MS));
  const last = digitsOf(to);
  const moments = [raw].flat().flatMap((each) => {
    const { params = {}, val } = typeof each === "string" ? { val: each } : each;
    const zone = params.TZID === undefined ? "" : `;TZID="${params.TZID}"`;
    return String(val)
      .split(",")
      .filter((moment) => moment.slice(0, 8) >= first && moment.slice(0, 8) <= last)
      .map((moment) => linesOf(moment, zone));
  });
  const events = moments.map((lines, at) => ["BEGIN:VEVENT", `UID:${at}`, ...lines, "END:VEVENT"]);
  return Object.values(read(events)).flatMap((moment) => {
    if (moment?.type !== "VEVENT" || Number.isNaN(new Date(moment.start).getTime())) return [];
    const isPeriod = (moments[Number(moment.uid)]?.length ?? 0) > 1;
    return [{ start: moment.start, datetype: moment.datetype, periodEnd: isPeriod ? moment.end : undefined }];
  });
}

/** @param {Date} day */
function digitsOf(day) {
  return dayOf(day).replaceAll("-", "");
}

/**
 * Returns the lines of an event at a moment: a day, a time, or a period.
 *
 * @param {string} moment
 * @param {string} zone
 */
function linesOf(moment, zone) {
  const [start = "", end] = moment.trim().split("/");
  const begins = `DTSTART${start.includes("T") ? zone : ";VALUE=DATE"}:${start}`;
  if (end === undefined) return [begins];
  return [begins, /^[+-]?P/i.test(end) ? `DURATION:${end}` : `DTEND${zone}:${end}`];
}

/**
 * Whether an event occupies: opaque and confirmed, which is what an event is that says nothing about it.
 *
 * @param {Pick<import("node-ical").VEvent, "transparency" | "status">} event
 */
function isBusy(event) {
  const told = /** @type {Record<string, unknown>} */ (event)["MICROSOFT-CDO-BUSYSTATUS"];
  return (
    wordOf(event.transparency, "OPAQUE") === "OPAQUE" &&
    wordOf(event.status, "CONFIRMED") === "CONFIRMED" &&
    !["FREE", "TENTATIVE"].includes(wordOf(told, ""))
  );
}

/**
 * @param {unknown} value a text, or one with parameters
 * @param {string} otherwise
 */
function wordOf(value, otherwise) {
  const word = typeof value === "object" && value !== null && "val" in value ? value.val : value;
  return typeof word === "string" && word.trim() !== "" ? word.trim().toUpperCase() : otherwise;
}

/** @param {Date} date */
function dayOf(date) {
  return date.toISOString().slice(0, 10);
}

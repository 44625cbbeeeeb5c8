import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { calendarProblemTexts, outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { newId } from "@korki/db";
import { addDays, blockStart, today } from "@korki/domain";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { NotFetched } from "../outgoing/fetch-public";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addCalendar, getBusyTimes, listCalendars, refreshCalendar, removeCalendar } from "./calendars";
import { readBusyTimes } from "./read-busy-times";
import { readCalendarAt, refreshDueCalendars } from "./refresh-calendars";

const services = await openTestServices({ RATE_LIMIT_SCALE: "100" });
const { prisma } = services.db;

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
const port = await new Promise<number>((resolve) => {
  server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${port}/prywatny-klucz.ics`;

let teacher: ActorCtx;
beforeEach(async () => {
  services.clock.time = new Date("2026-11-25T09:00:00Z");
  await prisma.outsideCalendar.deleteMany();
  teacher = personCtx(services, await makePerson(services, "Teacher"));
});

const DAY = "2026-12-01";

/** A calendar of these events, each as its lines. */
function calendar(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Szkoła//PL", ...lines, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}

function meeting(start: Date, minutes = 60, ...more: string[]): string[] {
  const end = new Date(start.getTime() + minutes * 60_000);
  return [`UID:${newId()}`, `DTSTART:${utc(start)}`, `DTEND:${utc(end)}`, "SUMMARY:Dentysta", ...more];
}

function utc(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, "");
}

function serve(text: string | Buffer): void {
  answer = (_request, response) => void response.end(text);
}

async function slotsOf(ctx: ActorCtx, from = DAY): Promise<string[]> {
  return (await getBusyTimes(ctx, { from })).map(({ date, block }) => `${date}#${block}`);
}

test("a calendar is read at once; its events occupy blocks, and neither address nor titles are kept", async () => {
  serve(
    calendar(
      meeting(blockStart(DAY, 3)),
      meeting(blockStart(DAY, 5), 60, "TRANSP:TRANSPARENT"),
      meeting(blockStart(DAY, 6), 60, "STATUS:TENTATIVE"),
      meeting(blockStart(DAY, 7), 60, "STATUS:CANCELLED"),
      meeting(blockStart(DAY, 8), 60, "STATUS:CONFIRMED"),
    ),
  );
  const added = await addCalendar(teacher, { url, label: "Szkoła" });
  expect(added).toEqual({
    id: expect.any(String),
    host: `127.0.0.1:${port}`,
    label: "Szkoła",
    events: 2,
    problem: null,
    fetchedAt: services.now().toISOString(),
    failingSince: null,
  });
  expect(await listCalendars(teacher)).toEqual([added]);
  expect(await slotsOf(teacher)).toEqual([`${DAY}#3`, `${DAY}#8`]);
  const kept = JSON.stringify([
    await prisma.outsideCalendar.findMany(),
    await prisma.busyBlock.findMany(),
    services.logged,
  ]);
  expect(kept).not.toMatch(/prywatny-klucz|Dentysta/);

  // The same address again gives it another name.
  expect(await addCalendar(teacher, { url, label: "Dom" })).toEqual({ ...added, label: "Dom" });
  await removeCalendar(teacher, added);
  expect(await slotsOf(teacher)).toEqual([]);
});

test("a fourth calendar is refused, also when four are added at the same moment; another's is not there", async () => {
  serve(calendar());
  const four = ["a", "b", "c", "d"].map((name) =>
    addCalendar(teacher, { url: `${url}?${name}`, label: name }),
  );
  const results = await Promise.allSettled(four);
  expect(results.filter(({ status }) => status === "rejected")).toEqual([
    {
      status: "rejected",
      reason: expect.objectContaining({ code: "conflict", message: outsideCalendarTexts.tooMany }),
    },
  ]);
  const [first] = await listCalendars(teacher);
  const other = personCtx(services, await makePerson(services, "Teacher"));
  expect(await listCalendars(other)).toEqual([]);
  for (const call of [removeCalendar, refreshCalendar]) {
    await expect(call(other, { id: first?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
  }
});

test.each([
  ["ftp://example.com/a.ics", outsideCalendarTexts.badAddress],
  ["file:///etc/passwd", outsideCalendarTexts.badAddress],
  ["http://example.com/a.ics", calendarProblemTexts["no-answer"]],
  ["http://10.0.0.1/a.ics", calendarProblemTexts["no-answer"]],
  ["to nie adres", outsideCalendarTexts.badAddress],
  ["https://10.0.0.1/a.ics", calendarProblemTexts["no-answer"]],
  ["https://169.254.169.254/latest", calendarProblemTexts["no-answer"]],
  ["https://[::ffff:10.0.0.1]/a.ics", calendarProblemTexts["no-answer"]],
  ["https://[fd00::1]/a.ics", calendarProblemTexts["no-answer"]],
  ["https://nie-ma-takiej.invalid/a.ics", calendarProblemTexts["no-answer"]],
  ["http://127.0.0.1:9/a.ics", calendarProblemTexts["no-answer"]],
])("%s is refused in words that say nothing about what is inside", async (refused, message) => {
  await expect(addCalendar(teacher, { url: refused, label: "" })).rejects.toMatchObject({
    code: "input",
    message,
  });
});

test("a redirect to an inner address is not followed; three public hops are", async () => {
  const hops: string[] = [];
  answer = (request, response) => {
    hops.push(request.url ?? "");
    const [, left = "0"] = /hops=(\d+)/.exec(request.url ?? "") ?? [];
    const next = left === "0" ? "https://192.168.0.1/a.ics" : `/plan?hops=${Number(left) - 1}`;
    if (request.url === "/plan?hops=0&stop") response.end(calendar());
    else response.writeHead(302, { location: next }).end();
  };
  const inner = `http://127.0.0.1:${port}/plan?hops=0`;
  await expect(addCalendar(teacher, { url: inner, label: "" })).rejects.toMatchObject({
    message: calendarProblemTexts["no-answer"],
  });
  expect(hops).toEqual(["/plan?hops=0"]);
  answer = (request, response) => {
    const left = Number(/\d+$/.exec(request.url ?? "")?.[0]);
    if (left === 0) response.end(calendar());
    else response.writeHead(307, { location: `/hop/${left - 1}` }).end();
  };
  await addCalendar(teacher, { url: `http://127.0.0.1:${port}/hop/3`, label: "" });
  await expect(
    addCalendar(teacher, { url: `http://127.0.0.1:${port}/hop/4`, label: "" }),
  ).rejects.toMatchObject({
    message: calendarProblemTexts["no-answer"],
  });
});

test.each([["10.0.0.5"], ["::ffff:10.0.0.5"], ["64:ff9b::a00:5"], ["::10.0.0.5"], ["100.64.0.1"]])(
  "a name that leads to %s when the connection is made is not called",
  async (address) => {
    const looked: string[] = [];
    const news = await readCalendarAt(
      services,
      new URL("https://kalendarz.example/a.ics"),
      null,
      (name, found) => {
        looked.push(name);
        found(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
      },
    );
    expect(news).toEqual({ kind: "failed", problem: "no-answer" });
    expect(looked).toEqual(["kalendarz.example"]);
  },
);

test("outside a demo this machine is not called either", async () => {
  const outside = { ...services, settings: { ...services.settings, demo: false } };
  const at = new URL(`https://localhost:${port}/a.ics`);
  expect(await readCalendarAt(outside, at, null)).toEqual({ kind: "failed", problem: "no-answer" });
  expect(await readCalendarAt(outside, new URL(url), null)).toEqual({ kind: "failed", problem: "no-answer" });
});

test.each<[string, () => void, keyof typeof calendarProblemTexts]>([
  ["a page", () => serve("<html>Zaloguj się</html>"), "not-a-calendar"],
  ["half a calendar", () => serve(calendar(meeting(blockStart(DAY, 3))).slice(0, -20)), "not-a-calendar"],
  ["more than 5 MB", () => serve(Buffer.alloc(5_000_001, "x")), "too-large"],
  [
    "more than 5 MB of which nobody said how long it is",
    () => {
      answer = (_request, response) => {
        for (let sent = 0; sent < 6; sent++) response.write(Buffer.alloc(1_000_000, "x"));
        response.end();
      };
    },
    "too-large",
  ],
  [
    "100,000 events",
    () => serve(calendar(...Array.from({ length: 100_000 }, () => ["UID:1"]))),
    "too-many-events",
  ],
  ["a missing page", () => (answer = (_request, response) => void response.writeHead(404).end()), "refused"],
])("%s is no calendar", async (_what, prepare, problem) => {
  prepare();
  await expect(addCalendar(teacher, { url, label: "" })).rejects.toMatchObject({
    code: "input",
    message: calendarProblemTexts[problem],
  });
});

test("rules without an end, broken events and the product's own lessons stop no other event", async () => {
  const weekly = [
    "UID:w",
    "DTSTART;TZID=Europe/Warsaw:20260330T171000",
    "DTEND;TZID=Europe/Warsaw:20260330T174500",
  ];
  serve(
    calendar(
      ...Array.from({ length: 498 }, () => meeting(blockStart(DAY, 3))),
      ["UID:zepsute", "DTSTART:jutro", "DTSTART:pojutrze", "DTEND:20269999T999999Z"],
      [...weekly, "RRULE:FREQ=WEEKLY", "EXDATE;TZID=Europe/Warsaw:20261207T171000"],
      ["UID:s", "DTSTART:20261201T060000Z", "DTEND:20261201T060010Z", "RRULE:FREQ=SECONDLY"],
      [`UID:lesson-${newId()}@korki`, ...meeting(blockStart(DAY, 5)).slice(1)],
      ["UID:d", "DTSTART;VALUE=DATE:20261205", "DTEND;VALUE=DATE:20261206"],
      ["UID:o", "DTSTART;TZID=Central European Standard Time:20261202T071000", "DURATION:PT30M"],
    ),
  );
  const { events } = await addCalendar(teacher, { url, label: "" });
  expect(events).toBe(501);
  const allDay = Array.from({ length: 14 }, (_, block) => `2026-12-05#${block}`);
  expect(await slotsOf(teacher)).toEqual([`${DAY}#3`, "2026-12-02#0", ...allDay]);
  expect(await slotsOf(teacher, "2026-12-14")).toEqual(["2026-12-14#9"]);
  // The last of the days ahead, and none after it.
  expect(await slotsOf(teacher, "2027-02-22")).toEqual(["2027-02-22#9"]);
  expect(await slotsOf(teacher, "2027-02-23")).toEqual([]);
});

test("moments beside an event's own, and single ones that were moved, are busy each at its time", async () => {
  const at = (block: number, date = DAY) => utc(blockStart(date, block));
  const hour = (date: string, block: number) => [
    `DTSTART:${at(block, date)}`,
    `DTEND:${utc(new Date(blockStart(date, block).getTime() + 3_600_000))}`,
  ];
  serve(
    calendar(
      [
        "UID:a",
        ...hour(DAY, 3),
        `RDATE:${at(3, "2026-12-03")},20261203T999999Z,${at(3, "2026-12-04")}`,
        `EXDATE:${at(3, "2026-12-04")}`,
      ],
      ["UID:p", ...hour(DAY, 4), `RDATE;VALUE=PERIOD:${at(4, "2026-12-05")}/PT90M`],
      ["UID:f", ...hour(DAY, 4), "RDATE;TZID=Europe/Warsaw:20261206T120000"],
      ["UID:d", "DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20261102", "RDATE;VALUE=DATE:20261207"],
      // A rule with a moment beside, which was moved.
      ["UID:r", ...hour("2026-11-24", 5), "RRULE:FREQ=WEEKLY;COUNT=2", `RDATE:${at(5, "2026-12-03")}`],
      ["UID:r", ...hour("2026-12-04", 6), `RECURRENCE-ID:${at(5, "2026-12-03")}`],
      // Two of a series that is not here.
      ["UID:x", ...hour("2026-12-02", 7), `RECURRENCE-ID:${at(7)}`],
      ["UID:x", ...hour("2026-12-02", 9), `RECURRENCE-ID:${at(9, "2026-12-02")}`],
    ),
  );
  await addCalendar(teacher, { url, label: "" });
  const blocks = (date: string, ...all: number[]) => all.map((block) => `${date}#${block}`);
  expect(await slotsOf(teacher)).toEqual([
    ...blocks(DAY, 3, 4, 5),
    ...blocks("2026-12-02", 7, 9),
    ...blocks("2026-12-03", 3),
    ...blocks("2026-12-04", 6),
    ...blocks("2026-12-05", 4, 5),
    ...blocks("2026-12-06", 4, 5),
    ...blocks("2026-12-07", ...Array.from({ length: 14 }, (_, block) => block)),
  ]);
});

/** What is read from a calendar: its times as their ends in UTC, and its days. */
async function readOf(...events: readonly (readonly string[])[]) {
  const read = await readBusyTimes(Buffer.from(calendar(...events)), services.now());
  if (read.problem !== undefined) throw new Error(read.problem);
  const minute = (at: number) => new Date(at).toISOString().slice(0, 16);
  const times = read.times.map(([start, end]) => `${minute(start)}/${minute(end)}`);
  return { ...read, times: times.toSorted(), days: read.days.map((day) => day.join("/")) };
}

test("one of an all-day series that was moved to an hour is busy for that hour", async () => {
  const { times, days } = await readOf(
    ["UID:d", "DTSTART;VALUE=DATE:20261005", "RRULE:FREQ=WEEKLY;UNTIL=20261207"],
    [
      "UID:d",
      "RECURRENCE-ID;VALUE=DATE:20261130",
      "DTSTART;TZID=Europe/Warsaw:20261130T100000",
      "DTEND;TZID=Europe/Warsaw:20261130T110000",
    ],
  );
  expect(times).toEqual(["2026-11-30T09:00/2026-11-30T10:00"]);
  expect(days).toEqual(["2026-11-23/2026-11-23", "2026-12-07/2026-12-07"]);
});

test.each([
  ["without an end", [], "2026-12-09/2026-12-09"],
  ["with the day itself as its end", ["DTEND;VALUE=DATE:20261209"], "2026-12-09/2026-12-09"],
  ["of three days", ["DTEND;VALUE=DATE:20261212"], "2026-12-09/2026-12-11"],
])("one of a timed series that was moved to whole days covers them, %s", async (_what, end, covered) => {
  const { times, days } = await readOf(
    ["UID:t", "DTSTART:20261201T090000Z", "DTEND:20261201T100000Z", "RRULE:FREQ=WEEKLY;COUNT=3"],
    ["UID:t", "RECURRENCE-ID:20261208T090000Z", "DTSTART;VALUE=DATE:20261209", ...end],
  );
  expect(times).toEqual(["2026-12-01T09:00/2026-12-01T10:00", "2026-12-15T09:00/2026-12-15T10:00"]);
  expect(days).toEqual([covered]);
});

const OWN_UID = `lesson-${newId()}@korki`;
const reminder = (uid: string) => ["BEGIN:VALARM", `UID:${uid}`, "TRIGGER:-PT5M", "END:VALARM"];

/** An event on the first of December that begins at an hour in UTC. */
const atHour = (hour: string, uid: string, ...more: string[]) => [
  `UID:${uid}`,
  `DTSTART:20261201T${hour}0000Z`,
  "DURATION:PT1H",
  ...more,
];

test.each([
  ["all of them", [atHour("09", "u"), atHour("11", "u"), atHour("13", "u")], ["09", "11", "13"]],
  ["all of one version", [atHour("09", "u", "SEQUENCE:2"), atHour("11", "u", "SEQUENCE:2")], ["09", "11"]],
  [
    "all of the first version, named or not",
    [atHour("09", "u", "SEQUENCE:0"), atHour("11", "u")],
    ["09", "11"],
  ],
  ["all, also with reminders", [atHour("09", "u", ...reminder("a")), atHour("11", "u")], ["09", "11"]],
  ["only the newer version", [atHour("09", "u"), atHour("11", "u", "SEQUENCE:1")], ["11"]],
  ["no older version", [atHour("09", "u", "SEQUENCE:1"), atHour("11", "u"), atHour("13", "u")], ["09"]],
  [
    "all of the newest version",
    [atHour("08", "u"), atHour("09", "u", "SEQUENCE:1"), atHour("11", "u", "SEQUENCE:1")],
    ["09", "11"],
  ],
  [
    "one of copies, with its moved dates",
    [
      atHour("09", "u", "DTSTAMP:20261101T000000Z", "RRULE:FREQ=DAILY;COUNT=1"),
      atHour("09", "u", "DTSTAMP:20261102T000000Z", "RRULE:FREQ=DAILY;COUNT=1"),
      atHour("11", "u", "RECURRENCE-ID:20261201T090000Z"),
    ],
    ["11"],
  ],
  ["none of the product's own", [atHour("09", OWN_UID), atHour("11", OWN_UID)], []],
])("of events with the same UID %s are busy", async (_which, events, hours) => {
  const { times } = await readOf(...events);
  expect(times.map((time) => time.slice(11, 13))).toEqual(hours);
});

test("an all-day series that ends at a moment keeps its last day in the calendar's zone", async () => {
  const series = (start: string, until: string) => [
    `UID:${newId()}`,
    `DTSTART;VALUE=DATE:${start}`,
    `RRULE:FREQ=WEEKLY;UNTIL=${until};INTERVAL=1`,
  ];
  serve(calendar(series("20261201", "20261214T230000Z"), series("20261202", "20269999T999999Z")));
  await addCalendar(teacher, { url, label: "" });
  const days = async (from: string) => [
    ...new Set((await slotsOf(teacher, from)).map((slot) => slot.slice(0, 10))),
  ];
  expect(await days("2026-12-15")).toContain("2026-12-15");
  expect(await days("2026-12-22")).not.toContain("2026-12-22");
});

test("moments without number are too many events", async () => {
  const moments = Array.from({ length: 25_000 }, (_, at) =>
    utc(new Date(Date.parse(`${DAY}T06:00:00Z`) + at * 1000)),
  );
  serve(calendar(["UID:a", "DTSTART:20261201T060000Z", "DURATION:PT1H", `RDATE:${moments.join(",")}`]));
  await expect(addCalendar(teacher, { url, label: "" })).rejects.toMatchObject({
    message: calendarProblemTexts["too-many-events"],
  });
});

/** A zone as calendars explain it: an hour ahead of UTC, in summer two. */
const explained = (name: string) => [
  "BEGIN:VTIMEZONE",
  `TZID:${name}`,
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

test.each([
  ["a name of its own that it explains", "Moja strefa", explained("Moja strefa")],
  ["a name of its own that it does not explain", "Moja strefa", []],
  ["a longer name with the city at its end", "/freeassociation.sourceforge.net/Europe/Warsaw", []],
  ["Outlook's name", '"(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb"', []],
  ["Outlook's name without quotes", "(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb", []],
  ["no name but custom", '"tzone://Microsoft/Custom"', []],
  ["an offset", "GMT+0100", []],
])("a calendar whose zone has %s is read in its time", async (_what, zone, around) => {
  const event = ["UID:z", `DTSTART;TZID=${zone}:20261201T102000`, `DTEND;TZID=${zone}:20261201T104000`];
  serve(calendar(event).replace("BEGIN:VEVENT", [...around, "BEGIN:VEVENT"].join("\r\n")));
  await addCalendar(teacher, { url, label: "" });
  expect(await slotsOf(teacher)).toEqual([`${DAY}#3`]);
});

test("a date that is taken out of a series is free, also in a zone that the calendar explains", async () => {
  const zone = "Moja strefa";
  const at = (property: string, ...moments: string[]) => `${property};TZID=${zone}:${moments.join(",")}`;
  const weekly = (uid: string, hour: string, ...more: string[]) => [
    `UID:${uid}`,
    at("DTSTART", `20250902T${hour}2000`),
    at("DTEND", `20250902T${hour}4000`),
    "RRULE:FREQ=WEEKLY",
    ...more,
  ];
  const taken = at("EXDATE", "20261201T102000", "20251201T102000");
  const days = "EXDATE;VALUE=DATE:20261215";
  const all = calendar(
    weekly("a", "10", taken, at("EXDATE", "20261208T102000"), days, at("RDATE", "20261203T102000")),
    weekly("b", "12", at("RDATE", "20261203T122000"), at("EXDATE", "20261203T122000")),
  );
  serve(all.replace("BEGIN:VEVENT", [...explained(zone), "BEGIN:VEVENT"].join("\r\n")));
  await addCalendar(teacher, { url, label: "" });
  expect(await slotsOf(teacher)).toEqual([`${DAY}#5`, "2026-12-03#3"]);
  expect(await slotsOf(teacher, "2026-12-08")).toEqual(["2026-12-08#5"]);
  expect(await slotsOf(teacher, "2026-12-15")).toEqual(["2026-12-15#5"]);
  expect(await slotsOf(teacher, "2026-12-22")).toEqual(["2026-12-22#3", "2026-12-22#5"]);
});

test("what is not new is not read again, except on another day", async () => {
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.headers["if-none-match"]);
    if (request.headers["if-none-match"] === '"eins"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"eins"' }).end(calendar(meeting(blockStart(DAY, 3))));
  };
  const added = await addCalendar(teacher, { url, label: "" });
  services.clock.time = new Date("2026-11-25T09:10:00Z");
  await refreshDueCalendars(services);
  expect(asked).toHaveLength(1);
  services.clock.time = new Date("2026-11-25T09:15:00Z");
  await refreshDueCalendars(services);
  expect(await listCalendars(teacher)).toEqual([{ ...added, fetchedAt: "2026-11-25T09:15:00.000Z" }]);
  services.clock.time = new Date("2026-11-26T09:15:00Z");
  await refreshCalendar(teacher, added);
  expect(asked).toEqual([undefined, '"eins"', undefined]);
  expect(await slotsOf(teacher)).toEqual([`${DAY}#3`]);
});

test("with another AUTH_SECRET a calendar fails, and another one can be added", async () => {
  serve(calendar(meeting(blockStart(DAY, 3))));
  const added = await addCalendar(teacher, { url, label: "Szkoła" });
  const settings = { ...services.settings, authSecret: "another secret of at least 32 characters" };
  const asOther = { ...teacher, settings };
  const failed = { failingSince: "2026-11-25T09:15:00.000Z", problem: calendarProblemTexts["address-lost"] };
  services.clock.time = new Date("2026-11-25T09:15:00Z");
  await refreshDueCalendars({ ...services, settings });
  expect(await listCalendars(teacher)).toMatchObject([failed]);
  expect(await refreshCalendar(asOther, added)).toMatchObject(failed);
  expect(await slotsOf(teacher)).toEqual([`${DAY}#3`]);
  await addCalendar(asOther, { url, label: "Jeszcze raz" });
  expect(await listCalendars(teacher)).toHaveLength(2);
});

test("what cannot be read keeps its times and is tried less often; after two days the teacher is told once", async () => {
  serve(calendar(meeting(blockStart(DAY, 3))));
  const added = await addCalendar(teacher, { url, label: "Szkoła" });
  let tries = 0;
  answer = (_request, response) => {
    tries += 1;
    response.writeHead(500).end();
  };
  const start = services.clock.time.getTime();
  for (let minutes = 0; minutes <= 49 * 60; minutes += 5) {
    services.clock.time = new Date(start + minutes * 60_000);
    await refreshDueCalendars(services);
  }
  // After 15, 45, 105, 225 and 465 minutes, then every six hours.
  expect(tries).toBe(11);
  expect(await listCalendars(teacher)).toEqual([
    { ...added, failingSince: "2026-11-25T09:15:00.000Z", problem: calendarProblemTexts.refused },
  ]);
  expect(await slotsOf(teacher)).toEqual([`${DAY}#3`]);
  const told = { kind: "calendar-failing", recipientId: teacher.actor.id };
  expect(await prisma.notification.count({ where: told })).toBe(0);
  services.clock.time = new Date(start + 80 * 3_600_000);
  await refreshDueCalendars(services);
  expect(await prisma.notification.count({ where: told })).toBe(1);
  serve(calendar());
  expect(await refreshCalendar(teacher, added)).toMatchObject({ failingSince: null, problem: null });
  expect(await slotsOf(teacher)).toEqual([]);
});

test("a calendar that keeps its reader busy is given up", async () => {
  // Thousands of rules that name a day for half a century and never come true.
  const event = [
    "DTSTART:19700101T060000Z",
    "DTEND:19700101T061000Z",
    "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  ];
  const text = Buffer.from(calendar(...Array.from({ length: 9000 }, (_, at) => [`UID:${at}`, ...event])));
  const good = Buffer.from(calendar(meeting(blockStart(DAY, 3))));
  const [slow, next] = await Promise.all([
    readBusyTimes(text, services.now(), 500),
    readBusyTimes(good, services.now()),
  ]);
  expect([slow, next]).toMatchObject([{ problem: "too-slow" }, { events: 1 }]);
  expect(addDays(today(services.now()), 6)).toBe(DAY);
  expect(new NotFetched("no-answer").message).not.toMatch(/127/);
});

test("a calendar changes nothing for those that are read after it", async () => {
  const hostile = [
    "__proto__:x",
    "constructor:y",
    "DTSTART;__proto__=1;prototype=2:20261201T100000Z",
    "TRANSP;toString=3:OPAQUE",
  ];
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Europe/Warsaw",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+1200",
    "TZOFFSETTO:+1200",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  const strange = calendar(["UID:__proto__", ...hostile], ["UID:constructor", ...hostile]).replace(
    "BEGIN:VEVENT",
    [...zone, "BEGIN:VEVENT"].join("\r\n"),
  );
  const ordinary = Buffer.from(
    calendar([
      "UID:1",
      "DTSTART;TZID=Europe/Warsaw:20261201T100000",
      "DTEND;TZID=Europe/Warsaw:20261201T110000",
    ]),
  );
  const before = await readBusyTimes(ordinary, services.now());
  expect(before).toMatchObject({
    events: 1,
    times: [[Date.parse("2026-12-01T09:00:00Z"), expect.any(Number)]],
  });
  await readBusyTimes(Buffer.from(strange), services.now());
  expect(await readBusyTimes(ordinary, services.now())).toEqual(before);
});

test("a server that takes its time is left after ten seconds", { timeout: 30_000 }, async () => {
  answer = (_request, response) => {
    const drip = setInterval(() => response.write("x"), 500);
    response.on("close", () => clearInterval(drip));
  };
  await expect(addCalendar(teacher, { url, label: "" })).rejects.toMatchObject({
    message: calendarProblemTexts["no-answer"],
  });
});

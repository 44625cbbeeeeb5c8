// `pnpm bench hours/calendars [teachers=200] [events=1000]`: a worker's look at the outside calendars of so many teachers,
// all of which changed. Exits with 1 where that takes more than half a minute of one core.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addDays, instantOf, today } from "@korki/domain";
import { addCalendar } from "@korki/services/busy-times/calendars";
import { refreshDueCalendars } from "@korki/services/busy-times/refresh-calendars";
import { systemCtx } from "@korki/services/context";
import { testSettings } from "@korki/testing/settings";
import { pino } from "pino";
import { seconds, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { cpuTimeOf } from "../lab/process-usage";
import { labServices } from "../lab/services";
import { loadedId, SMALL } from "../load-data";

const TEACHERS = Number(process.argv[2] ?? 200);
const EVENTS = Number(process.argv[3] ?? 1_000);
const GOAL_MS = 30_000;

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, "");

/** A calendar of single and weekly events, of two zones and whole days, over a hundred days. */
function calendarOf(teacher: number, version: number): string {
  const first = today(new Date());
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//PL"];
  for (let n = 0; n < EVENTS; n += 1) {
    const day = addDays(first, (n * 7 + teacher) % 100);
    const start = instantOf(day, 8 * 60 + ((n * 35 + version) % 720));
    const times =
      n % 20 === 0
        ? [`DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`]
        : n % 5 === 0
          ? [
              `DTSTART;TZID=Europe/Warsaw:${day.replaceAll("-", "")}T170000`,
              "DURATION:PT45M",
              "RRULE:FREQ=WEEKLY;COUNT=8",
            ]
          : [`DTSTART:${stamp(start)}`, `DTEND:${stamp(new Date(start.getTime() + 2_700_000))}`];
    lines.push("BEGIN:VEVENT", `UID:${teacher}-${n}`, `DTSTAMP:${stamp(start)}`, `SUMMARY:Spotkanie ${n}`);
    lines.push(...times, "END:VEVENT");
  }
  return [...lines, "END:VCALENDAR", ""].join("\r\n");
}

await inLab({ ...SMALL, teachers: TEACHERS, students: TEACHERS, lessons: TEACHERS }, async (lab) => {
  const verdict = new Verdict(`${TEACHERS} calendars of ${EVENTS} events`);
  let version = 1;
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/calendar");
    response.end(calendarOf(Number(request.url?.slice(1)), version));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const services = labServices(lab.db, {
    settings: testSettings({ DATABASE_URL: lab.databaseUrl, DEMO: "1" }),
    log: pino({ level: "warn" }),
  });
  for (let n = 0; n < TEACHERS; n += 1) {
    const actor = { id: loadedId("teacher", n), role: "Teacher" as const, sessionId: "bench" };
    await addCalendar({ ...systemCtx(services), actor }, { url: `http://127.0.0.1:${port}/${n}`, label: "" });
  }
  version = 2;
  await lab.db.pool.query("UPDATE outside_calendars SET next_at = now()");
  const [from, cpu] = [performance.now(), cpuTimeOf(process.pid)];
  await refreshDueCalendars(services);
  const [took, used] = [performance.now() - from, cpuTimeOf(process.pid) - cpu];
  server.close();
  const { rows } = await lab.db.pool.query<{ read: number; blocks: number }>(
    `SELECT (SELECT count(*)::int FROM outside_calendars WHERE failures = 0 AND events = $1 AND next_at > now()) AS read,
            (SELECT count(*)::int FROM busy_blocks) AS blocks`,
    [EVENTS],
  );
  const [{ read, blocks } = { read: 0, blocks: 0 }] = rows;
  verdict.must("calendars that were read", read, read === TEACHERS, String(TEACHERS));
  verdict.figure("busy blocks", blocks);
  verdict.figure("took", seconds(took));
  verdict.must(
    "CPU time, the server of the calendars included",
    seconds(used),
    used <= GOAL_MS,
    `at most ${seconds(GOAL_MS)}`,
  );
  verdict.end();
});

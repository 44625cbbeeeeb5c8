import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BusyTimes, busyWindow, CALENDAR_EVENTS_MAX, instantOf } from "@korki/domain";

/** What the program answers: the busy times and how many events they come from, or what is wrong. */
export type EventsRead =
  | { problem: "not-a-calendar" | "too-many-events" }
  | ({ problem?: undefined; events: number } & BusyTimes);

const TIME_MAX_MS = 30_000;
const MEMORY_MAX_MB = 256;
const OUTPUT_MAX_BYTES = 10_000_000;

/** The program lies beside this file in the sources, and at the top of a built server. */
const PROGRAM = ["./read-events.mjs", "./read-events.js", "../read-events.js"]
  .map((place) => fileURLToPath(new URL(place, import.meta.url)))
  .find(existsSync);

/** Calendars are read one after the other: each may take a core and a quarter of a gigabyte. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads when a calendar's events occupy, for the days that matter (rules §35). Events that cannot be read are left out.
 * The text is a stranger's: it is parsed by a process of its own, with limits of time and memory.
 */
export function readBusyTimes(
  calendar: Buffer,
  now: Date,
  timeoutMs: number = TIME_MAX_MS,
): Promise<EventsRead | { problem: "too-slow" }> {
  const read = turn.then(() => runProgram(calendar, now, timeoutMs));
  turn = read.catch(() => undefined);
  return read;
}

function runProgram(
  calendar: Buffer,
  now: Date,
  timeout: number,
): Promise<EventsRead | { problem: "too-slow" }> {
  if (!PROGRAM) throw new Error("the program that reads calendars is missing");
  const { first, last } = busyWindow(now);
  const window = [instantOf(first, 0), instantOf(last, 24 * 60)].map((at) => String(at.getTime()));
  const args = [`--max-old-space-size=${MEMORY_MAX_MB}`, PROGRAM, ...window, String(CALENDAR_EVENTS_MAX)];
  return new Promise((resolve) => {
    const options = {
      timeout,
      killSignal: "SIGKILL",
      maxBuffer: OUTPUT_MAX_BYTES,
      env: { TZ: "UTC" },
    } as const;
    const program = execFile(process.execPath, args, options, (error, stdout) => {
      // Whatever went wrong: its words may quote the calendar.
      resolve(error ? { problem: "too-slow" } : (JSON.parse(stdout) as EventsRead));
    });
    // A program that ended early reads no more.
    program.stdin?.on("error", () => undefined).end(calendar);
  });
}

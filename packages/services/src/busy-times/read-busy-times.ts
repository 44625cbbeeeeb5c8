import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BusyTimes, busyWindow, CALENDAR_EVENTS_MAX, instantOf } from "@korki/domain";

/** What the program answers: the busy times and how many events they come from, or what is wrong. */
export type EventsRead =
  | { problem: "not-a-calendar" | "too-many-events" }
  | ({ problem?: undefined; events: number } & BusyTimes);

const TIME_MAX_MS = 30_000;
const MEMORY_MAX_MB = 256;
/** The program ends when nothing was asked of it for so long. */
const IDLE_MS = 10_000;

/** The program lies beside this file in the sources, and at the top of a built server. */
const PROGRAM = ["./read-events.mjs", "./read-events.js", "../read-events.js"]
  .map((place) => fileURLToPath(new URL(place, import.meta.url)))
  .find(existsSync);

/** Calendars are read one after the other: each may take a core and a quarter of a gigabyte. */
let turn: Promise<unknown> = Promise.resolve();
/** The running program; to start it takes longer than to read most calendars. */
let program: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Reads when a calendar's events occupy, for the days that matter (rules §35). Events that cannot be read are left out.
 * The text is a stranger's: it is parsed by a process of its own, with limits of time and memory, which is killed where it
 * meets one of them.
 */
export function readBusyTimes(
  calendar: Buffer,
  now: Date,
  timeoutMs: number = TIME_MAX_MS,
): Promise<EventsRead | { problem: "too-slow" }> {
  const read = turn.then(() => ask(calendar, now, timeoutMs));
  turn = read.catch(() => undefined);
  return read;
}

async function ask(
  calendar: Buffer,
  now: Date,
  timeoutMs: number,
): Promise<EventsRead | { problem: "too-slow" }> {
  clearTimeout(idle);
  const { first, last } = busyWindow(now);
  const [from, to] = [instantOf(first, 0), instantOf(last, 24 * 60)].map((at) => at.getTime());
  program ??= start();
  const running = program;
  const answer = await new Promise<EventsRead | null>((resolve) => {
    const settle = (read: EventsRead | null) => {
      clearTimeout(limit);
      running.off("message", hear).off("exit", fail);
      resolve(read);
    };
    const hear = (read: unknown) => settle(read as EventsRead);
    const fail = () => settle(null);
    const limit = setTimeout(fail, timeoutMs);
    running.once("message", hear).once("exit", fail);
    running.send({ calendar, from, to, eventsMax: CALENDAR_EVENTS_MAX }, (error) => error && fail());
  });
  if (answer === null) end();
  else idle = setTimeout(end, IDLE_MS).unref();
  // Whatever went wrong: its words may quote the calendar, so that nobody hears them.
  return answer ?? { problem: "too-slow" };
}

function start(): ChildProcess {
  if (!PROGRAM) throw new Error("the program that reads calendars is missing");
  const started = fork(PROGRAM, {
    execArgv: [`--max-old-space-size=${MEMORY_MAX_MB}`, "--disable-proto=delete"],
    env: { TZ: "UTC" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // It keeps no process that has nothing else to do.
  started.unref();
  started.channel?.unref();
  started.once("exit", () => {
    if (program === started) program = null;
  });
  return started.on("error", () => undefined);
}

function end(): void {
  program?.kill("SIGKILL");
  program = null;
}

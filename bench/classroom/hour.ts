// `pnpm bench classroom/hour [minutes] [strokes] [shares]`: a lesson of an hour in so many minutes. Two real Chromium
// through a coturn of this program's: strokes by both all the time, screens shown one after another, the relay killed three
// times, an API process twice, and the student's page without a network for as long as a phone sleeps in the meantime.
import { setTimeout as pause } from "node:timers/promises";
import type { BoardLog } from "@korki/contracts/board";
import { Problem } from "@korki/local-services";
import { type Relay, startRelay } from "@korki/testing/relay";
import type { CDPSession, Page } from "playwright-core";
import { Verdict } from "../lab/figures";
import { handwriting } from "../lab/handwriting";
import { apiProcesses, inLessonRoom, type LessonRoom, untilPainted } from "../lab/lesson-room";

const [MINUTES = 4, STROKES = 5_000, SHARES = 10] = process.argv.slice(2).map(Number);
const RELAY_KILLS = 3;
const API_KILLS = 2;
/** Of the whole: as long as two minutes of an hour would be, and at least long enough to be noticed. */
const ASLEEP_MS = Math.max(20_000, (MINUTES * 60_000) / 30);
const WHOLE_MS = MINUTES * 60_000;
/** Strokes of one call. */
const CALL = 10;
const MEGABYTE = 1_000_000;

/** Runs in the pages: notes for how long no packet of the other's sound came; up to 200 ms is no silence. */
const WATCH = `
  globalThis.sound = { missingMs: 0, isCounting: false };
  const connections = new Set();
  const Native = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(...options) {
      super(...options);
      connections.add(this);
    }
  };
  let known = new Map();
  let heardAt = performance.now();
  let lookedAt = performance.now();
  setInterval(async () => {
    const packets = new Map();
    let isHeard = false;
    for (const connection of connections) {
      if (connection.connectionState === "closed") {
        connections.delete(connection);
        continue;
      }
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== "inbound-rtp" || report.kind !== "audio") continue;
        const key = report.ssrc + report.id;
        packets.set(key, report.packetsReceived);
        if (report.packetsReceived > (known.get(key) ?? 0)) isHeard = true;
      }
    }
    known = packets;
    const now = performance.now();
    if (isHeard) heardAt = now;
    else if (sound.isCounting && now - heardAt > 200) sound.missingMs += now - Math.max(lookedAt, heardAt);
    lookedAt = now;
  }, 100);
`;

const verdict = new Verdict("An hour's lesson");
const relay = await startRelay();
if (!relay) throw new Problem("coturn is missing. Install it (Debian: sudo apt-get install coturn).");
try {
  await inLessonRoom({ env: relay.env, script: WATCH }, (room) => hold(room, relay));
} finally {
  await relay.close();
}
verdict.end();

async function hold(room: LessonRoom, relay: Relay): Promise<void> {
  const [desk, phone] = room.pages;
  for (const page of room.pages) await page.getByRole("button", { name: "Wejdź" }).click();
  const others = "ul[aria-label='Osoby w sali'] li:not([data-own]) video";
  for (const page of room.pages) {
    await page.locator(others).waitFor();
    await page.getByRole("application").waitFor();
  }
  const sessions = await Promise.all(room.pages.map((page) => page.context().newCDPSession(page)));
  const before = await Promise.all(sessions.map(heapBytes));
  await count(room.pages, true);
  const [drawn] = await Promise.all([draw(room), share(desk), trouble(room, relay, phone)]);
  await count(room.pages, false);

  const log = await readLog(room);
  const kept = new Set(log.map(({ key }) => key));
  verdict.must(
    "strokes drawn and kept once",
    kept.size,
    kept.size === log.length && isAll(drawn, kept),
    `${STROKES}`,
  );
  for (const [at, page] of room.pages.entries()) {
    const who = ["the teacher", "the student"][at];
    await untilPainted(page, log.length);
    const missing = await page.evaluate<number>("sound.missingMs");
    verdict.must(
      `sound that ${who} missed, s`,
      (missing / 1_000).toFixed(1),
      missing <= 10_000,
      "at most 10",
    );
    const grown = ((await heapBytes(sessions[at] as CDPSession)) - (before[at] ?? 0)) / MEGABYTE;
    verdict.must(`memory that ${who}'s page has more, MB`, grown.toFixed(1), grown <= 30, "at most 30");
  }
  verdict.figure("operations that both pages show in the end", log.length);
}

function isAll(drawn: ReadonlySet<string>, kept: ReadonlySet<string>): boolean {
  return drawn.size === kept.size && [...drawn].every((key) => kept.has(key));
}

/** Draws as both, evenly; what no server answers is sent again. Returns the strokes' keys. */
async function draw({ call, lessonId }: LessonRoom): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const startedAt = performance.now();
  for (let done = 0; done < STROKES; done += CALL) {
    const operations = Array.from({ length: Math.min(CALL, STROKES - done) }, handwriting);
    const who = (done / CALL) % 2 === 0 ? "teacher" : "student";
    for (const { key } of operations) keys.add(key);
    for (let isSaved = false; !isSaved; ) {
      isSaved = await call(who, "POST", "/trpc/board.draw", { lessonId, operations }).then(
        () => true,
        () => pause(200, false),
      );
    }
    await pause(Math.max(0, startedAt + (WHOLE_MS * done) / STROKES - performance.now()));
  }
  return keys;
}

/** Shows the teacher's screen again and again. */
async function share(desk: Page): Promise<void> {
  for (let time = 0; time < SHARES; time += 1) {
    await desk.getByRole("button", { name: "Pokaż ekran" }).click();
    await pause(WHOLE_MS / SHARES / 2);
    await desk.getByRole("button", { name: "Nie pokazuj ekranu" }).click();
    await pause(WHOLE_MS / SHARES / 2 - 1_000);
  }
}

/** Kills what there is to kill, one after another, and takes the student's network away for a while. */
async function trouble({ product }: LessonRoom, relay: Relay, phone: Page): Promise<void> {
  const acts: (() => Promise<unknown>)[] = [];
  for (let kill = 0; kill < RELAY_KILLS; kill += 1) acts.push(() => relay.kill().then(() => relay.start()));
  for (let kill = 0; kill < API_KILLS; kill += 1) {
    acts.splice(2 * kill + 1, 0, async () => process.kill(apiProcesses(product.pid ?? 0)[0] ?? 0, "SIGKILL"));
  }
  const between = (WHOLE_MS - ASLEEP_MS) / (acts.length + 2);
  for (const act of acts) {
    await pause(between);
    await act();
  }
  await pause(between);
  await phone.context().setOffline(true);
  await pause(ASLEEP_MS);
  await phone.context().setOffline(false);
}

async function count(pages: readonly Page[], isCounting: boolean): Promise<void> {
  for (const page of pages) await page.evaluate(`sound.isCounting = ${isCounting}`);
}

/** Returns how much the page's JavaScript holds after its rubbish was collected. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}

async function readLog({ call, lessonId }: LessonRoom): Promise<BoardLog["operations"]> {
  const operations: BoardLog["operations"] = [];
  for (;;) {
    const path = `/api/lesson/${lessonId}/board?since=${operations.length}`;
    const next = await call<BoardLog>("teacher", "GET", path);
    operations.push(...next.operations);
    if (next.operations.length === 0) return operations;
  }
}

// `pnpm bench board/room [strokes] [long] [moves]`: the board of a lesson as two people have it. Two real Chromium in one
// room: how long a stroke in motion takes from the one's pointer to the other's screen; how long a frame takes while one
// draws on a page full of strokes with a processor slowed four times; how long a long board takes to open, and its bytes on
// the wire.
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { percentile, Verdict } from "../lab/figures";
import { inLessonRoom, untilPainted, writeStrokes } from "../lab/lesson-room";

const [STROKES = 3_000, LONG = 5_000, MOVES = 600] = process.argv.slice(2).map(Number);
const SLOWED = 4;
const MOVE_EVERY_MS = 16;
const OPENINGS = 10;
const REST_MS = 500;

/** Runs in the pages: notes when the pointer moved, when strokes in motion were painted, and when frames began. */
const WATCH = `
  globalThis.watched = { moves: [], painted: [], frames: [] };
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) return;
    for (const _ of event.getCoalescedEvents()) watched.moves.push(now());
  }, true);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const count = Number(target.dataset.live);
      while (watched.painted.length < count) watched.painted.push(now());
    }
  }).observe(document, { attributes: true, attributeFilter: ["data-live"], subtree: true });
  const frame = (at) => {
    watched.frames.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;
type Watched = { moves: number[]; painted: number[]; frames: number[] };

const verdict = new Verdict("The board of a lesson");

await inLessonRoom({ script: WATCH }, async (room) => {
  const [desk, other] = room.pages;
  for (const page of room.pages) {
    await page.getByRole("button", { name: "Wejdź" }).click();
    await page.getByRole("application").waitFor();
  }
  await desk.locator("ul[aria-label='Osoby w sali'] li:not([data-own]) video").waitFor();
  await draw(desk);
  const { moves } = await desk.evaluate<Watched>("watched");
  const { painted } = await other.evaluate<Watched>("watched");
  // The first point is that of the pointer going down.
  const times = sorted(painted.slice(1).map((at, move) => at - (moves[move] ?? at)));
  verdict.figure("points in motion that the other saw", `${painted.length - 1} of ${moves.length}`);
  verdict.figure("from the pointer to the other's screen, p50, ms", percentile(times, 0.5).toFixed(1));
  verdict.figure("from the pointer to the other's screen, p95, ms", percentile(times, 0.95).toFixed(1));

  await writeStrokes(room, STROKES);
  const session = await desk.context().newCDPSession(desk);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await untilPainted(desk, STROKES);
  await desk.evaluate("watched.frames.length = 0");
  await draw(desk);
  const { frames } = await desk.evaluate<Watched>("watched");
  const gaps = sorted(frames.slice(1).map((at, frame) => at - (frames[frame] ?? at)));
  const what = `a frame while drawing on ${STROKES} strokes, slowed ${SLOWED} times`;
  verdict.figure(`${what}, p95, ms`, percentile(gaps, 0.95).toFixed(1));
  verdict.figure(`${what}, longest, ms`, (gaps.at(-1) ?? 0).toFixed(1));
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  await writeStrokes(room, Math.max(0, LONG - STROKES));
  await open(other, room.lessonId, LONG);
});
verdict.end();

/** Draws one long line, with a pause between the movements as a hand makes them. */
async function draw(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.getByRole("application").boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const at = (move: number) =>
    [x + width * (0.3 + (0.4 * move) / MOVES), y + height * (0.5 + 0.2 * Math.sin(move / 20))] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let move = 1; move <= MOVES; move += 1) {
    const began = performance.now();
    await page.mouse.move(...at(move));
    await page.waitForTimeout(Math.max(0, MOVE_EVERY_MS - (performance.now() - began)));
  }
  await page.mouse.up();
}

/** Opens the board from "Tablice", then reloads its page with the files in the browser's cache. */
async function open(page: Page, lessonId: string, count: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const logs = new Set<string>();
  let bytes = 0;
  let openedBytes = 0;
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.includes("board.packed")) logs.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (logs.has(requestId)) bytes += encodedDataLength;
  });
  const opened: number[] = [];
  const reloaded: number[] = [];
  for (let time = 0; time < OPENINGS; time += 1) {
    await page.goto("/dashboard/tablice");
    const link = page.locator(`a[href$="${lessonId}"]`).first();
    await link.waitFor();
    await pause(REST_MS);
    bytes = 0;
    opened.push(await timed(page, count, () => link.click()));
    openedBytes = bytes;
    reloaded.push(await timed(page, count, () => page.reload()));
  }
  verdict.figure(`opening a board of ${count} strokes, median, ms`, middle(opened));
  // Other programs of the machine make it longer, never shorter.
  verdict.figure("the same, fastest, ms", Math.round(Math.min(...opened)));
  verdict.figure("with all of its page, median, ms", middle(reloaded));
  verdict.figure("its log on the wire, bytes", openedBytes);
}

async function timed(page: Page, count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  await untilPainted(page, count);
  return performance.now() - began;
}

function middle(values: number[]): number {
  return Math.round(percentile(sorted(values), 0.5));
}

function sorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

// `pnpm bench classroom/media [entries] [relay failures] [changes]`: what two people in the room of a lesson wait for. Two
// real Chromium with a camera and a microphone of their own, direct and through a coturn of this program's: from "Wejdź" to
// the other's first picture; the relay killed and started again; camera and screen off and on; a choppy network; the
// server's processes killed one after another while sound and picture go on.
import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "@korki/local-services";
import { type Relay, startRelay } from "@korki/testing/relay";
import type { Page } from "playwright-core";
import { percentile, table, Verdict } from "../lab/figures";
import { apiProcesses, inLessonRoom } from "../lab/lesson-room";

const [ENTRIES = 200, FAILURES = 50, CHANGES = 20] = process.argv.slice(2).map(Number);
const PATIENCE_MS = 20_000;

/**
 * Runs in the pages: notes when the other one's pictures are drawn, and what is negotiated. A string, as it is the
 * browser's code and not this program's.
 */
const WATCH = `
  globalThis.watched = { frameAt: 0, firstFrameAt: 0, offers: 0, restarts: 0 };
  const createOffer = RTCPeerConnection.prototype.createOffer;
  RTCPeerConnection.prototype.createOffer = function (options) {
    watched.offers += 1;
    if (options?.iceRestart) watched.restarts += 1;
    return createOffer.call(this, options);
  };
  const known = new WeakSet();
  const follow = (video) => {
    const drawn = () => {
      watched.frameAt = Date.now();
      watched.firstFrameAt ||= Date.now();
      video.requestVideoFrameCallback(drawn);
    };
    video.requestVideoFrameCallback(drawn);
  };
  new MutationObserver(() => {
    for (const video of document.querySelectorAll("ul[aria-label='Osoby w sali'] li:not([data-own]) video, section[aria-label^='Ekran:'] video")) {
      if (known.has(video)) continue;
      known.add(video);
      follow(video);
    }
  }).observe(document, { childList: true, subtree: true });
`;

type Watched = { frameAt: number; firstFrameAt: number; offers: number; restarts: number };

const watched = (page: Page) => page.evaluate<Watched>("watched");
const forget = (page: Page) => page.evaluate("watched.firstFrameAt = 0");

const verdict = new Verdict("The room of a lesson");
const rows = [["what", "median ms", "p95 ms", "worst ms", "of"]];

await inLessonRoom({ script: WATCH }, async ({ pages, product }) => {
  note("entry, direct", await enterOften(pages), { count: ENTRIES, p95: 800 });
  await changeOften(pages);
  await killServers(pages, product);
});
const relay = await startRelay();
if (!relay) throw new Problem("coturn is missing. Install it (Debian: sudo apt-get install coturn).");
try {
  await inLessonRoom({ env: relay.env, script: WATCH }, async ({ pages }) => {
    note("entry, through the relay", await enterOften(pages), { count: ENTRIES, p95: 1_000 });
    await enter(pages);
    note("the relay killed and back", await failOften(pages, relay), { count: FAILURES, p95: 2_500 });
    const before = await Promise.all(pages.map(watched));
    for (const until = Date.now() + 30_000; Date.now() < until; ) {
      await relay.hold(randomInt(500, 3_000));
      await pause(randomInt(500, 3_000));
    }
    const after = await Promise.all(pages.map(watched));
    const restarts = after.reduce((sum, { restarts }, at) => sum + restarts - (before[at]?.restarts ?? 0), 0);
    verdict.must("restarts in 30 s of a choppy network", restarts, restarts <= 3, "at most 3");
  });
} finally {
  await relay.close();
}
console.log(table(rows));
verdict.end();

function note(what: string, times: number[], goal: { count: number; p95: number }): void {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = percentile(sorted, 0.95);
  rows.push([
    what,
    percentile(sorted, 0.5).toFixed(0),
    p95.toFixed(0),
    (sorted.at(-1) ?? 0).toFixed(0),
    `${sorted.length / 2} of ${goal.count}`,
  ]);
  verdict.must(`${what}: tries`, sorted.length / 2, sorted.length / 2 === goal.count, `all of ${goal.count}`);
  verdict.must(`${what}: p95 ms`, Math.round(p95), p95 <= goal.p95, `at most ${goal.p95}`);
}

/** Both enter at random moments, and leave again. Returns from the later "Wejdź" to the first picture, on both sides. */
async function enterOften(pages: Page[]): Promise<number[]> {
  const times: number[] = [];
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const clickedAt = await enter(pages);
    const firsts = await Promise.all(pages.map((page) => when(page, ({ firstFrameAt }) => firstFrameAt > 0)));
    if (firsts.every((first) => first !== null))
      times.push(...firsts.map(({ firstFrameAt }) => firstFrameAt - clickedAt));
    for (const page of pages) await page.getByRole("button", { name: "Wyjdź" }).click();
  }
  return times;
}

/** Reloads the room's page on both sides and enters, in any order. Returns the moment of the later click. */
async function enter(pages: Page[]): Promise<number> {
  await Promise.all(
    pages.map(async (page) => {
      await page.reload();
      await page.locator("section[aria-label='Twój obraz'] video").waitFor();
      await page.getByRole("button", { name: "Wejdź" }).waitFor();
    }),
  );
  const order = randomInt(2) === 0 ? pages : pages.toReversed();
  let clickedAt = 0;
  for (const page of order) {
    await pause(randomInt(0, 400));
    clickedAt = await page.evaluate<number>(
      `(() => { const at = Date.now(); [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Wejdź").click(); return at; })()`,
    );
  }
  return clickedAt;
}

async function failOften(pages: Page[], relay: Relay): Promise<number[]> {
  const times: number[] = [];
  for (let failure = 0; failure < FAILURES; failure += 1) {
    await Promise.all(pages.map((page) => when(page, ({ frameAt }) => Date.now() - frameAt < 300)));
    await relay.kill();
    await relay.start();
    const backAt = Date.now();
    // Pictures that were under way are drawn for a moment yet. No path is looked for before 1.5 s of silence.
    const seen = await Promise.all(
      pages.map((page) => when(page, ({ frameAt }) => frameAt > backAt + 1_000)),
    );
    if (seen.every((one) => one !== null))
      times.push(...seen.map(({ frameAt }) => Math.max(0, frameAt - backAt)));
    // Restarts are counted within 30 s: each failure begins with all of them.
    await pause(31_000);
  }
  return times;
}

/** Camera off and on, another camera, screen on and off: each is seen at once, and nothing is negotiated again. */
async function changeOften(pages: Page[]): Promise<void> {
  await enter(pages);
  const [own, other] = pages as [Page, Page];
  await when(other, ({ firstFrameAt }) => firstFrameAt > 0);
  const before = await Promise.all(pages.map(watched));
  const times: number[] = [];
  const press = (name: string) => own.getByRole("button", { name, exact: true }).click();
  for (let change = 0; change < CHANGES; change += 1) {
    await press("Wyłącz kamerę");
    await other
      .locator("ul[aria-label='Osoby w sali'] li:not([data-own]) video")
      .waitFor({ state: "detached" });
    for (const name of ["Włącz kamerę", "Pokaż ekran"]) {
      await forget(other);
      const at = Date.now();
      await press(name);
      const seen = await when(other, ({ firstFrameAt }) => firstFrameAt > 0);
      if (seen) times.push(seen.firstFrameAt - at);
    }
    await press("Nie pokazuj ekranu");
    await other.locator("section[aria-label^='Ekran:']").waitFor({ state: "detached" });
  }
  const after = await Promise.all(pages.map(watched));
  const offers = after.reduce((sum, { offers }, at) => sum + offers - (before[at]?.offers ?? 0), 0);
  note("camera and screen on again", times, { count: CHANGES, p95: 300 });
  verdict.must("negotiations because of them", offers, offers === 0, "none");
}

/** Kills the server's API processes one after another; the longest pause of a picture is what people see of it. */
async function killServers(pages: Page[], product: ChildProcess): Promise<void> {
  let worst = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      for (const { frameAt } of await Promise.all(pages.map(watched)))
        worst = Math.max(worst, Date.now() - frameAt);
      await pause(50);
    }
  })();
  for (const pid of apiProcesses(product.pid ?? 0)) {
    process.kill(pid, "SIGKILL");
    await pause(8_000);
  }
  isOver = true;
  await looking;
  verdict.must(
    "longest pause of a picture while API processes end, ms",
    worst,
    worst <= 1_000,
    "at most 1,000",
  );
}

/** Waits until what is watched in a page is so; null: it is not in time. */
async function when(page: Page, isSo: (state: Watched) => boolean): Promise<Watched | null> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const state = await watched(page);
    if (isSo(state)) return state;
    await pause(20);
  }
  return null;
}

// `pnpm bench classroom/narrow [kbit/s] [seconds]`: a call on a way that becomes narrow for a while, and wide again. Two
// real Chromium through a coturn of this program's, before which everything waits in turn. Prints after how long the cameras
// give way to the sound, how much sound is missing meanwhile, and after how long they are back.
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "@korki/local-services";
import { startRelay } from "@korki/testing/relay";
import type { Page } from "playwright-core";
import { Verdict } from "../lab/figures";
import { inLessonRoom } from "../lab/lesson-room";
import { startNarrowPath } from "../lab/narrow-path";

const [KILOBITS = 100, SECONDS = 15] = process.argv.slice(2).map(Number);
/** Before it becomes narrow, so that the browsers know how wide it is. */
const CALM_MS = 15_000;
/**
 * After so long the cameras have given way, or are back; the rules say 5 and 15 s from when the browsers know. A way that is
 * narrow for 30 s becomes wide while the cameras are tried.
 */
const GOALS_S = { away: 20, back: 60 };
const PATIENCE_MS = 120_000;
const WEAK = "Łącze jest słabe";

const verdict = new Verdict(`A call on a way of ${KILOBITS} kbit/s for ${SECONDS} s`);
const relay = await startRelay();
if (!relay) throw new Problem("coturn is missing. Install it (Debian: sudo apt-get install coturn).");
const way = await startNarrowPath(Number(relay.env.TURN_URLS.split(":").at(-1)));
try {
  const env = { ...relay.env, TURN_URLS: `turn:127.0.0.1:${way.port}` };
  await inLessonRoom({ env }, async ({ pages }) => {
    for (const page of pages) await page.getByRole("button", { name: "Wejdź" }).click();
    await Promise.all(pages.map((page) => othersVideo(page).waitFor()));
    await pause(CALM_MS);
    way.narrow(KILOBITS * 1_000);
    const away = await secondsUntil(pages, "visible");
    verdict.must(
      "until the cameras give way, s",
      away.join(" and "),
      Math.max(...away) <= GOALS_S.away,
      `at most ${GOALS_S.away}`,
    );
    await pause(SECONDS * 1_000);
    way.narrow(null);
    const back = await secondsUntil(pages, "hidden");
    verdict.must(
      "until they are back, s",
      back.join(" and "),
      Math.max(...back) <= GOALS_S.back,
      `at most ${GOALS_S.back}`,
    );
  });
} finally {
  way.close();
  await relay.close();
}
verdict.end();

function othersVideo(page: Page) {
  return page.locator("ul[aria-label='Osoby w sali'] li:not([data-own]) video");
}

/** Waits until both pages say, or do not say any more, that the way is narrow. */
function secondsUntil(pages: Page[], state: "visible" | "hidden"): Promise<number[]> {
  const began = performance.now();
  return Promise.all(
    pages.map(async (page) => {
      await page
        .getByText(WEAK)
        .waitFor({ state, timeout: PATIENCE_MS })
        .catch(() => undefined);
      return Math.round((performance.now() - began) / 100) / 10;
    }),
  );
}

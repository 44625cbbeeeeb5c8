// `pnpm bench browser/search [words]`: types into the administrator's lists in a real browser, at 20,000 students and
// 3,000 teachers, and measures from each keystroke to the painted rows that answer it.
import { DEMO_PASSWORD } from "@korki/demo/people";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { chromium, type Page } from "playwright-core";
import { percentile, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { startWebApp } from "../lab/web-app";
import { MANY_PEOPLE } from "../load-data";

/** Searches of an administrator: names, parts of them, addresses, phones, and a name without a match. */
const WORDS = [
  "nowak 17",
  "anna wis",
  "lukasz",
  "sliwa 9",
  "zaneta",
  "uczen1234",
  "nauczyciel77",
  "bench.pl",
  "600100",
  "jan lewandowski",
  "cwik 250",
  "zofiaq",
];
const LISTS = [
  { name: "students", path: "/dashboard/uczniowie", label: "Szukaj ucznia" },
  { name: "teachers", path: "/dashboard/nauczyciele", label: "Szukaj nauczyciela" },
];
/** The goal: from a keystroke to its rows. */
const GOAL_MS = 200;

const words = WORDS.slice(0, Number(process.argv[2] ?? WORDS.length));
const verdict = new Verdict();

await inLab(MANY_PEOPLE, async (lab) => {
  const origin = await startWebApp(lab);
  const browser = await chromium.launch({
    executablePath: await chromiumPath({ whole: true }),
    ...CHROMIUM_OPTIONS,
  });
  try {
    const context = await browser.newContext({
      baseURL: origin,
      locale: "pl-PL",
      timezoneId: "Europe/Warsaw",
    });
    const page = await context.newPage();
    await page.goto("/auth");
    await page.getByLabel("E-mail").fill("admin0@bench.pl");
    await page.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Zaloguj się" }).click();
    await page.waitForURL("**/dashboard**");
    for (const list of LISTS) {
      // The first words warm up the browser's and the server's code, as the first minute of a day does.
      for (const word of words.slice(0, 3)) await typeWord(page, list, word);
      const waits: number[] = [];
      for (const word of words) waits.push(...(await typeWord(page, list, word)));
      waits.sort((a, b) => a - b);
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(waits, share).toFixed(0));
      verdict.figure(`${list.name}: keystrokes`, waits.length);
      verdict.figure(
        `${list.name}: keystroke to rows, p50 / p95 / max ms`,
        `${p50} / ${p95} / ${waits.at(-1)?.toFixed(0)}`,
      );
      verdict.must(`${list.name}: p95 ms`, p95 ?? "", Number(p95) < GOAL_MS, `below ${GOAL_MS}`);
    }
  } finally {
    await browser.close();
  }
});
verdict.end();

/** Opens the list and types the word, each key after the previous response. Returns the waits in milliseconds. */
async function typeWord(
  page: Page,
  { path: address, label }: (typeof LISTS)[number],
  word: string,
): Promise<number[]> {
  await page.goto(address);
  await page.getByRole("table").waitFor();
  await page.getByRole("searchbox", { name: label }).focus();
  const waits: number[] = [];
  for (const key of word) {
    if (key === " ") {
      // A space asks nothing new.
      await page.keyboard.press("Space");
      continue;
    }
    const answered = page.evaluate(nextAnswer);
    await page.evaluate(() => null);
    await page.keyboard.press(key);
    waits.push(await answered);
  }
  return waits;
}

/**
 * In the page: from the next key's own time stamp to the frame that shows its rows. A list that waits says so
 * (`data-busy`), from the moment in which it asks.
 */
function nextAnswer(): Promise<number> {
  return new Promise((resolve) => {
    let pressedAt = 0;
    let asked = false;
    addEventListener("keydown", ({ timeStamp }) => (pressedAt = timeStamp), { once: true, capture: true });
    const observer = new MutationObserver(() => {
      const busy = document.querySelector("[data-busy]") !== null;
      asked ||= busy;
      if (busy || !asked) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - pressedAt);
        painted.port2.postMessage(null);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

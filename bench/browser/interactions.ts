// `pnpm bench browser/interactions [rounds]`: the actions that people take most, in a real browser whose processor is
// slowed six times, in a centre with 1,000 lessons. Prints per action how long the slowest interaction took from the
// key or click to the next paint (INP's measure, by the browser's own Event Timing), and of the slowest of all what the
// time went into: waiting for the processor, handlers, and drawing.
import { DEMO_PASSWORD } from "@korki/demo/people";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import { table, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { startWebApp } from "../lab/web-app";

const SLOWED = 6;
/** The goal of every action. */
const GOAL_MS = 100;
const ROUNDS = Number(process.argv[2] ?? 5);
const SIZE = { teachers: 1, students: 20, lessons: 1_000, messages: 400 };

type Action = { name: string; before?: (page: Page) => Promise<void>; act: (page: Page) => Promise<void> };

const lessons = (page: Page) => page.goto("/dashboard/zajecia");
const settled = (page: Page) => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));

const TEACHER: readonly Action[] = [
  {
    name: "open a lesson",
    before: async (page) => void (await lessons(page)),
    act: async (page) => {
      await page
        .getByRole("button", { name: /^Więcej o lekcji/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "close it",
    act: async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  },
  {
    name: "show the calendar",
    act: async (page) => {
      await page.getByText("Kalendarz", { exact: true }).click();
      await page.waitForURL(/kalendarz/);
    },
  },
  {
    name: "turn to the next week",
    act: (page) =>
      page
        .getByRole("button", { name: /^Następny/ })
        .first()
        .click(),
  },
  {
    name: "go to another screen",
    act: async (page) => {
      await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Chat" }).click();
      await page.waitForURL(/chat/);
    },
  },
  {
    name: "open a conversation",
    act: async (page) => {
      await page.getByRole("navigation", { name: "Kontakty" }).getByRole("link").first().click();
      await page.getByRole("textbox", { name: "Treść wiadomości" }).waitFor();
    },
  },
  {
    name: "write a message",
    before: (page) => page.getByRole("textbox", { name: "Treść wiadomości" }).click(),
    act: (page) => page.keyboard.type("Tak"),
  },
  { name: "send it", act: (page) => page.keyboard.press("Enter") },
];

const ADMIN: readonly Action[] = [
  {
    name: "sort a list",
    before: async (page) => void (await lessons(page)),
    act: (page) => page.getByRole("button", { name: "Data" }).click(),
  },
  {
    name: "filter a list",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Status" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForURL(/status=/);
    },
  },
  {
    name: "choose all rows",
    act: (page) => page.getByRole("checkbox", { name: "Zaznacz wszystkie na tej stronie" }).click(),
  },
  {
    name: "search everything",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type("now");
    },
  },
];

const verdict = new Verdict(`Interaction to next paint, processor slowed ${SLOWED} times, 1,000 lessons`);

await inLab(SIZE, async (lab) => {
  const origin = await startWebApp(lab);
  const browser = await chromium.launch({
    executablePath: await chromiumPath({ whole: true }),
    ...CHROMIUM_OPTIONS,
  });
  try {
    const figures = [
      ...(await measure(browser, origin, "nauczyciel0@bench.pl", TEACHER)),
      ...(await measure(browser, origin, "admin0@bench.pl", ADMIN)),
    ];
    console.log(
      table([
        ["action", "median ms", "worst ms", "waited + handled + drawn"],
        ...figures.map(({ name, slowest }) => [
          name,
          String(slowest[Math.floor(slowest.length / 2)]?.took ?? 0),
          String(slowest.at(-1)?.took ?? 0),
          slowest.at(-1)?.parts ?? "",
        ]),
      ]),
    );
    for (const { name, slowest } of figures) {
      const median = slowest[Math.floor(slowest.length / 2)]?.took ?? 0;
      verdict.must(name, median, median <= GOAL_MS, `at most ${GOAL_MS} ms`);
    }
  } finally {
    await browser.close();
  }
});
verdict.end();

/** Takes every action of a person in each round; the first round warms up. Returns the sorted times per action. */
async function measure(browser: Browser, baseURL: string, email: string, actions: readonly Action[]) {
  const context = await browser.newContext({
    ...{ baseURL, locale: "pl-PL", timezoneId: "Europe/Warsaw" },
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(observeInteractions);
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await page.waitForURL("**/dashboard**");
  const session = await context.newCDPSession(page);
  // The window must hold the whole page below its own bars: what lies outside is never drawn, and Event Timing then
  // waits for the next frame that is.
  const { windowId } = await session.send("Browser.getWindowForTarget");
  await session.send("Browser.setWindowBounds", { windowId, bounds: { width: 1_600, height: 1_100 } });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times = new Map(actions.map(({ name }) => [name, [] as Interaction[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, before, act } of actions) {
      await before?.(page);
      await settled(page);
      await page.evaluate(takeSlowest, 250);
      await act(page);
      await settled(page);
      const slowest = await page.evaluate(takeSlowest, 250);
      if (round > 0) times.get(name)?.push(slowest);
    }
  }
  await context.close();
  return actions.map(({ name }) => ({
    name,
    slowest: (times.get(name) ?? []).toSorted((one, other) => one.took - other.took),
  }));
}

/** How long an interaction took, in ms, and of what that consists. */
type Interaction = { took: number; parts: string };

/** In the page: keeps how long each interaction took. */
function observeInteractions(): void {
  const seen: Interaction[] = [];
  Object.assign(globalThis, { korkiInteractions: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, name, startTime, processingStart, processingEnd, duration } =
        entry as PerformanceEventTiming;
      if (!interactionId) continue;
      const parts = [
        processingStart - startTime,
        processingEnd - processingStart,
        startTime + duration - processingEnd,
      ];
      seen.push({ took: duration, parts: `${parts.map(Math.round).join(" + ")} ${name}` });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** In the page: returns the slowest since the last call. Entries arrive a moment after the paint that they measured. */
function takeSlowest(afterMs: number): Promise<Interaction> {
  return new Promise((resolve) => {
    requestIdleCallback(() =>
      setTimeout(() => {
        const seen: Interaction[] = Reflect.get(globalThis, "korkiInteractions");
        const none = { took: 0, parts: "" };
        resolve(seen.splice(0).reduce((one, other) => (other.took > one.took ? other : one), none));
      }, afterMs),
    );
  });
}

// `pnpm bench browser/interactions [rounds]`: the actions that people take most, in a real browser whose processor is
// slowed six times, in a centre with 1,000 lessons. Prints per action how long the slowest interaction took from the
// key or click to the next paint (INP's measure, by the browser's own Event Timing).
import { execFileSync } from "node:child_process";
import path from "node:path";
import { freePort } from "@korki/local-services";
import { DEMO_PASSWORD } from "@korki/services/demo/demo-people";
import { CHROMIUM_ARGS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import { table, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";

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
    name: "write a message",
    before: async (page) => {
      await page
        .getByRole("link", { name: /Nowak|Śliwa|Ćwik|Wiśniewska|Lewandowski/ })
        .first()
        .click();
      await page.getByRole("textbox", { name: /Wiadomość/ }).click();
    },
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
  execFileSync("turbo", ["run", "build", "--filter=@korki/web"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    stdio: "ignore",
  });
  const port = await freePort();
  const { origin } = await lab.startApi("api", {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...CHROMIUM_ARGS] });
  try {
    const figures = [
      ...(await measure(browser, origin, "nauczyciel0@bench.pl", TEACHER)),
      ...(await measure(browser, origin, "admin0@bench.pl", ADMIN)),
    ];
    console.log(
      table([
        ["action", "rounds", "median ms", "worst ms"],
        ...figures.map(({ name, times }) => [
          name,
          String(times.length),
          String(times[Math.floor(times.length / 2)] ?? 0),
          String(times.at(-1) ?? 0),
        ]),
      ]),
    );
    for (const { name, times } of figures) {
      const median = times[Math.floor(times.length / 2)] ?? 0;
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
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times = new Map(actions.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, before, act } of actions) {
      await before?.(page);
      await settled(page);
      await page.evaluate(takeSlowest, 50);
      await act(page);
      await settled(page);
      const slowest = await page.evaluate(takeSlowest, 250);
      if (round > 0) times.get(name)?.push(slowest);
    }
  }
  await context.close();
  return actions.map(({ name }) => ({
    name,
    times: (times.get(name) ?? []).toSorted((one, other) => one - other),
  }));
}

/** In the page: keeps how long each interaction took. */
function observeInteractions(): void {
  const durations: number[] = [];
  Object.assign(globalThis, { korkiInteractions: durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("interactionId" in entry && Number(entry.interactionId) > 0) durations.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** In the page: returns the slowest since the last call. Entries arrive a moment after the paint that they measured. */
function takeSlowest(afterMs: number): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const durations: number[] = Reflect.get(globalThis, "korkiInteractions");
        resolve(Math.max(0, ...durations.splice(0)));
      }, afterMs),
    );
  });
}

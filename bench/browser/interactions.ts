// `pnpm bench browser/interactions [rounds]`: the actions that people take most, in a real browser whose processor is
// slowed six times, in a centre with 1,000 lessons. Prints per action how long the slowest interaction took from the
// key or click to the next paint (INP's measure, by the browser's own Event Timing), and of the slowest of all what the
// time went into: waiting for the processor, handlers, and drawing.
import { DEMO_PASSWORD } from "@korki/demo/people";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import { table, Verdict } from "../lab/figures";
import {
  type Action,
  KEY_MS,
  median,
  OBSERVE_INTERACTIONS,
  press,
  rowsOf,
  takeActions,
} from "../lab/interactions";
import { inLab } from "../lab/lab";
import { startWebApp } from "../lab/web-app";

const SLOWED = 6;
/** The goal of every action. */
const GOAL_MS = 100;
const ROUNDS = Number(process.argv[2] ?? 5);
const SIZE = { teachers: 1, students: 20, lessons: 1_000, messages: 400 };

const lessons = (page: Page) => page.goto("/dashboard/zajecia");

const TEACHER: readonly Action[] = [
  {
    name: "open a lesson",
    before: async (page) => void (await lessons(page)),
    act: async (page) => {
      await press(page.getByRole("button", { name: /^Więcej o lekcji/ }).first());
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
      await press(page.getByText("Kalendarz", { exact: true }));
      await page.waitForURL(/kalendarz/);
    },
  },
  {
    name: "turn to the next week",
    act: (page) => press(page.getByRole("button", { name: /^Następny/ }).first()),
  },
  {
    name: "go to another screen",
    act: async (page) => {
      await press(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Chat" }));
      await page.waitForURL(/chat/);
    },
  },
  {
    name: "open a conversation",
    act: async (page) => {
      await press(page.getByRole("navigation", { name: "Kontakty" }).getByRole("link").first());
      await page.getByRole("textbox", { name: "Treść wiadomości" }).waitFor();
    },
  },
  {
    name: "write a message",
    before: (page) => page.getByRole("textbox", { name: "Treść wiadomości" }).click(),
    act: (page) => page.keyboard.type("Tak", { delay: KEY_MS }),
  },
  { name: "send it", act: (page) => page.keyboard.press("Enter") },
];

const ADMIN: readonly Action[] = [
  {
    name: "sort a list",
    before: async (page) => void (await lessons(page)),
    act: (page) => press(page.getByRole("button", { name: "Data" })),
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
    act: (page) => press(page.getByRole("checkbox", { name: "Zaznacz wszystkie na tej stronie" })),
  },
  {
    name: "search everything",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type("now", { delay: KEY_MS });
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
    console.log(table(rowsOf(figures)));
    for (const { name, slowest } of figures) {
      verdict.must(name, median(slowest), median(slowest) <= GOAL_MS, `at most ${GOAL_MS} ms`);
    }
  } finally {
    await browser.close();
  }
});
verdict.end();

/** Signs a person in, and takes their actions; a first round warms up. */
async function measure(browser: Browser, baseURL: string, email: string, actions: readonly Action[]) {
  const context = await browser.newContext({
    baseURL,
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(OBSERVE_INTERACTIONS);
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
  await takeActions(page, actions, 1);
  const { figures } = await takeActions(page, actions, ROUNDS);
  await context.close();
  return figures;
}

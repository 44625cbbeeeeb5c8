import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import type { Result } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { expect, onTestFinished, TestRunner } from "vitest";
import { axeScript } from "./axe-script";
import { productUrl } from "./product-url";
import { translatePages } from "./translator";

const PICTURES = fileURLToPath(new URL("../results/", import.meta.url));

/** The two sizes in which people meet the product. */
export const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
export type Size = keyof typeof SIZES;
export type Scheme = "light" | "dark";

/** With SCREENS=all (`pnpm screens`, `pnpm screens:journeys`) all is seen in every look, else each in one. */
export const EVERY_LOOK = process.env.SCREENS === "all";
/** The sizes in which a journey is made: everyday in the one in which its people mostly make it. */
export const sizesOf = (everyday: Size): Size[] => (EVERY_LOOK ? ["phone", "desk"] : [everyday]);

export const DEMO_PASSWORD = "Korepetycje1";

/** The worker's one Chromium; undefined before the first file needs it, and after a crash. */
let browser: Promise<Browser> | undefined;

/** The network and the drawing belong to the browser's own process. */
const FEWER_PROCESSES = ["--enable-features=NetworkServiceInProcess2", "--disable-gpu", "--in-process-gpu"];
/** A test is over before optimised code would have paid for its making: a tenth less CPU. */
const UNOPTIMISED = ["--js-flags=--no-maglev --no-turbofan"];
/** A camera that shows a clock, a microphone that beeps each second, and nobody who would have to allow them. */
const FAKE_DEVICES = ["--use-fake-device-for-media-stream=fps=5", "--use-fake-ui-for-media-stream"];

async function launchBrowser(): Promise<Browser> {
  const forget = () => {
    browser = undefined;
  };
  try {
    const executablePath = await chromiumPath();
    const launched = await chromium.launch({
      executablePath,
      ...CHROMIUM_OPTIONS,
      args: [...CHROMIUM_OPTIONS.args, ...FEWER_PROCESSES, ...UNOPTIMISED, ...FAKE_DEVICES],
      env: realClock(),
    });
    return launched.once("disconnected", forget);
  } catch (error) {
    forget();
    throw error;
  }
}

/** How much of a failed test's page is printed. */
const SHOWN_CHARACTERS = 1_500;

/** No screen of the tests has more stops than these. */
const TABS_MAX = 60;

/**
 * A person with a browser of their own: no cookies, Polish, in Warsaw. It closes with the test that opened it, unless that is a concurrent one.
 *
 * @param look.installed Whether the product's service worker may stay in it. Where it may not, a screen costs a quarter
 *   less CPU.
 * @param look.translated Whether the browser translates its pages.
 */
export async function openBrowser(
  look: { size?: Size; scheme?: Scheme; baseURL?: string; installed?: boolean; translated?: boolean } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    baseURL: look.baseURL ?? productUrl(),
    viewport: SIZES[look.size ?? "desk"],
    hasTouch: look.size === "phone",
    colorScheme: look.scheme ?? "light",
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    reducedMotion: "reduce",
    serviceWorkers: look.installed ? "allow" : "block",
  });
  // A page that nobody needs any more would go on showing what others do. Of tests that run at once none is known.
  const test = TestRunner.getCurrentTest();
  if (test && !test.concurrent) {
    onTestFinished(async () => {
      if (test.result?.state === "fail") await sayWhatIsShown(context);
      await context.close();
    });
  }
  if (process.env.FAKETIME) await shiftClock(context);
  if (look.translated) await translatePages(context);
  return { page: await context.newPage(), context };
}

/** Prints the address of each page of a failed test, and the beginning of what a screen reader would find there. */
async function sayWhatIsShown(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.ariaSnapshot({ timeout: PATIENCE_MS }).catch(String);
    console.error(`${page.url()}\n${shown.slice(0, SHOWN_CHARACTERS)}`);
  }
}

/** Chromium's allocator does not start under libfaketime: its pages get the moment from `shiftClock`. */
function realClock(): Record<string, string> {
  const { LD_PRELOAD: _library, FAKETIME: _moment, ...env } = process.env;
  return env as Record<string, string>;
}

/**
 * Moves the clock of a context's pages to this program's. Playwright's own clock adds what lies between the two clocks,
 * and so shows the browser's time again.
 */
async function shiftClock(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const shiftMs = Date.now() - (await page.evaluate(() => Date.now()));
  await page.close();
  await context.addInitScript((shift) => {
    const Real = Date;
    const now = () => Real.now() + shift;
    globalThis.Date = new Proxy(Real, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, made),
      apply: () => new Real(now()).toString(),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
  }, shiftMs);
}

/** Closes the browsers of all the people of a file. Chromium goes on for the worker's next file, and ends with the worker. */
export async function closeBrowser(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

/**
 * Signs in without the sign-in screen, which has its own tests, and opens a screen.
 *
 * @param at the screen to open; null: none, for tests that open one themselves
 */
export async function signIn(
  page: Page,
  email: string,
  { password = DEMO_PASSWORD, at = "/dashboard" }: { password?: string; at?: string | null } = {},
): Promise<void> {
  const answer = await page.request.post("/api/user/login", { data: { email, password } });
  expect(answer.status(), `signing in as ${email}`).toBe(200);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  await page
    .context()
    .addCookies([{ name: ACCESS_TOKEN_COOKIE, value: accessToken, url: new URL("/", answer.url()).href }]);
  if (at === null) return;
  await page.goto(at);
  await page.waitForURL("**/dashboard**");
}

/**
 * Opens another screen without loading the page, as a link does. Loads it if the dashboard is not open yet, or if the path is
 * the same: the old content would stay until new data arrive. The old screen stays until the new one renders, so a test
 * first has to wait for something that only the new screen has.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path.split("?")[0]) await page.goto(path);
  else await goOn(page, path);
}

/**
 * Goes to an address within the dashboard as a link does, also where the screen stays: a sheet that its address opens.
 * Loads it if the dashboard is not open yet. A page that is leaving the dashboard by itself stays where it arrives.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith("/dashboard")) {
    await page.goto(path);
    return;
  }
  await page.evaluate((address) => {
    if (!location.pathname.startsWith("/dashboard")) return;
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
}

/** A signed-in person on a phone in one colour scheme, and at a desk in the other. */
export async function signInOnBoth(
  email: string,
  phoneScheme: Scheme,
  look: { at?: string | null } = {},
): Promise<Record<Size, Page>> {
  const { page: phone } = await openBrowser({ size: "phone", scheme: phoneScheme });
  const { page: desk } = await openBrowser({
    size: "desk",
    scheme: phoneScheme === "light" ? "dark" : "light",
  });
  await signIn(phone, email, look);
  await signIn(desk, email, look);
  return { phone, desk };
}

/** Opens a screen by the menu, which a phone hides behind its toggle. */
export async function openByMenu(page: Page, entry: string): Promise<void> {
  await openMenu(page);
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: entry }).click();
}

/** Makes the menu visible, which a phone hides behind its toggle. */
export async function openMenu(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: /^Otwórz menu/ });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await toggle.or(menu).filter({ visible: true }).first().waitFor();
  if (await toggle.isVisible()) await toggle.click();
}

/** The rows of a list by its name: of a table on a desk, cards on a phone. */
export function rowsOf(page: Page, list: string): Locator {
  return page.getByLabel(list, { exact: true }).locator("tbody tr, li");
}

/** Waits until something has the focus. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Presses Tab until something has the focus, as somebody without a mouse reaches it. */
export async function tabTo(target: Locator): Promise<void> {
  const { keyboard } = target.page();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press("Tab");
  }
  throw new Error(`${target} is not among the next ${TABS_MAX} stops of the Tab key`);
}

/** Keeps a picture of the screen in e2e/results, where SCREENS is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENS) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}

/** Keeps the HTML of the screen, as the browser has it now, in e2e/results/html. */
export async function keepHtml(page: Page, name: string): Promise<void> {
  const folder = path.join(PICTURES, "html");
  await mkdir(folder, { recursive: true });
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  await writeFile(path.join(folder, `${name}.html`), `<!doctype html>\n${html}\n`);
}

/**
 * One run of axe, by its own script. The product has no frames, so that @axe-core/playwright, which reports from a page
 * of its own, would only cost four times the CPU. Finite animations end first: half-shown text has too little contrast.
 */
const AXE_RUN = `Promise.allSettled(
  document.getAnimations()
    .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)
  .then(() => axe.run(document, { resultTypes: ["violations"] }))
  .then(({ violations }) => violations)`;

const AXE = axeScript();

/** How long a finding must last to count: a screen may be checked while it is still changing. */
export const PATIENCE_MS = 5000;

/** What axe finds wrong with the screen (WCAG 2.2 AA and best practices), in words; none is right. */
export async function axeFindings(page: Page): Promise<string[]> {
  const deadline = performance.now() + PATIENCE_MS;
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await AXE);
  for (;;) {
    const violations = await page.evaluate<Result[]>(AXE_RUN);
    if (violations.length === 0 || performance.now() > deadline)
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join("; ")})`,
      );
    await setTimeout(250);
  }
}

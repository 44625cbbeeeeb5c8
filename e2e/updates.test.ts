import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeBrowser, DEMO_PASSWORD, openBrowser, picture } from "./harness/browser";
import { type Deployment, startDeployment } from "./harness/deployment";
import { productUrl } from "./harness/product-url";

/** The installed application: it opens without a connection, and a new version reloads it once and eats no form. */
const NEWER = "0.0.5";

let deployment: Deployment;
let page: Page;
let context: BrowserContext;
/** how often the settings were loaded */
let loads: number;

beforeEach(async () => {
  deployment = await startDeployment(productUrl());
  ({ page, context } = await openBrowser({ installed: true }));
  loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
});
afterEach(async () => {
  await context.close();
  await deployment.stop();
});
afterAll(closeBrowser);

test("a new version waits for a half-filled form, then reloads the page once", async () => {
  await openSettings();
  await page.getByLabel("Nazwisko").fill("W połowie");
  deployment.deploy(NEWER);
  await lookForUpdate();
  await workerWaits();
  expect(loads).toBe(1);
  expect(await page.getByLabel("Nazwisko").inputValue()).toBe("W połowie");

  await page.getByLabel("Nazwisko").fill("Nowak");
  await vi.waitFor(async () => expect(await storedVersion()).toBe(NEWER), { timeout: 15_000 });
  await vi.waitFor(() => expect(loads).toBe(2), { timeout: 15_000 });
  await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
});

test("a deployment that rolls over several servers sends nobody back and forth", async () => {
  await openSettings();
  deployment.deploy(NEWER);
  await lookForUpdate();
  await vi.waitFor(() => expect(loads).toBe(2), { timeout: 15_000 });

  for (const [index, version] of ["0.0.4", NEWER, "0.0.4", NEWER].entries()) {
    deployment.deploy(version);
    await page.reload();
    await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
    await lookForUpdate();
    expect(loads).toBe(3 + index);
    expect(await storedVersion()).toBe(NEWER);
  }
});

test("a page of a newer version clears what the older one stored, and keeps the person's choice of look", async () => {
  await openSettings();
  await page.getByRole("radio", { name: "Ciemny" }).check({ force: true });
  await page.evaluate(() => localStorage.setItem("of-an-older-format", "1"));
  deployment.deploy(NEWER);
  await page.reload();
  await vi.waitFor(() => expect(loads).toBe(3), { timeout: 15_000 });
  await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
  expect(await storedVersion()).toBe(NEWER);
  expect(await page.evaluate(() => localStorage.getItem("of-an-older-format"))).toBeNull();
  expect(await page.getByRole("radio", { name: "Ciemny" }).isChecked()).toBe(true);
});

test("without a connection it opens, says so, and recovers automatically", async () => {
  await openSettings();
  await page.reload();
  await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await connectionLost().waitFor();
  await page.getByRole("heading", { name: "Nie możemy połączyć się z serwerem" }).waitFor();
  await picture(page, "offline-desk");
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
  await connectionLost().waitFor({ state: "detached" });
});

test("without a connection, a new screen says so, and is loaded later", async () => {
  await openSettings();
  await vi.waitFor(
    async () => expect(await page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true),
    { timeout: 15_000 },
  );
  await context.setOffline(true);
  await page.getByRole("link", { name: "Chat" }).click();
  await page.getByText("Nie udało się pobrać tej strony").waitFor();
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
});

test("a page that was opened past the worker is handed to it", async () => {
  await openSettings();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.reload", { ignoreCache: true });
  await expect.poll(() => loads).toBe(2);
  await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
});

test("without a connection visitors' pages open, and say what they could not fetch", async () => {
  await page.goto(`${deployment.url}/auth`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await vi.waitFor(
    async () => expect(await page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true),
    { timeout: 15_000 },
  );
  await context.setOffline(true);
  await page.goto(`${deployment.url}/lekcja_probna`);
  await connectionLost().waitFor();
  await page.getByRole("button", { name: "Wyślij zgłoszenie" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }).waitFor();
  await page.goto(`${deployment.url}/cennik`);
  await page.getByRole("heading", { level: 1, name: "Cennik" }).waitFor();
  await page.getByText("Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie").waitFor();
});

test("visitors' pages whose later file does not arrive say so, and the form stays whole", async () => {
  await context.route(/\/visitor-later-.*\.js/, (route) => route.abort());
  const missing = page.waitForEvent("requestfailed", (request) => request.url().includes("/visitor-later-"));
  await page.goto(`${deployment.url}/lekcja_probna`);
  await missing;
  await page.getByRole("button", { name: "Wyślij zgłoszenie" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }).waitFor();
  // A page that needs a file of its own says what is missing.
  await page.goto(`${deployment.url}/cennik`);
  await page.getByRole("heading", { level: 1, name: "Nie udało się pobrać tej strony" }).waitFor();
});

async function openSettings(): Promise<void> {
  await page.goto(`${deployment.url}/dashboard/ustawienia`);
  await page.getByLabel("E-mail").fill("uczen@demo.pl");
  await page.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  loads = 1;
}

/** Browsers differ in whether a page that was opened without a network knows that there is none. */
function connectionLost() {
  return page.getByText(/^Brak połączenia z\s(internetem|serwerem)$/);
}

async function lookForUpdate(): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

async function workerWaits(): Promise<void> {
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await vi.waitFor(async () => expect(await waits()).toBe(true), { timeout: 15_000 });
}

function storedVersion(): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("appVersion"));
}

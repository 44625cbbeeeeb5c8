import { APP_VERSION } from "@korki/domain";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeBrowser, openBrowser, picture, signIn } from "./harness/browser";
import { type Deployment, startDeployment } from "./harness/deployment";
import { productUrl } from "./harness/product-url";

/** The installed application: it opens without a connection, and a new version reloads it once and eats no form. */
const NEWER = "0.0.5";
const NEWEST = "0.0.6";

let deployment: Deployment;
let page: Page;
let context: BrowserContext;
/** how often the page was loaded */
let loads: number;

beforeEach(async () => {
  deployment = await startDeployment(productUrl());
  ({ page, context } = await openBrowser({ installed: true, baseURL: deployment.url }));
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

test("a new version waits for a half-filled form, then reloads the page once, and clears what an older one stored", async () => {
  await openSettings();
  await page.getByRole("radio", { name: "Ciemny" }).check({ force: true });
  await page.getByLabel("Nazwisko").fill("W połowie");
  deployment.deploy(NEWER);
  await lookForUpdate();
  await workerWaits();
  expect(loads).toBe(1);
  expect(await page.getByLabel("Nazwisko").inputValue()).toBe("W połowie");

  await page.getByLabel("Nazwisko").fill("Nowak");
  await vi.waitFor(async () => expect(await storedVersion()).toBe(NEWER), { timeout: 15_000 });
  await vi.waitFor(() => expect(loads).toBe(2), { timeout: 15_000 });
  await settings().waitFor();

  // A deployment that rolls over several servers sends nobody back and forth.
  for (const [index, version] of [APP_VERSION, NEWER].entries()) {
    deployment.deploy(version);
    await page.reload();
    await settings().waitFor();
    await lookForUpdate();
    expect(loads).toBe(3 + index);
    expect(await storedVersion()).toBe(NEWER);
  }

  // A page of a newer version clears what the older one stored, and keeps the person's choice of look.
  await page.evaluate(() => localStorage.setItem("of-an-older-format", "1"));
  deployment.deploy(NEWEST);
  await page.reload();
  await vi.waitFor(() => expect(loads).toBe(6), { timeout: 15_000 });
  await settings().waitFor();
  expect(await storedVersion()).toBe(NEWEST);
  expect(await page.evaluate(() => localStorage.getItem("of-an-older-format"))).toBeNull();
  expect(await page.getByRole("radio", { name: "Ciemny" }).isChecked()).toBe(true);
});

test("without a connection it opens, says so, and recovers automatically", async () => {
  await openSettings();
  // A page that was opened past the worker is handed to it.
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.reload", { ignoreCache: true });
  await expect.poll(() => loads).toBe(2);
  await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
  await settings().waitFor();

  // A new screen is loaded later.
  await context.setOffline(true);
  await page.getByRole("link", { name: "Chat" }).click();
  await page.getByText("Nie udało się pobrać tej strony").waitFor();
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();

  await page.getByRole("link", { name: "Ustawienia" }).click();
  await settings().waitFor();
  await context.setOffline(true);
  await page.reload();
  await connectionLost().waitFor();
  await page.getByRole("heading", { name: "Nie możemy połączyć się z serwerem" }).waitFor();
  await picture(page, "offline-desk");
  await context.setOffline(false);
  await settings().waitFor();
  await connectionLost().waitFor({ state: "detached" });
});

test("without a connection visitors' pages open, and say what they could not fetch", async () => {
  await page.goto("/auth");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await vi.waitFor(
    async () => expect(await page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true),
    { timeout: 15_000 },
  );
  await context.setOffline(true);
  await page.goto("/lekcja_probna");
  await connectionLost().waitFor();
  await page.getByRole("button", { name: "Wyślij zgłoszenie" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }).waitFor();
  await page.goto("/cennik");
  await page.getByRole("heading", { level: 1, name: "Cennik" }).waitFor();
  await page.getByText("Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie").waitFor();
});

test("visitors' pages whose later file does not arrive say so, and the form stays whole", async () => {
  const { page: visitor, context: plain } = await openBrowser();
  await plain.route(/\/visitor-later-.*\.js/, (route) => route.abort());
  const missing = visitor.waitForEvent("requestfailed", (request) =>
    request.url().includes("/visitor-later-"),
  );
  await visitor.goto("/lekcja_probna");
  await missing;
  await visitor.getByRole("button", { name: "Wyślij zgłoszenie" }).waitFor();
  await visitor.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }).waitFor();
  // A page that needs a file of its own says what is missing.
  await visitor.goto("/cennik");
  await visitor.getByRole("heading", { level: 1, name: "Nie udało się pobrać tej strony" }).waitFor();
});

async function openSettings(): Promise<void> {
  await signIn(page, "uczen@demo.pl", { at: "/dashboard/ustawienia" });
  await settings().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

const settings = () => page.getByRole("heading", { name: "Twoje dane" });

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

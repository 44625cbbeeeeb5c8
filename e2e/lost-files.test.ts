import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, openBrowser } from "./harness/browser";

/** Of what a page is made of, a file gets lost on the way, or takes its time: a visitor goes on all the same. */
afterAll(closeBrowser);

test("a file that a page begins with is asked for again, once", async () => {
  const { page } = await openWithoutWorker();
  const loads = countLoads(page);
  await lose(page, "first-page", 1);
  await page.goto("/auth");
  await page.getByRole("heading", { name: "Logowanie" }).waitFor();
  expect(loads()).toBe(2);

  await lose(page, "trial-sign-up-page", 1);
  await page.goto("/lekcja_probna");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(loads()).toBe(4);
});

test("a page that cannot begin, as a file stays lost, says so and offers to try again", async () => {
  const { page } = await openWithoutWorker();
  await lose(page, "first-page", 2);
  await page.goto("/auth");
  await page.getByRole("alert").getByText("Nie udało się wczytać strony").waitFor();
  await page.getByRole("button", { name: "spróbuj ponownie" }).click();
  await page.getByLabel("E-mail").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a form whose rules, and then its toast, are lost is sent, and the page stays", async () => {
  const { page } = await openWithoutWorker();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await lose(page, "(?:schemas|toast-area)");
  await page.goto("/lekcja_probna");
  const loads = countLoads(page);
  await fillTrial(page);
  const toast = page.waitForEvent("requestfailed", (request) => /toast-area.*js/.test(request.url()));
  await page.getByRole("button", { name: "Zatwierdź" }).click();
  await page.getByRole("heading", { level: 1, name: "Dziękujemy za zgłoszenie!" }).waitFor();
  await toast;
  await page.getByRole("button", { name: "Wyślij kolejne zgłoszenie" }).click();
  await fillTrial(page);
  expect(loads()).toBe(0);
  expect(faults).toEqual([]);
});

test("while a form waits for its rules, the button shows that it was pressed", async () => {
  const { page } = await openWithoutWorker();
  let come = () => {};
  const comes = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/schemas-/, async (route) => {
    await comes;
    await route.continue();
  });
  await page.goto("/auth");
  await page.getByLabel("E-mail").fill("nie adres");
  await page.keyboard.press("Enter");
  await page.locator('form[aria-busy="true"]').waitFor();
  come();
  await page.getByText("Nie poprawny email").waitFor();
  await page.locator('form[aria-busy="false"]').waitFor();
});

/** A service worker would fetch the files itself, and they could not be lost here. */
async function openWithoutWorker() {
  const { page, context } = await openBrowser();
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  return { page };
}

/** The server's answers with this file are lost, the first few or all. */
async function lose(page: Page, name: string, times = Number.POSITIVE_INFINITY): Promise<void> {
  let lost = 0;
  await page.route(new RegExp(`/assets/${name}-.*\\.js`), async (route) => {
    if (lost >= times) return route.continue();
    lost += 1;
    return route.abort();
  });
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  return () => loads;
}

async function fillTrial(page: Page): Promise<void> {
  await page.getByLabel("Przedmiot").selectOption("Fizyka");
  await page.getByLabel("Poziom edukacji").selectOption("liceumR");
  await page.getByLabel("E-mail").fill(`gosc.${randomUUID().slice(0, 8)}@example.com`);
  await page.getByLabel("Numer telefonu").fill("600 100 200");
}

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, openBrowser, signIn } from "./harness/browser";

/** The administrator's screens on the demo's data. */
let page: Page;

beforeAll(async () => {
  ({ page } = await openBrowser({ size: "desk" }));
  await signIn(page, "admin@demo.pl");
});
afterAll(closeBrowser);

test("every list and form opens, and axe finds nothing on it", async () => {
  const screens = [
    ["/dashboard/zajecia", "Lekcje"],
    ["/dashboard/zajecia/dodaj", "Dodaj lekcję"],
    ["/dashboard/zajecia/probne", "Lekcje próbne"],
    ["/dashboard/zajecia/dodaj-probna", "Dodaj lekcję próbną"],
    ["/dashboard/firma", "Finanse"],
    ["/dashboard/firma/cennik", "Cennik"],
    ["/dashboard/firma/powiadomienia", "Powiadomienia"],
    ["/dashboard/firma/historia", "Historia"],
  ] as const;
  for (const [address, tab] of screens) {
    await page.goto(address);
    await page.locator('nav [aria-current="page"]', { hasText: tab }).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await axeFindings(page), address).toEqual([]);
  }
});

test("a teacher is found by a piece of the address, and a payout is noted and struck out", async () => {
  await page.goto("/dashboard/nauczyciele");
  await page.getByRole("searchbox", { name: "Szukaj nauczyciela" }).fill("nauczyciel@demo");
  await page.getByText("1 nauczyciel", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Anna Kowalska" }).click();
  await page.getByRole("link", { name: "Finanse", exact: true }).click();
  await page.getByRole("button", { name: "Dodaj płatność" }).click();
  const popup = page.getByRole("dialog");
  expect(await popup.getByLabel("Opis").inputValue()).toBe("wypłata");
  await popup.getByLabel("Kwota").fill("123");
  await popup.getByRole("button", { name: "Dodaj płatność" }).click();
  await page.getByText("Dodano płatność").waitFor();
  await page.getByRole("button", { name: /^Usuń płatność 123\szł/ }).click();
  await page.getByRole("button", { name: "Usuń", exact: true }).last().click();
  await page.getByText("Usunięto płatność").waitFor();
  await page.getByText(/^usunięto .*Maria/).waitFor();
});

test("an edit without changes says so", async () => {
  await page.goto("/dashboard/zajecia");
  await page
    .getByRole("button", { name: /^Więcej o lekcji/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Zapisz zmiany" }).click();
  await page.getByText("Nie dokonano żadnych zmian").waitFor();
});

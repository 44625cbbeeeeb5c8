import { afterAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, expectFocus, openBrowser, signIn } from "./harness/browser";

/** Fast hands: people, days and actions by a few letters, screens by two keys. */
afterAll(closeBrowser);

test("Ctrl+K finds people, days and actions; „?” lists the keys, and they work", async () => {
  const { page } = await openBrowser({ scheme: "dark" });
  await signIn(page, "admin@demo.pl");
  await page.getByRole("heading", { level: 1, name: "Zajęcia" }).waitFor();
  const search = page.getByPlaceholder("Osoba, data albo to, co chcesz zrobić");
  const palette = page.getByRole("dialog", { name: "Szukaj i przejdź" });
  const option = (name: string) => palette.getByRole("button", { name });

  await page.keyboard.press("Control+k");
  await expectFocus(search);
  await page.keyboard.type("jakub now");
  await option("Jakub Nowak").first().waitFor();
  await option("Dodaj wpłatę: Jakub Nowak").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The best answer is chosen already.
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Jakub Nowak" }).waitFor();

  // Enter before the server has answered opens the answer when it is there.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/trpc/**", async (route) => {
    if (route.request().url().includes("adminPeople")) await answered;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await expectFocus(search);
  await page.keyboard.type("piotr ziel");
  await page.keyboard.press("Enter");
  answer();
  await page.getByRole("heading", { level: 1, name: "Piotr Zieliński" }).waitFor();
  await page.unroute("**/trpc/**");

  await page.keyboard.press("Control+k");
  await expectFocus(search);
  await page.keyboard.type("24.11.2026");
  await option("Lekcje: wtorek, 24 listopada").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/dzien=2026-11-24/);
  await page.getByRole("region", { name: "Siatka godzin" }).waitFor();

  await page.keyboard.press("Control+k");
  await expectFocus(search);
  await page.keyboard.type("dleprob");
  await option("Dodaj lekcję próbną").first().click();
  await page.waitForURL("**/dashboard/zajecia/dodaj-probna");
  await search.waitFor({ state: "detached" });

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Skróty klawiszowe" });
  await keys.getByText("Przejdź do: Firma").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await page.getByRole("heading", { level: 1, name: "Uczniowie" }).waitFor();
  // In a field they are letters.
  await page.getByRole("searchbox", { name: "Szukaj ucznia" }).pressSequentially("gz?");
  expect(await page.getByRole("searchbox", { name: "Szukaj ucznia" }).inputValue()).toBe("gz?");
});

test("Ctrl+K understands what people call things, and leads to settings", async () => {
  const { page } = await openBrowser();
  await signIn(page, "uczen@demo.pl");
  await page.getByRole("heading", { level: 1, name: "Zajęcia" }).waitFor();
  const search = page.getByPlaceholder("Osoba, data albo to, co chcesz zrobić");
  for (const [typed, answer, path, heading] of [
    ["dodaj lek", "Zarezerwuj", "/dashboard/zajecia/rezerwacja", "Zarezerwuj lekcję"],
    ["hasło", "Bezpieczeństwo", "/dashboard/ustawienia/bezpieczenstwo", "Ustawienia"],
    ["zadania", "Raporty i zadania", "/dashboard/raporty", "Raporty i zadania"],
    ["rodzic", "Zaproś rodzica", "/dashboard/ustawienia#rodzic", "Ustawienia"],
    ["zapłać", "Doładuj lekcje", "/dashboard/platnosci?doladuj=1", "Płatności"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await expectFocus(search);
    await page.keyboard.type(typed);
    await page
      .getByRole("dialog", { name: "Szukaj i przejdź" })
      .locator("[data-selected]")
      .filter({ hasText: answer })
      .waitFor();
    await page.keyboard.press("Enter");
    // A screen that has just come takes the focus.
    await page.getByRole("heading", { level: 1, name: heading, includeHidden: true }).waitFor();
    const { pathname, search: query, hash } = new URL(page.url());
    expect(pathname + query + hash).toBe(path);
    await search.waitFor({ state: "detached" });
  }
});

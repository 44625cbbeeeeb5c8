import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  expectFocus,
  openBrowser,
  type Size,
  signIn,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL, openCentre, type Pair } from "./harness/centre";

/** An administrator chooses rows and acts on all of them at once, at a desk by keyboard alone, on a phone by touch. */
let centre: Awaited<ReturnType<typeof openCentre>>;
beforeAll(async () => {
  centre = await openCentre();
});
afterAll(closeBrowser);

async function lessonsOf(size: Size): Promise<{ page: Page; pair: Pair }> {
  const pair = await centre.addPair("Bukowska", "Czapla");
  const year = new Date().getFullYear() + 1;
  for (const block of [3, 4, 5]) await centre.addLesson(pair, `${year}-03-05`, block);
  const { page } = await openBrowser({ size, scheme: size === "desk" ? "light" : "dark" });
  await signIn(page, ADMIN_EMAIL, { at: `/dashboard/zajecia?nauczyciel=${pair.teacher.id}` });
  await page.getByText("3 lekcje", { exact: true }).waitFor();
  return { page, pair };
}

const bar = (page: Page) => page.getByRole("region", { name: "Działania na zaznaczonych" });
const badges = (page: Page, status: string) =>
  page.getByLabel("Lekcje", { exact: true }).getByText(status, { exact: true });

test("at a desk, by keyboard alone: chooses rows, confirms them, takes it back, cancels them with a reason", async () => {
  const { page } = await lessonsOf("desk");
  const boxes = page.getByRole("checkbox", { name: /^Zaznacz: 5 marca/ });
  await page.getByRole("checkbox", { name: "Zaznacz wszystkie na tej stronie" }).focus();
  // Past the sorting to the list's one box that Tab reaches.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expectFocus(boxes.first());
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await expectFocus(boxes.nth(1));
  await bar(page).getByText("Zaznaczono: 2").waitFor();

  await bar(page).getByRole("button", { name: "Potwierdź (2)" }).press("Enter");
  await bar(page).getByText("Potwierdzono 2 lekcje.").waitFor();
  await expect.poll(() => badges(page, "Potwierdzona").count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await bar(page).getByRole("button", { name: "Cofnij" }).press("Enter");
  await bar(page).getByText("Cofnięto zmianę: 2 lekcje.").waitFor();
  await expect.poll(() => badges(page, "Niepotwierdzona").count()).toBe(3);

  await page.getByRole("checkbox", { name: "Zaznacz wszystkie na tej stronie" }).press("Space");
  await bar(page).getByRole("button", { name: "Odwołaj (3)" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Odwołać 3 lekcje?" });
  await expectFocus(question.getByLabel(/Powód/));
  await page.keyboard.type("Awaria prądu");
  await question.getByRole("button", { name: "Odwołaj (3)" }).press("Enter");
  await bar(page).getByText("Odwołano 3 lekcje.").waitFor();
  await expect.poll(() => badges(page, "Odwołana").count()).toBe(3);
  await page.close();
});

test("on a phone: chooses lessons by tapping them, and writes to people from their list", async () => {
  const { page, pair } = await lessonsOf("phone");
  await page.getByRole("button", { name: "Zaznacz", exact: true }).tap();
  // Not by a tap: what waits stands above the list, and grows while other tests work.
  const row = page.getByLabel("Lekcje", { exact: true }).getByRole("button", { name: /10:15/ });
  await row.and(page.locator('[aria-pressed="false"]')).press("Enter");
  await bar(page).getByRole("button", { name: "Odwołaj (1)" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await bar(page).getByRole("button", { name: "Potwierdź (1)" }).tap();
  await bar(page).getByText("Potwierdzono 1 lekcję.").waitFor();

  await visit(page, `/dashboard/uczniowie?szukaj=${pair.student.email}`);
  // The lessons have a button of that name, too.
  await page.getByRole("heading", { level: 1, name: "Uczniowie" }).waitFor();
  await page.getByRole("button", { name: "Zaznacz", exact: true }).tap();
  await page.getByRole("checkbox", { name: `Zaznacz: ${pair.student.fullName}` }).tap();
  await bar(page).getByRole("button", { name: "Napisz (1)" }).tap();
  const sheet = page.getByRole("dialog", { name: "Wiadomość do 1 osoby" });
  await sheet.getByRole("button", { name: "Wyślij" }).tap();
  await expectFocus(sheet.getByLabel("Treść wiadomości"));
  await page.keyboard.type("Jutro zaczynamy o 9:00");
  await sheet.getByRole("button", { name: "Wyślij" }).tap();
  await bar(page).getByText("Wysłano 1 wiadomość.").waitFor();
  await visit(page, `/dashboard/chat/${pair.student.id}`);
  await page.getByText("Jutro zaczynamy o 9:00").last().waitFor();
  await page.close();
});

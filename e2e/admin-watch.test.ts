import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  openBrowser,
  picture,
  SIZES,
  signIn,
  tabTo,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL, choosePerson, openCentre, type Pair } from "./harness/centre";
import { mailTo, refuseMailTo } from "./harness/outside";

/** An administrator watches: what was sent, what failed, and who changed what. */
let page: Page;
let centre: Awaited<ReturnType<typeof openCentre>>;
/** Of a lesson that was changed. */
let pair: Pair;

beforeAll(async () => {
  [centre, { page }] = await Promise.all([openCentre(), openBrowser()]);
  pair = await centre.addPair("Kronikarz", "Zapisana");
  const lesson = await centre.addLesson(pair, "2024-05-06", 2);
  await centre.rest("POST", `/admin/lesson/${lesson}`, { status: "Potwierdzona" });
  await signIn(page, ADMIN_EMAIL, { at: null });
});
afterAll(closeBrowser);

/** Waits for what a worker does: the open list does not hear of it. */
async function ended(search: string, status: "failed" | "sent") {
  const rows = async () =>
    (await centre.query<{ items: unknown[] }>("notifications.list", { search, status })).items;
  await expect.poll(rows).toHaveLength(1);
}

test("what failed says why, is sent again, and then arrives", async () => {
  const email = centre.nextEmail("Parent");
  await refuseMailTo(email);
  const person = await centre.addPerson("Parent", "Rita", "Pelna");
  expect(person.email).toBe(email);
  await ended(person.surname, "failed");
  await page.goto("/dashboard/firma/powiadomienia");
  await page.getByRole("searchbox", { name: "Nazwisko lub e-mail odbiorcy" }).fill(person.surname);
  await page.waitForURL(/szukaj=/);
  await page.getByLabel("Status").selectOption("failed");
  await page.getByText(/No such mailbox here/).waitFor();
  await page.getByRole("button", { name: /^Wyślij ponownie: Zaproszenie.*Rita/ }).click();
  await page.getByText("Wysyłamy ponownie").waitFor();
  await mailTo(email);
  await ended(person.surname, "sent");
  await page.getByLabel("Status").selectOption("sent");
  await page.getByRole("cell", { name: /Wysłane/ }).waitFor();
  await page.getByLabel("Rodzaj").selectOption("payment-noted");
  await page.getByText("Żadne powiadomienie nie pasuje do filtrów.").waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    szukaj: person.surname,
    status: "sent",
    rodzaj: "payment-noted",
  });
});

test("the history shows who changed what, by record, person and day", async () => {
  await visit(page, "/dashboard/firma/historia");
  const filters = page.getByRole("search", { name: "Filtry historii" });
  await choosePerson(filters, "Nauczyciel", pair.teacher);
  const entries = page.getByRole("main").locator("ol > li");
  // Subjects, the relation, the lesson and its change; the account is the person's own.
  await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(4);
  await filters.getByLabel("Czego dotyczy").selectOption("lesson");
  await expect.poll(() => entries.count()).toBe(2);
  await expect
    .poll(() => entries.first().textContent())
    .toMatch(/Lekcja: zmiana.*status: Niepotwierdzona → Potwierdzona.*Maria Wiśniewska \(Administrator\)/s);
  await choosePerson(filters, "Uczeń", pair.student);
  await filters.getByLabel("Do dnia").fill("2024-05-06");
  await page.getByText("Żaden wpis nie pasuje do filtrów.").waitFor();
  await filters.getByLabel("Do dnia").fill("");
  await entries.first().getByRole("link", { name: "Zobacz lekcję" }).click();
  await page.getByRole("dialog", { name: "Lekcja" }).waitFor();
});

test("on a phone the history is rows of at most 64 px, which unfold", async () => {
  await page.setViewportSize(SIZES.phone);
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, "/dashboard/firma/historia");
  const entries = page.getByRole("main").locator("ol > li");
  const changed = entries.filter({ hasText: pair.student.surname }).filter({ hasText: "Lekcja: zmiana" });
  await changed.waitFor();
  const heights = await entries.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const who = changed.getByText("Maria Wiśniewska (Administrator)");
  expect(await who.isVisible()).toBe(false);
  await tabTo(changed.locator("summary"));
  await page.keyboard.press("Enter");
  await who.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, "admin-history-open-phone-dark");
  await changed.getByRole("link", { name: "Zobacz lekcję" }).click();
  await page.getByRole("dialog", { name: "Lekcja" }).waitFor();
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, goOn, openBrowser, signIn, visit } from "./harness/browser";
import { ADMIN_EMAIL, answer, choosePerson, openCentre, savedFile } from "./harness/centre";

/** An administrator's lists of people: many on one screen, with the facts that are asked for, acted on all at once. */
const STUDENTS = 27;
let centre: Awaited<ReturnType<typeof openCentre>>;
let page: Page;
/** In every e-mail of this run's students. */
let list: string;

beforeAll(async () => {
  centre = await openCentre();
  list = `/dashboard/uczniowie?szukaj=${centre.run}`;
  for (let at = 0; at < STUDENTS; at += 1) await centre.addPerson("Student", "Ola", `Rzędna${at}`);
  ({ page } = await openBrowser());
  await signIn(page, ADMIN_EMAIL, { at: list });
});
afterAll(closeBrowser);

const rows = () => page.getByRole("region", { name: "Uczniowie" }).locator("tbody tr");
const bar = () => page.getByRole("region", { name: "Działania na zaznaczonych" });
const headers = () => page.getByRole("columnheader").allInnerTexts();

test("22 students fit on a desk's first screen, one line each", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText(`${STUDENTS} uczniów`, { exact: true }).waitFor();
  const bottoms = await rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(22);
});

test("columns are chosen, remembered and part of a view; the file has them", async () => {
  await goOn(page, list);
  await page.getByText(`${STUDENTS} uczniów`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Kolumny" }).click();
  await page.getByRole("menuitem", { name: "Przywróć domyślne" }).click();
  await page.getByRole("columnheader", { name: "Nauczyciele" }).waitFor();
  expect(await headers()).not.toContain("E-mail");
  await page.getByRole("button", { name: "Kolumny" }).click();
  await page.getByRole("menuitemcheckbox", { name: "E-mail" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Nauczyciele" }).click();
  await page.keyboard.press("Escape");
  await page.goto(list);
  await page.getByRole("columnheader", { name: "E-mail" }).waitFor();
  expect(await headers()).not.toContain("Nauczyciele");
  await page.getByRole("button", { name: "Widoki" }).click();
  await page.getByRole("menuitem", { name: "Zapisz lub usuń widok" }).click();
  const sheet = page.getByRole("dialog", { name: "Zapisz lub usuń widok" });
  await sheet.getByLabel("Nazwa widoku").fill(`Rzędni ${centre.run}`);
  expect(await axeFindings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Zapisz ten widok" }).click();
  await sheet.waitFor({ state: "hidden" });
  // Another device of the same account.
  const other = await openBrowser({ scheme: "dark" });
  await signIn(other.page, ADMIN_EMAIL, { at: "/dashboard/uczniowie" });
  await other.page.getByText(/^\d+ uczni/).waitFor();
  await other.page.getByRole("button", { name: "Widoki" }).click();
  await other.page.getByRole("menuitem", { name: `Rzędni ${centre.run}` }).click();
  await other.page.getByText(`${STUDENTS} uczniów`, { exact: true }).waitFor();
  await other.page.getByRole("columnheader", { name: "E-mail" }).waitFor();
  await other.context.close();
  const { text } = await savedFile(page, page.getByRole("button", { name: "Pobierz CSV" }));
  const [heading, ...lines] = text.trim().split("\r\n");
  expect(heading).toContain("E-mail;Opłacone lekcje");
  expect(heading).not.toContain("Nauczyciele");
  expect(lines).toHaveLength(STUDENTS);
  // Those that the device remembers are put back as well.
  await goOn(page, list);
  await page.getByRole("columnheader", { name: "E-mail" }).waitFor();
  await page.getByRole("button", { name: "Kolumny" }).click();
  await page.getByRole("menuitem", { name: "Przywróć domyślne" }).click();
  await page.getByRole("columnheader", { name: "Nauczyciele" }).waitFor();
});

test("all pages are chosen at once: a teacher is assigned, taken back; accounts are disabled, enabled", async () => {
  const teacher = await centre.addPerson("Teacher", "Tomasz", "Wspólny");
  await page.getByRole("checkbox", { name: "Zaznacz wszystkie na tej stronie" }).click();
  await bar()
    .getByRole("button", { name: `Zaznacz wszystkie ${STUDENTS}` })
    .click();
  await bar().getByText(`Zaznaczono: ${STUDENTS}`).waitFor();
  await rows().first().getByRole("checkbox").click();
  await bar()
    .getByText(`Zaznaczono: ${STUDENTS - 1}`)
    .waitFor();
  await bar().getByRole("button", { name: "Przypisz nauczyciela" }).click();
  const sheet = page.getByRole("dialog", { name: /^Przypisz nauczyciela/ });
  await choosePerson(sheet, "Nauczyciel", teacher);
  await sheet.getByRole("button", { name: "Przypisz", exact: true }).click();
  await bar()
    .getByText(`Przypisano nauczyciela: ${STUDENTS - 1} uczniów.`)
    .waitFor();
  await visit(page, "/dashboard/chat");
  await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
  await visit(page, `${list}&nauczyciel=${teacher.id}`);
  await page.getByText(`${STUDENTS - 1} uczniów`, { exact: true }).waitFor();

  await page.getByRole("checkbox", { name: "Zaznacz wszystkie na tej stronie" }).click();
  await bar().getByRole("button", { name: "Zablokuj" }).click();
  await answer(page, "Zablokować 25 kont?", "Zablokuj");
  await bar().getByText("Zablokowano 25 kont.").waitFor();
  await page.getByText("1 uczeń", { exact: true }).waitFor();
  await bar().getByRole("button", { name: "Cofnij" }).click();
  await bar().getByText("Odblokowano 25 kont.").waitFor();
  await page.getByText(`${STUDENTS - 1} uczniów`, { exact: true }).waitFor();
});

test("Ctrl+K finds people by phone, as it is written, and by e-mail, parents too", async () => {
  const parent = await centre.addPerson("Parent", "Irena", "Telefoniczna");
  const phone = `7${String(Date.now()).slice(-8)}`;
  await centre.mutate("adminPeople.update", { id: parent.id, phone: `+48${phone}` });
  for (const typed of [phone.replace(/(\d{3})(?=\d)/g, "$1-"), parent.email]) {
    await visit(page, "/dashboard/chat");
    await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("textbox").fill(typed);
    await page.getByRole("dialog").getByRole("button", { name: parent.fullName, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: parent.fullName }).waitFor();
  }
  // What is done for who was found is a key away, too.
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").fill(`rzędna7-${centre.run}`);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Dodaj wpłatę: Ola Rzędna7-${centre.run}` })
    .click();
  await page.getByRole("dialog", { name: "Dodaj wpłatę" }).getByLabel("Kwota").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1, name: `Ola Rzędna7-${centre.run}` }).waitFor();
});

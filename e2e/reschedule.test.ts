import { longDate } from "@korki/contracts/texts/dates";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  expectFocus,
  openBrowser,
  openByMenu,
  picture,
  rowsOf,
  signIn,
} from "./harness/browser";
import { bookConfirmed, type Classroom, inDays, makeClassroom } from "./harness/classroom";
import { unreadable } from "./harness/layout";

/** Two people find another time for a lesson; each sees at once what the other does, one in another language. */
let room: Classroom;
let studentPage: Page;
let teacherPage: Page;

beforeAll(async () => {
  room = await makeClassroom();
  await bookConfirmed(room, inDays(3), 2);
  ({ page: studentPage } = await openBrowser({ size: "phone", translated: true }));
  ({ page: teacherPage } = await openBrowser({ size: "desk", scheme: "dark" }));
  await signIn(studentPage, room.student.email);
  await signIn(teacherPage, room.teacher.email);
  for (const page of [studentPage, teacherPage]) await planned(page).getByText("9:10–10:10").waitFor();
});
afterAll(closeBrowser);

const planned = (page: Page) => rowsOf(page, "Zaplanowane lekcje");

async function openLesson(page: Page): Promise<void> {
  await planned(page)
    .getByRole("button", { name: /^Więcej/ })
    .click();
  await page.getByRole("dialog", { name: "Szczegóły lekcji" }).waitFor();
}

/** @param own the lesson's hours, which stay chosen on another day */
async function propose(
  page: Page,
  own: string,
  { day, hours }: Record<"day" | "hours", string>,
): Promise<void> {
  await page.getByRole("button", { name: "Zaproponuj inny termin" }).click();
  // What arrives moves the button.
  await page
    .getByRole("radio", { name: /wolnych/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Wyślij propozycję" }).click();
  await page.getByText("Aby dokonać rezerwacji, musisz wybrać dzień.").waitFor();
  await page.getByRole("radio", { name: new RegExp(`^${longDate(day)}, 8 wolnych`) }).check();
  await page.getByRole("radio", { name: own, checked: true }).waitFor();
  await page.getByRole("radio", { name: hours }).check();
  await page.getByRole("button", { name: "Wyślij propozycję" }).click();
  await page.getByText(/Czekamy na odpowiedź\./).waitFor();
}

test("a click anywhere in a row opens the lesson; Back after closing it leaves the list", async () => {
  for (const page of [studentPage, teacherPage]) {
    await openByMenu(page, "Ustawienia");
    // A new screen closes the menu, also one that was opened meanwhile.
    await page.getByRole("heading", { level: 1, name: "Ustawienia" }).waitFor();
    await openByMenu(page, "Zajęcia");
    await planned(page).getByText("9:10–10:10").click();
    const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
    await sheet.waitFor();
    expect(new URL(page.url()).searchParams.has("lekcja")).toBe(true);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await page.goBack();
    await page.waitForURL("**/dashboard/ustawienia");
    await page.goForward();
    await planned(page).getByText("9:10–10:10").waitFor();
    expect(await sheet.count()).toBe(0);
  }
});

test("the student proposes, the teacher's open screen shows it and accepts, and both have the new time", async () => {
  await openLesson(teacherPage);
  await openLesson(studentPage);
  await propose(studentPage, "9:10–10:10", { day: inDays(5), hours: "14:35–15:35" });
  await teacherPage.getByText(/ proponuje: .*, 14:35\.$/).waitFor();
  await picture(teacherPage, "reschedule-desk");
  expect(await axeFindings(teacherPage)).toEqual([]);
  await planned(studentPage).getByText("9:10–10:10").waitFor({ state: "attached" });
  await planned(studentPage).getByText("Zaproponowano nowy termin").waitFor({ state: "attached" });

  // Whose turn it is shows in the row and in the menu, too.
  await teacherPage.getByRole("dialog").getByRole("button", { name: "Zamknij" }).click();
  const mark = planned(teacherPage).getByText("Propozycja nowego terminu");
  await mark.waitFor();
  const menu = teacherPage.getByRole("navigation", { name: "Menu" });
  await menu.getByText(/1 propozycja/).waitFor({ state: "attached" });
  await openLesson(teacherPage);
  await teacherPage.getByRole("dialog").getByRole("button", { name: "Przyjmij" }).click();
  await teacherPage.getByText("Zmieniono termin lekcji").waitFor();
  await mark.waitFor({ state: "detached" });
  await menu.getByText(/propozycja/).waitFor({ state: "detached" });
  const sheet = studentPage.getByRole("dialog", { name: "Szczegóły lekcji" });
  await sheet.getByText("14:35–15:35", { exact: true }).waitFor();
  await sheet.getByText(/Czekamy na odpowiedź\./).waitFor({ state: "detached" });
});

test("the teacher proposes, the student declines, and nothing has moved", async () => {
  await propose(teacherPage, "14:35–15:35", { day: inDays(6), hours: "16:45–17:45" });
  await studentPage.getByText(/ proponuje: .*, 16:45\.$/).waitFor();
  await picture(studentPage, "reschedule-phone");
  expect(await unreadable(studentPage, "phone")).toEqual([]);
  expect(await axeFindings(studentPage)).toEqual([]);
  await studentPage.getByRole("dialog").getByRole("button", { name: "Odrzuć" }).click();
  await studentPage
    .getByRole("dialog")
    .getByText(/ proponuje: /)
    .waitFor({ state: "detached" });
  // The button went with the proposal; the keyboard stays in the sheet.
  await expectFocus(studentPage.getByRole("dialog"));
  await teacherPage.getByText(/Czekamy na odpowiedź\./).waitFor({ state: "detached" });
  for (const page of [studentPage, teacherPage]) {
    await page.getByRole("dialog").getByRole("button", { name: "Zamknij" }).click();
    await planned(page).getByText("14:35–15:35").waitFor();
  }
});

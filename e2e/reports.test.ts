import { longSlot } from "@korki/contracts/texts/dates";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  openBrowser,
  picture,
  rowsOf,
  type Size,
  signIn,
  signInOnBoth,
} from "./harness/browser";
import { ADMIN_EMAIL, answer } from "./harness/centre";
import { type Classroom, inDays, makeClassroom, noteLesson } from "./harness/classroom";

/** A lesson's outcome, its report and homework, the month's summary; who owes, and whom to pay. */
const SIZES: Size[] = ["phone", "desk"];
const NOTE = "Mało śpi przed sprawdzianem";
/** The lesson of each size; nobody else teaches in its month of payouts. */
const BLOCKS = { phone: 4, desk: 5 } as const;
const MONTHS = { phone: { year: 2025, month: 1 }, desk: { year: 2025, month: 2 } } as const;

let room: Classroom;
let teacherPages: Record<Size, Page>;
let studentPages: Record<Size, Page>;

beforeAll(async () => {
  room = await makeClassroom();
  for (const size of SIZES) await noteLesson(room, inDays(-1), BLOCKS[size], "Potwierdzona");
  for (const { year, month } of Object.values(MONTHS)) {
    await noteLesson(room, `${year}-0${month}-15`, 5, "Zrealizowana");
  }
  [teacherPages, studentPages] = await Promise.all([
    signInOnBoth(room.teacher.email, "light"),
    signInOnBoth(room.student.email, "dark"),
  ]);
});
afterAll(closeBrowser);

const now = (page: Page) => page.getByRole("region", { name: "Co teraz" });

test.each(SIZES)(
  "on a %s: the outcome in place, a report, homework ticked, and the month as a PDF",
  async (size) => {
    const [teacher, student] = [teacherPages[size], studentPages[size]];
    const slot = longSlot(inDays(-1), BLOCKS[size]);
    const homework = `Zadania 1–3 (${size})`;
    await picture(teacher, `attention-teacher-${size}`);
    const line = now(teacher).getByRole("listitem").filter({ hasText: slot });
    await line.getByRole("button", { name: /^Odbyła się/ }).click();
    await line.waitFor({ state: "detached" });

    await rowsOf(teacher, "Zrealizowane lekcje")
      .filter({ hasText: size === "phone" ? "11:20" : "12:25" })
      .first()
      .getByRole("button", { name: /^Więcej/ })
      .click();
    const sheet = teacher.getByRole("dialog", { name: "Szczegóły lekcji" });
    await sheet.getByLabel("Co było na lekcji").fill("Prawo Ohma");
    await sheet.getByLabel("Zadanie domowe").fill(homework);
    await sheet.getByLabel("Notatka prywatna").fill(NOTE);
    await sheet.getByRole("radio", { name: "4 z 5" }).focus();
    await teacher.keyboard.press("Space");
    await picture(teacher, `report-form-${size}`);
    await sheet.getByRole("button", { name: "Zapisz raport" }).click();
    await sheet.getByText(NOTE).waitFor();
    await sheet.getByRole("button", { name: "Zamknij" }).click();

    // The student's first screen learns of it by itself.
    const task = now(student).getByRole("listitem").filter({ hasText: homework });
    await task.waitFor();
    await picture(student, `attention-student-${size}`);
    expect(await axeFindings(student)).toEqual([]);
    await task.getByRole("button", { name: /^Zrobione/ }).click();
    await task.waitFor({ state: "detached" });
    await now(teacher).getByRole("listitem").filter({ hasText: slot }).waitFor();

    await student.getByRole("link", { name: "Raporty i zadania" }).click();
    const report = student.getByRole("article").filter({ hasText: homework });
    await report.getByText("Prawo Ohma").waitFor();
    expect(await report.getByRole("checkbox").isChecked()).toBe(true);
    expect(await student.getByText(NOTE).count()).toBe(0);
    await student.getByLabel("Przedmiot", { exact: true }).selectOption("Fizyka");
    await student.getByText("Brak raportów").waitFor();
    await student.getByLabel("Przedmiot", { exact: true }).selectOption("");
    await report.waitFor();
    await picture(student, `reports-student-${size}`);
    expect(await axeFindings(student)).toEqual([]);

    await student.getByRole("link", { name: "Podsumowanie miesiąca" }).click();
    await student.getByRole("heading", { level: 1, name: "Podsumowanie miesiąca" }).waitFor();
    if (inDays(-1).slice(0, 7) !== inDays(0).slice(0, 7)) {
      await student.getByRole("button", { name: "Poprzedni miesiąc" }).click();
    }
    await student.getByText(homework).waitFor();
    await picture(student, `summary-student-${size}`);
    expect(await axeFindings(student)).toEqual([]);
    const [download] = await Promise.all([
      student.waitForEvent("download"),
      student.getByRole("button", { name: "Pobierz PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^podsumowanie-\d{4}-\d{2}\.pdf$/);

    // The teacher reads it beside the student, the own note too.
    await teacher.goto(`/dashboard/uczniowie/${room.student.id}`);
    await teacher.getByRole("article").filter({ hasText: homework }).getByText(NOTE).waitFor();
    await picture(teacher, `reports-teacher-${size}`);
    expect(await axeFindings(teacher)).toEqual([]);
  },
);

test.each(SIZES)("on a %s: who owes is found and reminded, and a month is paid out once", async (size) => {
  const { page, context } = await openBrowser({ size, scheme: size === "phone" ? "dark" : "light" });
  await signIn(page, ADMIN_EMAIL);
  await page.goto(`/dashboard/uczniowie?do-zaplaty=tak&szukaj=${encodeURIComponent(room.student.email)}`);
  const row = rowsOf(page, "Uczniowie").filter({ hasText: room.student.surname });
  await row.getByText(/\d+\szł/).waitFor();
  await picture(page, `owing-${size}`);
  await row.getByRole("button", { name: /^Przypomnij o płatności/ }).click();
  await answer(page, /^Wysłać przypomnienie/, "Wyślij");
  await page.getByText("Wysłano przypomnienie").waitFor();

  const { year, month } = MONTHS[size];
  await page.goto(`/dashboard/firma/wyplaty?rok=${year}&miesiac=${month}`);
  await page.getByRole("button", { name: "Przygotuj wypłaty" }).click();
  const amount = page.getByLabel(/^Wypłata dla: Wanda Zawadzka/);
  await expect.poll(() => amount.inputValue()).toBe("60");
  await amount.fill("70");
  await page.getByRole("button", { name: /^Zatwierdź 1 wypłatę/ }).click();
  await answer(page, "Wypłacić więcej, niż się należy?", "Anuluj");
  await amount.fill("60");
  await picture(page, `payout-run-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: /^Zatwierdź 1 wypłatę/ }).click();
  await answer(page, "Zatwierdzić wypłaty?", "Zatwierdź");
  await page.getByText("Nic do wypłaty").waitFor();
  const payouts = (await room.teacher.rest("GET", "/teacher/output_payment")) as { desc: string }[];
  expect(payouts.filter(({ desc }) => desc.includes(`${year}`))).toHaveLength(size === "phone" ? 1 : 2);

  await page.goto(`/dashboard/nauczyciele/${room.teacher.id}/statystyki?rok=${year}&miesiac=${month}`);
  await page.getByText(/^Wypłacono: 60/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Pobierz PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`rozliczenie-${year}-0${month}.pdf`);
  await picture(page, `statement-${size}`);
  await context.close();
});

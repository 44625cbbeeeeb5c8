import { longSlot } from "@korki/contracts/texts/dates";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { setUpForAttempts } from "./harness/attempts";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  goOn,
  openMenu,
  picture,
  rowsOf,
  type Size,
  signInOnBoth,
  sizesOf,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL, answer } from "./harness/centre";
import { book, type Classroom, inDays, makeClassroom, noteLesson } from "./harness/classroom";
import { mailTo } from "./harness/outside";
import { doorsOf, restAsVisitor } from "./harness/rest";

/** A lesson's outcome, its report and homework, the month's summary; who owes, and whom to pay. */
const OUTCOMES = sizesOf("phone");
const MONEY = sizesOf("desk");
const NOTE = "Mało śpi przed sprawdzianem";
/** The lesson of each size, and those of earlier months; nobody else teaches in a size's month of payouts. */
const BLOCKS = { phone: 4, desk: 5, earlier: 6 } as const;
const MONTHS = { phone: { year: 2025, month: 1 }, desk: { year: 2025, month: 2 } } as const;

let room: Classroom;
let parentEmail: string;
let teacherPages: Record<Size, Page>;
let studentPages: Record<Size, Page>;
let parentPages: Record<Size, Page>;
let adminPages: Record<Size, Page>;

/** The student invites a parent, who makes the account from the e-mail. */
async function inviteParent(): Promise<string> {
  const email = `rodzic.${room.student.email}`;
  await room.student.rest("POST", "/student/invite_parent", { email });
  const { links } = await mailTo(email);
  const token = links.map((link) => /\/zaproszenie\/([^/?#]+)/.exec(link)?.[1]).find(Boolean);
  await restAsVisitor("POST", `/user/invitation/${token}`, {
    name: "Ewa",
    surname: "Szczepańska",
    phone: "+48600100200",
    password: DEMO_PASSWORD,
  });
  return email;
}

/** Nobody else teaches in a size's month of payouts, no teacher of an earlier attempt either. */
const noted: string[] = [];
setUpForAttempts(async () => {
  for (const id of noted.splice(0)) await room.admin("DELETE", `/admin/lesson/${id}`).catch(() => undefined);
  room = await makeClassroom();
  for (const { year, month } of MONEY.map((size) => MONTHS[size])) {
    noted.push(await noteLesson(room, `${year}-0${month}-15`, BLOCKS.earlier, "Zrealizowana"));
  }
  parentEmail = await inviteParent();
  [teacherPages, studentPages, parentPages, adminPages] = await Promise.all([
    signInOnBoth(room.teacher.email, "light", { at: null }),
    signInOnBoth(room.student.email, "dark", { at: null }),
    signInOnBoth(parentEmail, "light", { at: null }),
    signInOnBoth(ADMIN_EMAIL, "dark", { at: null }),
  ]);
});
afterAll(closeBrowser);

const now = (page: Page) => page.getByRole("region", { name: "Co teraz" });

test.each(OUTCOMES)(
  "on a %s: the outcome in place, a report, homework ticked, and the month as a PDF",
  async (size) => {
    const [teacher, student, parent] = [teacherPages[size], studentPages[size], parentPages[size]];
    const slot = longSlot(inDays(-1), BLOCKS[size]);
    const homework = `Zadania 1–3 (${size})`;
    await noteLesson(room, inDays(-1), BLOCKS[size], "Potwierdzona");
    for (const page of [teacher, student, parent]) {
      await page.goto("/dashboard");
      await page.getByRole("heading", { level: 1, name: "Zajęcia" }).waitFor();
    }
    const line = now(teacher).getByRole("listitem").filter({ hasText: slot });
    await picture(teacher, `attention-teacher-${size}`);
    await line.getByRole("button", { name: /^Odbyła się/ }).press("Enter");
    // The way to the report is where the finger is, although nothing else waits.
    // A report that cannot be read is no missing one: nobody writes over it.
    const failing = /reports\.get/;
    const fail = () => teacher.route(failing, (route) => route.fulfill({ status: 500, body: "" }));
    await fail();
    await line.getByRole("link", { name: /^Napisz raport/ }).press("Enter");
    const sheet = teacher.getByRole("dialog", { name: "Szczegóły lekcji" });
    const again = sheet.getByRole("button", { name: "Spróbuj ponownie" });
    await again.waitFor();
    expect(await sheet.getByLabel("Co było na lekcji").count()).toBe(0);
    await teacher.unroute(failing);
    await again.click();
    await sheet.getByLabel("Co było na lekcji").fill("Prawo Ohma");
    // What is typed stays while the same is asked once more, in vain.
    await fail();
    const asked = teacher.waitForResponse(failing);
    await teacher.evaluate(() => dispatchEvent(new Event("online")));
    await asked;
    await teacher.unroute(failing);
    await sheet.getByLabel("Zadanie domowe").fill(homework);
    await sheet.getByLabel("Notatka prywatna").fill(NOTE);
    await sheet.getByRole("radio", { name: "4 z 5" }).focus();
    await teacher.keyboard.press("Space");
    await picture(teacher, `report-form-${size}`);
    await sheet.getByRole("button", { name: "Później" }).click();
    await answer(teacher, "Masz niezapisane zmiany", "Zostań");
    expect(await sheet.getByLabel("Co było na lekcji").inputValue()).toBe("Prawo Ohma");
    await sheet.getByRole("button", { name: "Zapisz raport" }).click();
    await sheet.getByText(NOTE).waitFor();
    await sheet.getByRole("button", { name: "Zamknij" }).click();

    // The student's first screen learns of it by itself.
    const task = now(student).getByRole("listitem").filter({ hasText: homework });
    await task.waitFor();
    await picture(student, `attention-student-${size}`);
    expect(await axeFindings(student)).toEqual([]);
    // A parent sees it, too; to tick it is the student's.
    const seen = now(parent).getByRole("listitem").filter({ hasText: homework });
    await seen.waitFor();
    expect(await seen.getByRole("button").count()).toBe(0);
    // Until then nothing waits for the teacher, but homework of an earlier size.
    if (size === OUTCOMES[0]) await now(teacher).waitFor({ state: "detached" });
    await task.getByRole("button", { name: /^Zrobione/ }).click();
    await task.waitFor({ state: "detached" });
    await seen.waitFor({ state: "detached" });
    await now(teacher).getByRole("listitem").filter({ hasText: slot }).waitFor();

    await openMenu(student);
    await student.getByRole("link", { name: "Raporty i zadania" }).click();
    const report = student.getByRole("article").filter({ hasText: homework });
    await report.getByText("Prawo Ohma").waitFor();
    expect(await report.getByRole("checkbox").isChecked()).toBe(true);
    expect(await student.getByText(NOTE).count()).toBe(0);
    await student.getByLabel("Przedmiot", { exact: true }).selectOption("Fizyka");
    await student.getByText("Nie ma raportów z tego przedmiotu.").waitFor();
    await student.getByRole("button", { name: "Pokaż całą listę" }).click();
    await report.waitFor();
    // A page past the end turns back to the last one.
    await goOn(student, "/dashboard/raporty?raporty.page=9");
    await expect.poll(() => new URL(student.url()).search).toBe("");
    await report.waitFor();
    await picture(student, `reports-student-${size}`);
    expect(await axeFindings(student)).toEqual([]);

    // With the lesson, both read the same and nobody the note.
    await visit(parent, "/dashboard/raporty");
    for (const page of [student, parent]) {
      const reader = page.getByRole("article").filter({ hasText: homework });
      await reader.getByRole("link").click();
      const detail = page.getByRole("dialog", { name: "Szczegóły lekcji" });
      await detail.getByText(`${homework} – Zrobione`).waitFor();
      expect(await detail.getByRole("checkbox").count()).toBe(page === student ? 1 : 0);
      expect(await page.getByText(NOTE).count()).toBe(0);
      await picture(page, `report-in-lesson-${page === student ? "student" : "parent"}-${size}`);
      if (page === student) expect(await axeFindings(page)).toEqual([]);
    }
    await visit(student, "/dashboard/raporty");

    await student.getByRole("link", { name: "Podsumowanie miesiąca" }).click();
    await student.getByRole("heading", { level: 1, name: "Podsumowanie miesiąca" }).waitFor();
    if (inDays(-1).slice(0, 7) !== inDays(0).slice(0, 7)) {
      await student.getByRole("button", { name: "Poprzedni miesiąc" }).click();
    }
    // The month at a glance: figures, a line per subject that can be read out, and the rest folded.
    const figures = student.getByRole("region", { name: `${room.student.name} ${room.student.surname}` });
    await figures.getByText(/^\d+\sodbyt/).waitFor();
    await figures.getByText("Koszt lekcji").waitFor();
    expect(await figures.getByRole("link", { name: /zł$/ }).getAttribute("href")).toBe(
      "/dashboard/platnosci",
    );
    await student.getByRole("img", { name: /^Matematyka, oceny od 1 do 5: .* 4(,|$)/ }).waitFor();
    expect(await student.getByText(homework).count()).toBe(0);
    await picture(student, `summary-student-${size}`);
    for (const name of [/^Pokaż lekcje/, /^Pokaż raporty/]) {
      await student.getByRole("button", { name }).focus();
      await student.keyboard.press("Enter");
    }
    await student.getByText(homework).waitFor();
    await student.getByText("Zrealizowana", { exact: true }).first().waitFor();
    await picture(student, `summary-open-student-${size}`);
    expect(await axeFindings(student)).toEqual([]);
    await visit(parent, new URL(student.url()).pathname + new URL(student.url()).search);
    await parent.getByText("Wpłacono").waitFor();
    await picture(parent, `summary-parent-${size}`);
    const [download] = await Promise.all([
      student.waitForEvent("download"),
      student.getByRole("button", { name: "Pobierz PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^podsumowanie-\d{4}-\d{2}\.pdf$/);

    // The teacher reads it beside the student, the own note too.
    await visit(teacher, `/dashboard/uczniowie/${room.student.id}`);
    await teacher.getByRole("article").filter({ hasText: homework }).getByText(NOTE).waitFor();
    await picture(teacher, `reports-teacher-${size}`);
    expect(await axeFindings(teacher)).toEqual([]);
  },
);

describe("lessons to confirm", () => {
  let bookedIn: Classroom | undefined;
  beforeEach(async () => {
    // A second attempt has a room of its own.
    if (bookedIn === room) return;
    bookedIn = room;
    for (let block = 2; block < 7; block += 1) await book(room, inDays(3), block);
  });

  test.each(OUTCOMES)(
    "on a %s: the count of what waits is that of its list, and falls live",
    async (size) => {
      const page = teacherPages[size];
      await visit(page, "/dashboard/zajecia");
      await now(page).getByRole("heading", { name: "Do potwierdzenia (5)" }).waitFor();
      // Five are all shown; one more comes while the screen is open.
      await book(room, inDays(4), BLOCKS[size]);
      await now(page).getByRole("heading", { name: "Do potwierdzenia (6)" }).waitFor();
      await now(page).getByRole("link", { name: "Zobacz wszystkie (6)" }).click();
      await page.getByRole("heading", { level: 1, name: "Do potwierdzenia" }).waitFor();
      const lines = page.getByRole("main").getByRole("listitem");
      await expect.poll(() => lines.count()).toBe(6);
      await picture(page, `attention-list-${size}`);
      // A page past the end turns back to the last one, and the browser's Back leaves the list.
      const { pathname } = new URL(page.url());
      await goOn(page, `${pathname}?page=9`);
      await expect.poll(() => new URL(page.url()).search).toBe("");
      await expect.poll(() => lines.count()).toBe(6);
      await page.goBack();
      await page.goBack();
      await now(page).getByRole("link", { name: "Zobacz wszystkie (6)" }).click();
      await page.getByRole("heading", { level: 1, name: "Do potwierdzenia" }).waitFor();
      await lines
        .first()
        .getByRole("button", { name: /^Potwierdź/ })
        .click();
      await expect.poll(() => lines.count()).toBe(5);
      await page.getByRole("link", { name: "Zajęcia" }).filter({ visible: true }).first().click();
      await now(page).getByRole("heading", { name: "Do potwierdzenia (5)" }).waitFor();

      // All at once, but for one that the student deletes meanwhile; and one button takes it back.
      const deleted = await book(room, inDays(5), BLOCKS[size]);
      let deletion: Promise<unknown> | undefined;
      await page.route("**/trpc/lessons.confirm", async (route) => {
        deletion ??= room.student.rest("POST", `/student/lesson_cancel/${deleted}`);
        await deletion;
        await route.continue();
      });
      await now(page).getByRole("button", { name: "Potwierdź wszystkie (6)" }).click();
      const left = page.getByRole("alert").filter({ hasText: "Bez zmian (1)" });
      await left.getByText(longSlot(inDays(5), BLOCKS[size])).waitFor();
      const toast = page.getByRole("alert").filter({ hasText: "Potwierdzono 5 lekcji" });
      await toast.getByRole("button", { name: "Cofnij" }).click();
      await page.getByText("Cofnięto", { exact: true }).waitFor();
      await page.unroute("**/trpc/lessons.confirm");
      await now(page).getByRole("heading", { name: "Do potwierdzenia (5)" }).waitFor();
      await picture(page, `attention-confirm-all-${size}`);
    },
  );
});

test.each(MONEY)("on a %s: who owes is found and reminded, and a month is paid out once", async (size) => {
  const page = adminPages[size];
  await page.goto("/dashboard/uczniowie?do-zaplaty=tak&sort=-owed");
  await expect
    .poll(async () => {
      const rows = rowsOf(page, "Uczniowie").filter({ hasText: "zł" });
      // The number before "zł", on a line of its own.
      const sums = (await rows.allInnerTexts()).map((text) =>
        Number(/(\d[\d\u00a0\u202f ]*)\szł/.exec(text)?.[1]?.replace(/\s/g, "")),
      );
      return sums.length > 0 && sums.every((sum, at) => sum > 0 && sum <= (sums[at - 1] ?? sum));
    })
    .toBe(true);
  // In the whole list other students have the same surname.
  await goOn(page, `/dashboard/uczniowie?do-zaplaty=tak&szukaj=${encodeURIComponent(room.student.email)}`);
  const row = rowsOf(page, "Uczniowie").filter({ hasText: room.student.surname });
  await expect.poll(() => row.count()).toBe(1);
  await row.getByText(/\d+\szł/).waitFor();
  await picture(page, `owing-${size}`);
  await row.getByRole("button", { name: /^Przypomnij o płatności/ }).click();
  await answer(page, /^Wysłać przypomnienie/, "Wyślij");
  await page.getByText("Wysłano przypomnienie").waitFor();

  const { year, month } = MONTHS[size];
  await visit(page, `/dashboard/firma/wyplaty?rok=${year}&miesiac=${month}`);
  await page.getByRole("button", { name: "Przygotuj wypłaty" }).click();
  const amount = page.getByLabel(/^Wypłata dla: Wanda Zawadzka/);
  await expect.poll(() => amount.inputValue()).toBe("60");
  await amount.fill("70");
  await page.getByRole("button", { name: /^Zatwierdź 1 wypłatę/ }).click();
  await answer(page, "Wypłacić więcej, niż się należy?", "Anuluj");
  await amount.fill("50");
  await picture(page, `payout-run-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  const confirmRun = async () => {
    await page.getByRole("button", { name: /^Zatwierdź 1 wypłatę/ }).click();
    await answer(page, "Zatwierdzić wypłaty?", "Zatwierdź");
  };
  // A colleague pays a part meanwhile: the amounts that are read again keep what was typed.
  const { mutate } = await doorsOf(ADMIN_EMAIL, DEMO_PASSWORD);
  const part = { teacherId: room.teacher.id, moneyAmount: 5, month: `${year}-0${month}` };
  await mutate("payouts.add", part);
  await confirmRun();
  await page.getByRole("button", { name: "Odśwież kwoty" }).click();
  await page.getByText(/do wypłaty 55\szł$/).waitFor();
  expect(await amount.inputValue()).toBe("50");
  await amount.fill("55");
  await confirmRun();
  await page.getByText("Nic do wypłaty").waitFor();
  const payouts = (await room.teacher.rest("GET", "/teacher/output_payment")) as { desc: string }[];
  expect(payouts.filter(({ desc }) => desc.includes(`${year}`))).toHaveLength(MONEY.indexOf(size) + 1);

  await visit(page, `/dashboard/nauczyciele/${room.teacher.id}/statystyki?rok=${year}&miesiac=${month}`);
  await page.getByText(/^Wypłacono: .*55\szł/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Pobierz PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`rozliczenie-${year}-0${month}.pdf`);
  await picture(page, `statement-${size}`);
  // A month without lessons has a statement, too.
  await visit(page, `/dashboard/nauczyciele/${room.teacher.id}/statystyki?rok=${year}&miesiac=3`);
  await page.getByText("Za ten miesiąc jeszcze nic nie wypłacono.").waitFor();
  await page.getByRole("button", { name: "Pobierz PDF" }).waitFor();
});

test.each(sizesOf("desk"))(
  "on a %s: a trial request becomes a pupil with a parent in one step, and losses are asked about",
  async (size) => {
    const page = adminPages[size];
    const address = (who: string) => `${who}.${size}.${room.student.email}`;
    const { mutate } = await doorsOf(ADMIN_EMAIL, DEMO_PASSWORD);
    const trial = await mutate<{ id: string }>("trialLessons.add", {
      teacherId: room.teacher.id,
      date: inDays(20),
      block: BLOCKS[size],
      name: "Kasia Nowa",
      subject: "Matematyka",
      level: "liceumP",
      email: address("ewa"),
      description: "",
      studentPhone: "",
      parentPhone: "+48600700800",
    });
    await visit(page, `/dashboard/zajecia/probne?probna=${trial.id}`);
    const sheet = page.getByRole("dialog", { name: "Lekcja próbna", exact: true });
    await sheet.getByRole("button", { name: "Załóż konto ucznia" }).click();
    const form = sheet.getByRole("form", { name: "Załóż konto ucznia" });
    await form.getByLabel("E-mail ucznia").fill(address("kasia"));
    await form.getByLabel("Imię rodzica").fill("Joanna");
    await picture(page, `trial-account-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole("button", { name: "Załóż konto ucznia" }).click();
    const first = await sheet.getByRole("link", { name: "Dodaj pierwszą lekcję" }).getAttribute("href");
    expect(Object.fromEntries(new URL(first ?? "", page.url()).searchParams)).toMatchObject({
      przedmiot: "Matematyka",
      poziom: "liceumP",
    });
    await sheet.getByRole("link", { name: "Ustal stały termin" }).waitFor();
    await sheet.getByRole("link", { name: "Zobacz konto ucznia" }).click();
    await page.getByRole("heading", { level: 1, name: "Kasia Nowa" }).waitFor();
    const [studentId = ""] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
    const guardians = (await room.admin("GET", `/admin/guardianships/${studentId}`)) as unknown[];
    expect(guardians).toMatchObject([
      { parentName: "Joanna Nowa", rights: { book: true, pay: true }, payer: true },
    ]);

    // A price below the rate is said before it is saved.
    await visit(page, "/dashboard/firma/cennik");
    await page.getByRole("button", { name: "Dodaj cenę" }).click();
    const price = page.getByRole("dialog", { name: "Dodaj cenę" });
    await price.getByLabel("Cena", { exact: true }).fill("40");
    await price.getByLabel("Stawka", { exact: true }).fill("50");
    await price.getByText(/^Cena jest niższa niż stawka nauczyciela/).waitFor();
    await picture(page, `price-warning-${size}`);

    // Who has planned lessons is not erased unasked; what is left can only be read.
    await mutate("adminLessons.create", {
      teacherId: room.teacher.id,
      studentId,
      date: inDays(21),
      block: BLOCKS[size],
      subject: "Matematyka",
      level: "liceumP",
      description: "",
    });
    await page.keyboard.press("Escape");
    await answer(page, "Masz niezapisane zmiany", "Porzuć zmiany");
    await price.waitFor({ state: "detached" });
    await visit(page, `/dashboard/uczniowie/${studentId}`);
    await page.getByRole("button", { name: "Usuń dane osobowe" }).click();
    const question = page.getByRole("dialog", { name: /^Usunąć dane osobowe/ });
    await question.getByText(longSlot(inDays(21), BLOCKS[size])).waitFor();
    await picture(page, `erase-with-lessons-${size}`);
    await question.getByRole("button", { name: "Usuń dane osobowe" }).click();
    await page.getByRole("heading", { level: 1, name: "Konto usunięte" }).waitFor();
    await page.getByText(/^Lekcje i płatności zostały|^Usunięto je/).waitFor();
    expect(await page.getByRole("button", { name: "Zapisz" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: /^(Napisz na czacie|Przypisz nauczyciela)$/ }).count()).toBe(
      0,
    );
    await picture(page, `tombstone-${size}`);
    expect(await axeFindings(page)).toEqual([]);
  },
);

import { randomUUID } from "node:crypto";
import { civilDate } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  openBrowser,
  picture,
  rowsOf,
  visit,
} from "./harness/browser";
import { mailTo, openPhone } from "./harness/outside";
import { type Rest, restAs } from "./harness/rest";

/** The centre's main job with two people: from registration to a lesson that both have heard of. */
const PASSWORD = "Nauka2026";
const run = randomUUID().slice(0, 8);
const teacher = { name: "Halina", surname: "Wrona", email: `halina.${run}@example.com`, role: "Nauczyciel" };
const student = { name: "Kacper", surname: "Lis", email: `kacper.${run}@example.com`, role: "Uczeń" };

let teacherPage: Page;
let studentPage: Page;
let admin: Rest;
let phone: Awaited<ReturnType<typeof openPhone>>;

beforeAll(async () => {
  ({ page: teacherPage } = await openBrowser({ size: "desk" }));
  ({ page: studentPage } = await openBrowser({ size: "phone" }));
  admin = await restAs("admin@demo.pl", DEMO_PASSWORD);
});
afterAll(closeBrowser);

test("two people register and confirm their addresses by the mail's link", async () => {
  await register(teacherPage, teacher);
  await register(studentPage, student);
});

test("an administrator relates them", async () => {
  const [teacherId, studentId] = await Promise.all([
    idOf("/admin/teachers", teacher.email),
    idOf("/admin/students", student.email),
  ]);
  await admin("PUT", `/admin/teacher_subject/${teacherId}`, [
    { name: "Matematyka", level: "szkolaP" },
    { name: "Matematyka", level: "liceumR" },
  ]);
  await admin("POST", "/admin/add_relation_student_teacher", { teacherId, studentId });
});

test("the teacher links Telegram and sets the hours", async () => {
  await teacherPage.getByRole("link", { name: "Ustawienia" }).click();
  phone = await openPhone(teacher.name);
  await phone.say("/rejestracja");
  const { text } = await phone.hear((said) => /\d{8}/.test(said));
  await teacherPage.getByLabel("Kod z Telegrama").fill(/\d{8}/.exec(text)?.[0] ?? "");
  await teacherPage.getByRole("button", { name: "Potwierdź" }).click();
  await teacherPage.getByText("Połączono", { exact: true }).waitFor();
  await picture(teacherPage, "walk-settings-desk");

  await teacherPage.getByRole("link", { name: "Zajęcia" }).click();
  await teacherPage.getByRole("link", { name: "Edytuj godziny dostępności" }).click();
  for (const [index, day] of ["pon", "wt", "sr", "czw", "pt", "sob", "niedz"].entries()) {
    await teacherPage.getByRole("button", { name: "Dodaj przedział godzinowy" }).click();
    await teacherPage.getByLabel("Dzień tygodnia").nth(index).selectOption(day);
    await teacherPage.getByLabel("Od", { exact: true }).nth(index).selectOption("2");
    await teacherPage.getByLabel("Do", { exact: true }).nth(index).selectOption("9");
  }
  await teacherPage.getByRole("button", { name: "Zapisz" }).click();
  await teacherPage.getByText("Godziny dostępności zostały zaktualizowane").waitFor();
  await picture(teacherPage, "walk-availability-desk");
});

test("the student books, and the teacher is notified at once", async () => {
  await studentPage.getByRole("link", { name: "Zarezerwuj", exact: true }).click();
  await studentPage
    .getByRole("radio", { name: /8 wolnych/ })
    .nth(2)
    .check();
  // The level of a first lesson is the student's choice.
  const level = studentPage.getByLabel("Poziom");
  await studentPage.getByText("Wybierz przedmiot i poziom.").waitFor();
  await studentPage.getByRole("button", { name: "Zarezerwuj" }).click();
  await studentPage.getByText("Wybierz z listy").waitFor();
  await expectFocus(level);
  await level.selectOption("liceumR");
  // What it means is the server's word: without one nothing is promised.
  const refuse = { status: 500, body: "" };
  await studentPage.route(/lessons\.previewBooking/, (route) => route.fulfill(refuse), { times: 1 });
  await studentPage.getByRole("radio", { name: "15:40–16:40" }).check();
  await studentPage
    .getByRole("status")
    .getByText(/^Brak połączenia z serwerem/)
    .waitFor();
  await studentPage.getByRole("radio", { name: "16:45–17:45" }).check();
  await studentPage.getByText(/1\slekcja = \d+\szł/).waitFor();
  const topic = studentPage.getByLabel("Temat zajęć");
  const lines = (field: HTMLElement) =>
    field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight);
  // Room for two lines shows that more than a word may be written.
  expect(await topic.evaluate(lines)).toBeGreaterThan(2);
  await topic.fill("Granice ciągów <b>i funkcji</b>");
  await picture(studentPage, "walk-booking-phone");
  // However quickly it is pressed twice, and although the first answer is lost, it is one booking and one confirmation.
  await studentPage.route(
    "**/trpc/lessons.book",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await studentPage.getByRole("button", { name: "Zarezerwuj" }).dblclick();
  await studentPage.getByText("Zarezerwowano lekcję poprawnie").waitFor();
  await rowsOf(studentPage, "Zaplanowane lekcje").getByText("Niepotwierdzona").waitFor();
  await picture(studentPage, "walk-lessons-phone");

  const told = await phone.hear((said) => said.includes("Matematyka"));
  expect(told.text).toContain(`${student.name} ${student.surname}`);
  expect(told.text).toContain("16:45");
});

test("the teacher confirms on a screen that showed it without a reload, and the student is notified", async () => {
  await teacherPage.getByRole("link", { name: "Wróć do listy" }).click();
  await teacherPage.getByRole("button", { name: /^Więcej o lekcji/ }).click();
  await teacherPage.getByText("Lekcja została zarezerwowana przez ucznia, potwierdź ją.").waitFor();
  await picture(teacherPage, "walk-lesson-desk");
  await teacherPage.getByRole("dialog").getByRole("button", { name: "Potwierdź lekcję" }).dblclick();
  await teacherPage.getByRole("button", { name: "Wygeneruj link do spotkania" }).click();
  await teacherPage.getByRole("button", { name: "Kopiuj link" }).waitFor();
  expect(await teacherPage.getByRole("dialog").getByRole("alert").count()).toBe(0);

  await rowsOf(studentPage, "Zaplanowane lekcje").getByText("Potwierdzona", { exact: true }).waitFor();
  const confirmed = await mailTo(
    student.email,
    ({ subject }) => /potwierdz/i.test(subject) && !/konto|adres/i.test(subject),
  );
  expect(confirmed.text).toContain("16:45");
});

test("the student cancels after a question, and the teacher is notified", async () => {
  await studentPage.getByRole("button", { name: /^Więcej o lekcji/ }).click();
  await studentPage.getByText(/^Do sali wejdziesz od /).waitFor();
  await studentPage.getByRole("button", { name: "Odwołaj lekcję" }).click();
  const question = studentPage.getByRole("form", { name: /^Odwołać lekcję .*, 16:45\?$/ });
  await picture(studentPage, "walk-cancel-phone");
  await question.getByRole("button", { name: "Odwołaj lekcję" }).click();
  await studentPage.getByRole("dialog", { name: "Szczegóły lekcji" }).getByText("Odwołana").waitFor();
  // What opened it has gone from the list with the lesson.
  await studentPage.keyboard.press("Escape");
  await expectFocus(studentPage.getByRole("heading", { name: "Zaplanowane lekcje" }));
  const told = await phone.hear((said) => /odwoła/i.test(said));
  expect(told.text).toContain(student.surname);
  await picture(teacherPage, "walk-cancelled-desk");
});

test("a double lesson is one line, one message and one entry of the calendar, and ends as one", async () => {
  const both = "15:40–17:45";
  await studentPage.getByRole("link", { name: "Zarezerwuj", exact: true }).click();
  await studentPage
    .getByRole("radio", { name: /8 wolnych/ })
    .nth(2)
    .check();
  expect(await studentPage.getByLabel("Poziom").inputValue()).toBe("liceumR");
  await studentPage.getByRole("checkbox", { name: "Lekcja podwójna" }).click();
  await studentPage.getByRole("radio", { name: both }).check();
  await studentPage.getByLabel("Temat zajęć").fill("Powtórka");
  // Who goes elsewhere while the lesson is being booked stays there.
  await studentPage.route(
    "**/trpc/lessons.book",
    async (route) => {
      await studentPage.getByRole("link", { name: "Chat" }).click();
      await studentPage.getByRole("button", { name: "Porzuć zmiany" }).click();
      await studentPage.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
      await route.continue();
    },
    { times: 1 },
  );
  await studentPage.getByRole("button", { name: "Zarezerwuj" }).click();
  await studentPage.getByText("Zarezerwowano lekcję poprawnie").last().waitFor();
  await phone.hear((said) => said.includes(`${both}, z przerwą`));
  expect(await studentPage.getByRole("heading", { level: 1 }).textContent()).toBe("Chat");
  await studentPage.getByRole("link", { name: "Zajęcia" }).click();
  // One line of the list.
  await rowsOf(studentPage, "Zaplanowane lekcje").getByText("Niepotwierdzona").waitFor();
  await rowsOf(studentPage, "Zaplanowane lekcje").getByText(`${both}, z przerwą`).waitFor();

  const asStudent = await restAs(student.email, PASSWORD);
  type OwnLesson = { pairId: string | null; status: string } & Record<
    "dateYear" | "dateMonth" | "dateDay",
    number
  >;
  const pair = async () =>
    ((await asStudent("GET", "/student/lessons")) as OwnLesson[]).filter(({ pairId }) => pairId !== null);
  const [booked] = await pair();
  const date = civilDate(booked?.dateYear ?? 0, booked?.dateMonth ?? 0, booked?.dateDay ?? 0);
  await visit(teacherPage, `/dashboard/zajecia?widok=kalendarz&dzien=${date}`);
  await teacherPage.getByRole("button", { name: `${both}, z przerwą` }).click();
  await picture(teacherPage, "walk-double-desk");
  await teacherPage.getByRole("dialog").getByRole("button", { name: "Potwierdź lekcję" }).click();
  await rowsOf(studentPage, "Zaplanowane lekcje").getByText("Potwierdzona", { exact: true }).waitFor();

  await studentPage.getByRole("button", { name: /^Więcej o lekcji .*, z przerwą/ }).click();
  await studentPage.getByRole("button", { name: "Odwołaj lekcję" }).click();
  const question = studentPage.getByRole("form", { name: /^Odwołać lekcję / });
  await question.getByRole("radio", { name: "Obie godziny" }).check();
  await question.getByRole("button", { name: "Odwołaj lekcję" }).click();
  await studentPage.getByRole("dialog", { name: "Szczegóły lekcji" }).getByText("Odwołana").waitFor();
  expect((await pair()).map(({ status }) => status)).toEqual(Array(2).fill("Odwolana przez ucznia"));
});

async function register(page: Page, person: typeof teacher): Promise<void> {
  await page.goto("/");
  await page.waitForURL("**/auth**");
  await page.getByRole("button", { name: "Nie masz konta? Zarejestruj się!" }).click();
  await page.getByText(person.role, { exact: true }).click();
  await page.getByLabel("Imię").fill(person.name);
  await page.getByLabel("Nazwisko").fill(person.surname);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Telefon").fill("600100200");
  await page.getByLabel("Hasło", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Załóż konto" }).click();
  await page.getByText("Sprawdź e-mail i potwierdź adres").waitFor();
  const { links } = await mailTo(person.email);
  const link = links.find((each) => each.includes("/potwierdz/"));
  expect(link).toBeDefined();
  // The browser that registered is in.
  await page.goto(String(link));
  await page.waitForURL("**/dashboard**");
  await page.getByText("Zalogowano poprawnie").waitFor();
}

async function idOf(list: string, email: string): Promise<string> {
  const people = (await admin("GET", list)) as { _id: string; email: string }[];
  const found = people.find((person) => person.email === email);
  if (!found) throw new Error(`${email} is not in ${list}`);
  return found._id;
}

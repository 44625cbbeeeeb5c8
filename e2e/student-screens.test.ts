import { randomUUID } from "node:crypto";
import { WEEKDAYS, weekdayOf } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { setUpForAttempts } from "./harness/attempts";
import {
  axeFindings,
  closeBrowser,
  expectFocus,
  openBrowser,
  openByMenu,
  openMenu,
  picture,
  rowsOf,
  SIZES,
  type Size,
  signIn,
  signInOnBoth,
  sizesOf,
  visit,
} from "./harness/browser";
import { book, bookConfirmed, type Classroom, inDays, makeClassroom, noteLesson } from "./harness/classroom";
import { unreadable } from "./harness/layout";

/** What a student comes for, mostly on a phone: lessons in every state, payments, settings, calendar, help. */
const USUAL = sizesOf("phone");
const TOPIC = "Granice ciągów i ich zastosowania";
const REASON = "Choroba nauczyciela";
const DAYS_AHEAD = 3;
const day = inDays(DAYS_AHEAD);
const IS_WEEKEND = ["sob", "niedz"].includes(weekdayOf(inDays(0)));

let room: Classroom;
let pages: Record<Size, Page>;

setUpForAttempts(async () => {
  room = await makeClassroom();
  const { admin, teacher, student } = room;
  const payment = { moneyAmount: 450, lessonAmount: 5, desc: "przelew", subject: "Matematyka" };
  await admin("POST", "/admin/input_payment", { studentId: student.id, ...payment, subjectLevel: "liceumP" });
  await book(room, day, 2, TOPIC);
  const withLink = await bookConfirmed(room, day, 3);
  await teacher.rest("GET", `/teacher/generate_link/${withLink}`);
  await bookConfirmed(room, day, 4);
  const cancelled = await bookConfirmed(room, day, 5);
  await teacher.rest("PUT", `/teacher/lesson_status/${cancelled}`, {
    status: "Odwolana przez nauczyciela",
    cancelMessage: REASON,
  });
  await noteLesson(room, inDays(-7), 6, "Zrealizowana");
  pages = await signInOnBoth(student.email, "light");
});
afterAll(closeBrowser);

/** Opens the settings' link on a new phone of the messenger; the open settings show that it connected. */
async function connectByLink(page: Page) {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Połącz z Telegramem" }).click();
  const messenger = await opened;
  await messenger.getByLabel("Nowy telefon, imię").fill(room.student.name);
  await messenger.getByRole("button", { name: "Dodaj i otwórz" }).click();
  await page.getByText("Połączono", { exact: true }).waitFor();
  await messenger.close();
}

const toastOf = (page: Page) => page.getByRole("alert").filter({ hasText: "Odświeżono" });

/** Refreshes everything from the menu, which a toast confirms. */
async function refresh(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("button", { name: "Odśwież" }).press("Enter");
  await toastOf(page).waitFor();
}

/** Runs in the page: whether an alert lies under this point. */
function alertAt([x, y]: readonly [number, number]): boolean {
  return Boolean(document.elementFromPoint(x, y)?.closest("[role=alert]"));
}

/** Opens the lesson at this hour from a list, looks, and closes it. */
async function look(page: Page, list: string, hours: string, seen: (sheet: Locator) => Promise<unknown>) {
  await rowsOf(page, list)
    .filter({ hasText: hours })
    .getByRole("button", { name: /^Więcej/ })
    .click();
  const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
  await sheet.getByText(`${room.teacher.name} ${room.teacher.surname}`).waitFor();
  await seen(sheet);
  await sheet.getByRole("button", { name: "Zamknij" }).click();
  await sheet.waitFor({ state: "detached" });
}

test.each(USUAL)(
  "on a %s: planned, finished and available lessons, and what each says of itself",
  async (size) => {
    const page = pages[size];
    await expect.poll(() => rowsOf(page, "Zaplanowane lekcje").count()).toBe(3);
    expect(await rowsOf(page, "Zrealizowane lekcje").count()).toBe(2);
    expect(await rowsOf(page, "Dostępne lekcje").allTextContents()).toEqual([
      expect.stringMatching(/Matematyka, liceum, poziom podstawowy(Liczba)?1$/),
    ]);

    await look(page, "Zaplanowane lekcje", "9:10–10:10", async (sheet) => {
      await sheet.getByText("Niepotwierdzona", { exact: true }).waitFor();
      await sheet.getByText("Poczekaj, aż nauczyciel potwierdzi lekcję.").waitFor();
      await sheet.getByText(TOPIC).waitFor();
      await sheet.getByRole("button", { name: "Usuń lekcję" }).waitFor();
      await picture(page, `student-lesson-${size}`);
      if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
    });
    await look(page, "Zaplanowane lekcje", "10:15–11:15", async (sheet) => {
      await sheet.getByText(/^Do sali wejdziesz od .*10:00$/).waitFor();
      await sheet.getByRole("button", { name: "Kopiuj link" }).waitFor();
    });
    await look(page, "Zaplanowane lekcje", "11:20–12:20", (sheet) =>
      sheet.getByText(/^Do sali wejdziesz od .*11:05$/).waitFor(),
    );
    await look(page, "Zrealizowane lekcje", "12:25–13:25", async (sheet) => {
      await sheet.getByText("Odwołana przez nauczyciela", { exact: true }).waitFor();
      await sheet.getByText(REASON).waitFor();
      await sheet.getByRole("link", { name: "Zarezerwuj ponownie" }).waitFor();
      expect(await sheet.getByRole("button", { name: "Odwołaj lekcję" }).count()).toBe(0);
    });
  },
);

test("on a phone: a toast goes with a tap", async () => {
  const page = pages.phone;
  await refresh(page);
  await toastOf(page).tap();
  await toastOf(page).waitFor({ state: "detached" });
});

test("at a desk: a long topic is shortened, and a mouse that rests where a toast appears does not keep it", async () => {
  const page = pages.desk;
  await page.getByText("Granice ci...", { exact: true }).waitFor();
  const [x, y] = [SIZES.desk.width - 140, SIZES.desk.height - 40];
  await page.mouse.move(x, y);
  await refresh(page);
  await expect.poll(() => page.evaluate(alertAt, [x, y] as const)).toBe(true);
  await toastOf(page).waitFor({ state: "detached" });
});

test.each(["phone", "desk"] as const)(
  "on a %s: the calendar goes back and forth, and opens a lesson",
  async (size) => {
    const page = pages[size];
    await page.getByText("Kalendarz", { exact: true }).click();
    const [forth, back] =
      size === "phone" ? ["Następny dzień", "Poprzedni dzień"] : ["Następny tydzień", "Poprzedni tydzień"];
    const today = page.getByRole("button", { name: "Dzisiaj" });
    const entry = page.getByRole("button", { name: /10:15–11:15.*Wanda Zawadzka/ });
    // A week with nothing left opens at the next one.
    if (IS_WEEKEND) {
      if (size === "desk") await entry.waitFor();
      await today.click();
    }
    await expect.poll(() => today.isDisabled()).toBe(true);

    const weeks = WEEKDAYS.indexOf(weekdayOf(inDays(0))) + DAYS_AHEAD >= WEEKDAYS.length ? 1 : 0;
    for (let step = 0; step < (size === "phone" ? DAYS_AHEAD : weeks); step += 1) {
      await page.getByRole("button", { name: forth }).click();
    }
    await entry.click();
    await page.getByText(/^Do sali wejdziesz od /).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: forth }).click();
    await entry.waitFor({ state: "detached" });
    await page.getByRole("button", { name: back }).click();
    await entry.waitFor();
    if (await today.isEnabled()) await today.click();
    await expect.poll(() => today.isDisabled()).toBe(true);
  },
);

test.each(USUAL)("on a %s: the history of payments", async (size) => {
  const page = pages[size];
  await openByMenu(page, "Płatności");
  await page.getByRole("heading", { name: "Historia wpłat" }).waitFor();
  const payments = rowsOf(page, "Rozliczenie").filter({ hasText: /Wpłata 450\szł/ });
  await payments.first().waitFor();
  const [payment = ""] = await payments.allTextContents();
  for (const part of [/450\szł/, /Matematyka, liceum podst\./, /przelew/, /\d\d\.\d\d\.\d{4}/]) {
    expect(payment).toMatch(part);
  }
});

test.each(USUAL)(
  "on a %s: settings keep what may change, and the calendar's address comes and goes",
  async (size) => {
    const page = pages[size];
    const digits = size === "phone" ? "600 300 400" : "600 300 500";
    await openByMenu(page, "Ustawienia");
    const form = page.getByRole("form", { name: "Twoje dane" });
    for (const field of ["Imię", "E-mail"]) {
      expect(await form.getByLabel(field).getAttribute("readonly")).not.toBeNull();
    }
    await form.getByLabel("Telefon rodzica").fill("12345");
    await form.getByRole("button", { name: "Zapisz" }).click();
    await form.getByText("Błędny numer telefonu").waitFor();
    await form.getByLabel("Telefon rodzica").fill(digits);
    await form.getByRole("button", { name: "Zapisz" }).click();
    await page.getByText("Dane zostały poprawnie zmienione").waitFor();
    const { phoneParent } = (await room.student.rest("GET", "/user/profile")) as { phoneParent: string };
    expect(phoneParent).toBe(`+48${digits.replaceAll(" ", "")}`);

    await page.getByLabel("Kod z Telegrama").fill("00000000");
    await page.getByRole("button", { name: "Potwierdź" }).click();
    await page.getByText("Zły kod").waitFor();
    // Whoever is connected is not asked for a code any more.
    if (size === USUAL.at(-1)) await connectByLink(page);

    await page.getByRole("button", { name: "Utwórz adres kalendarza" }).click();
    const address = await page.getByLabel("Adres kalendarza").inputValue();
    const calendar = await fetch(address);
    expect(calendar.headers.get("content-type")).toContain("text/calendar");
    expect(await calendar.text()).toContain("TZID=Europe/Warsaw");
    await page.getByRole("button", { name: "Unieważnij adres" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unieważnij adres" }).click();
    await page.getByRole("button", { name: "Utwórz adres kalendarza" }).waitFor();
    expect((await fetch(address)).status).toBe(404);
  },
);

test.each(USUAL)(
  "on a %s: help says whom to call, and the lists of a new student what comes next",
  async (size) => {
    const { page, context } = await openBrowser({ size });
    await signIn(page, "uczen2@demo.pl");
    for (const [list, next] of [
      ["Zaplanowane lekcje", "Poczekaj, aż administrator przydzieli Ci nauczyciela"],
      ["Zrealizowane lekcje", "Tu znajdziesz lekcje, które się odbyły lub zostały odwołane."],
      ["Dostępne lekcje", "Gdy zaksięgujemy Twoją wpłatę, zobaczysz tu opłacone lekcje."],
    ] as const) {
      await page.getByRole("heading", { name: list }).waitFor();
      await page.getByText(next).waitFor();
    }
    expect(await page.getByText("Brak", { exact: true }).count()).toBe(3);
    expect(await page.getByRole("link", { name: "Poproś o stały termin" }).count()).toBe(0);
    // Without a teacher there is nothing to book.
    expect(await page.getByRole("link", { name: "Zarezerwuj", exact: true }).count()).toBe(0);
    await visit(page, "/dashboard/zajecia/rezerwacja");
    await page.getByText("Poczekaj, aż administrator przydzieli Ci nauczyciela").waitFor();
    await page.getByRole("link", { name: "Wróć do listy" }).click();
    await openByMenu(page, "Płatności");
    await page.getByRole("heading", { name: "Historia wpłat" }).waitFor();
    await page.getByText("Brak", { exact: true }).first().waitFor();

    if (size === "phone") await page.getByRole("button", { name: /^Otwórz menu/ }).click();
    await page.getByRole("button", { name: "Pomoc" }).click();
    const help = page.getByRole("dialog", { name: "Pomoc" });
    expect(await help.getByRole("link", { name: /Telefon/ }).getAttribute("href")).toMatch(/^tel:\+?\d+$/);
    expect(await help.getByRole("link", { name: /E-mail/ }).getAttribute("href")).toMatch(/^mailto:.+@/);
    await picture(page, `help-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  },
);

test("what an open page does not know of the messages that a person wants stays when that page saves another choice", async () => {
  const { student } = await makeClassroom();
  const pages = await signInOnBoth(student.email, "light", { at: "/dashboard/ustawienia" });
  const choice = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
  const [all, group] = ["Wszystkie powiadomienia", "Płatności"];
  await choice(pages.desk, `${all}: E-mail`).waitFor();
  const choose = async (page: Page, ...names: string[]) => {
    for (const name of names) await choice(page, name).uncheck();
    await page.getByRole("button", { name: "Zapisz wybór" }).click();
    await page.getByText("Zapisano", { exact: true }).waitFor();
  };
  await choose(pages.phone, `${all}: Telegram`, "Lekcje: E-mail");
  await choose(pages.desk, `${all}: E-mail`, `${group}: Telegram`);
  const expectAll = async () => {
    for (const name of [`${all}: Telegram`, `${all}: E-mail`, "Lekcje: E-mail", `${group}: Telegram`])
      await expect.poll(() => choice(pages.desk, name).isChecked(), { message: name }).toBe(false);
    expect(await choice(pages.desk, "Lekcje: Telegram").isChecked()).toBe(true);
  };
  await expectAll();
  await pages.desk.reload();
  await choice(pages.desk, `${all}: E-mail`).waitFor();
  await expectAll();
});

test("a slot that is taken while it is chosen is taken back, and the screen says so", async () => {
  const page = pages.desk;
  await visit(page, "/dashboard/zajecia/rezerwacja");
  const days = page.getByRole("radio", { name: /wolnych/ });
  const left = () => days.first().evaluate((day) => day.getBoundingClientRect().left);
  const before = await left();
  await page.getByRole("button", { name: "Późniejsze dni" }).press("Enter");
  await expect.poll(left).toBeLessThan(before);
  const later = await left();
  await page.getByRole("button", { name: "Wcześniejsze dni" }).press("Enter");
  await expect.poll(left).toBeGreaterThan(later);
  const chosen = days.nth(4);
  await chosen.check();
  await page.getByRole("radio", { name: "14:35–15:35" }).check();
  await page.getByText(/, 14:35–15:35 · Matematyka/).waitFor();
  await book(room, (await chosen.getAttribute("value")) ?? "", 7);
  await page.getByText("Ten termin właśnie zajęto. Wybierz inny.").waitFor();
  await page.getByText("Wybierz dzień i godzinę.", { exact: true }).waitFor();
  expect(await chosen.isChecked()).toBe(true);
});

test("an emptied last day of a weekly lesson is asked for at its field", async () => {
  const page = pages.desk;
  await page.goto("/dashboard/zajecia/rezerwacja");
  await page
    .getByRole("radio", { name: /^\d+:\d\d–/ })
    .first()
    .check();
  await page.getByRole("checkbox", { name: "Powtarzaj co tydzień" }).check();
  await page.getByLabel("Jak często").selectOption("co dwa tygodnie");
  const send = page.getByRole("button", { name: /^Poproś o stały termin: \d+ lekcj/ });
  await send.waitFor();
  const until = page.getByLabel("Powtarzaj do");
  await until.fill("");
  await page.getByRole("button", { name: "Sprawdź ponownie" }).click();
  await expectFocus(until);
  await page.getByText("Podaj datę", { exact: true }).waitFor();
  await until.fill(inDays(60));
  await send.waitFor();
  await page.getByRole("checkbox", { name: "Powtarzaj co tydzień" }).uncheck();
  await page.getByRole("button", { name: "Zarezerwuj", exact: true }).waitFor();
});

test("an address of another role's lessons is not found", async () => {
  const page = pages.desk;
  await page.goto("/dashboard/zajecia/odbyte");
  await page.getByRole("heading", { level: 1, name: "Nie znaleźliśmy strony" }).waitFor();
  await page.getByRole("link", { name: "Wróć na stronę główną" }).click();
  await page.getByRole("heading", { name: "Zaplanowane lekcje" }).waitFor();
});

test("a tap on a slot that is held chooses it and what was waited for, also again after another one was chosen", async () => {
  const page = pages.phone;
  const { student, teacher, admin } = room;
  await admin("PUT", `/admin/teacher_subject/${teacher.id}`, [
    { name: "Matematyka", level: "liceumP" },
    { name: "Fizyka", level: "liceumR" },
  ]);
  const until = new Date(Date.now() + 30 * 60_000).toISOString();
  const watch = {
    id: randomUUID(),
    studentId: student.id,
    teacherId: teacher.id,
    teacherName: `${teacher.name} ${teacher.surname}`,
    subject: "Fizyka",
    level: "liceumR",
    weekdays: WEEKDAYS,
    fromBlock: 7,
    toBlock: 7,
    until: inDays(20),
    place: 1,
    held: { date: day, block: 7, until },
  };
  // At night nothing is held: the server's answer gets it here.
  const lists = /\/trpc\/[^?]*watches\.list/;
  await page.route(lists, async (route) => {
    const names = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    const response = await route.fetch();
    const answers = (await response.json()) as object[];
    answers[names.indexOf("watches.list")] = { result: { data: [watch] } };
    await route.fulfill({ response, json: answers });
  });
  await page.goto("/dashboard/zajecia/rezerwacja");
  const held = page.getByRole("link", { name: "Zarezerwuj", exact: true });
  const hour = page.getByRole("radio", { name: "14:35–15:35" });
  await held.tap();
  await expectFocus(hour);
  await page.getByRole("radio", { name: "15:40–16:40" }).check();
  await held.tap();
  await expectFocus(hour);
  expect(await hour.isChecked()).toBe(true);
  expect(await page.getByLabel("Przedmiot").inputValue()).toBe("Fizyka");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

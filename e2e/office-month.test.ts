import { randomUUID } from "node:crypto";
import { addDays, addMonths, blockHours, monthBounds, monthName, monthOf } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  EVERY_LOOK,
  openBrowser,
  picture,
  rowsOf,
  type Scheme,
  type Size,
  signIn,
  signInOnBoth,
  sizesOf,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL, answer, openCentre, type Pair } from "./harness/centre";
import { book, type Classroom, inDays, makeClassroom, makeParent, noteLesson } from "./harness/classroom";
import { type Rest, restAs } from "./harness/rest";

/**
 * The office closes its month: invoices, and results whose figures open their rows. One page answers a phone call, and its
 * figures lead to what they count, too.
 */
const SCHEMES: Record<Size, Scheme> = { phone: "dark", desk: "light" };
/** The last day of the month that has ended. */
const ENDED = addDays(monthBounds(monthOf(inDays(0))).from, -1);
const NEXT_YEAR = monthOf(inDays(0)).year + 1;

let admin: Rest;
let adminPages: Record<Size, Page>;

beforeAll(async () => {
  adminPages = await signInOnBoth(ADMIN_EMAIL, "dark", { at: null });
  admin = await restAs(ADMIN_EMAIL, DEMO_PASSWORD);
  await invoiceWhen("onRequest");
});
afterAll(async () => {
  await admin("PUT", "/admin/invoicing", { mode: "off" });
  await closeBrowser();
});

async function invoiceWhen(mode: "off" | "onRequest" | "eachOrder") {
  const tax = { tax: "zw", exemption: "Art. 43 ust. 1 pkt 27 ustawy o VAT" };
  await admin("PUT", "/admin/invoicing", { domain: "demo", token: "kod", mode, ...tax });
}

/** Somebody's page at a screen. */
async function open(email: string, at: string, size: Size) {
  const { page } = await openBrowser({ size, scheme: SCHEMES[size] });
  await signIn(page, email, { at });
  return page;
}

/** The office's page at a screen; one page goes through all tests, unless all is seen in both sizes. */
async function openOffice(at: string, size: Size) {
  const page = adminPages[EVERY_LOOK ? size : "desk"];
  await visit(page, at);
  return page;
}

const fullName = ({ name, surname }: Classroom["teacher"]) => `${name} ${surname}`;

test("who pays for nobody any more reads that an invoice waits, and gives the data for it", async () => {
  const { student } = await makeClassroom();
  const { email } = await makeParent(student);
  const [guardianship] = (await admin("GET", `/admin/guardianships/${student.id}`)) as { _id: string }[];
  await admin("PUT", "/admin/guardianship", { ...guardianship, payer: true });
  await invoiceWhen("eachOrder");
  const pair = { subject: "Matematyka", subjectLevel: "liceumP" };
  const paid = { ...pair, studentId: student.id, moneyAmount: 80, lessonAmount: 1, desc: "wplata" };
  await admin("POST", "/admin/input_payment", paid);
  await invoiceWhen("onRequest");
  await admin("DELETE", `/admin/guardianship/${guardianship?._id}`);
  const page = await open(email, "/dashboard/zajecia", "phone");
  await page.getByText("Faktura czeka na Twoje dane.").waitFor();
  await page.getByRole("link", { name: "Podaj dane do faktury" }).click();
  await page.getByRole("form", { name: "Dane do faktury" }).waitFor();
});

test.each(sizesOf("phone"))("%s: who pays asks for an invoice, and keeps its file", async (size) => {
  const { student } = await makeClassroom();
  const pay = (moneyAmount: number, lessonAmount: number) =>
    admin("POST", "/admin/input_payment", {
      studentId: student.id,
      moneyAmount,
      lessonAmount,
      desc: "wplata",
      subject: "Matematyka",
      subjectLevel: "liceumP",
    });
  await invoiceWhen("eachOrder");
  await pay(80, 1);
  await invoiceWhen("onRequest");
  await pay(320, 4);
  const page = await open(student.email, "/dashboard/platnosci", size);
  await page.getByText("Faktura czeka na Twoje dane.").waitFor();
  await page.getByRole("link", { name: "Podaj dane do faktury" }).click();
  const data = page.getByRole("form", { name: "Dane do faktury" });
  await data.getByText("Firma", { exact: true }).click();
  for (const [label, value] of [
    ["Nazwa firmy", "Nowak sp. z o.o."],
    ["NIP", "PL 525-244-57-67"],
    ["Ulica i numer", "Długa 1"],
    ["Kod pocztowy", "00-001"],
    ["Miejscowość", "Warszawa"],
  ] as const)
    await data.getByLabel(label).fill(value);
  await data.getByRole("button", { name: "Zapisz" }).click();
  await page.getByText("Zapisano", { exact: true }).waitFor();

  await visit(page, "/dashboard/platnosci");
  await page.getByRole("button", { name: /^Faktura za wpłatę z .+, 320\szł$/ }).click();
  await page.getByText("Faktura zostanie wystawiona").waitFor();
  const invoice = rowsOf(page, "Faktury").first();
  await invoice.getByText("Wystawiona").waitFor({ timeout: 90_000 });
  await picture(page, `invoices-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    invoice.getByRole("button", { name: "Pobierz PDF" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^faktura-.+\.pdf$/);

  const office = await openOffice("/dashboard/firma/faktury", size);
  await rowsOf(office, "Faktury")
    .filter({ hasText: fullName(student) })
    .filter({ hasText: "Wystawiona" })
    .first()
    .waitFor();
  await picture(office, `admin-invoices-${size}`);
  expect(await axeFindings(office)).toEqual([]);

  // Without further invoices, those that were issued stay.
  await invoiceWhen("off");
  await visit(page, "/dashboard/platnosci");
  await invoice.getByText("Wystawiona").waitFor();
  await invoiceWhen("onRequest");
});

test.each(sizesOf("desk"))(
  "%s: a preview of bills says what is typed, whatever happens meanwhile",
  async (size) => {
    const room = await makeClassroom(`Malinowski-${randomUUID().slice(0, 6)}`);
    await admin("PUT", `/admin/billing/${room.student.id}`, { mode: "advance" });
    for (const days of [2, 9]) await book(room, inDays(days), 4);
    const { year, month } = addMonths(monthOf(inDays(0)), 1);
    const { bills } = (await admin("GET", `/admin/bills/${monthName({ year, month })}/preview`)) as {
      bills: { payerId: string }[];
    };
    const page = await openOffice("/dashboard/firma/rachunki", size);
    await page.getByRole("button", { name: "Podgląd" }).click();
    const form = page.getByRole("form", { name: "Podgląd" });
    const included = form.getByRole("checkbox");
    await included.first().waitFor();
    expect(await included.count()).toBe(bills.length);
    const own = form.getByRole("listitem").nth(bills.findIndex(({ payerId }) => payerId === room.student.id));
    for (const box of await included.all()) await box.uncheck();
    await form.getByRole("button", { name: "Nie wystawiaj nikomu" }).waitFor();
    await own.getByRole("checkbox").check();
    const count = own.getByLabel(/^Liczba lekcji: /);
    await count.fill("");
    await form.getByRole("button", { name: /^Wystaw / }).click();
    await own.getByText("Podaj liczbę lekcji od 0 do 200").waitFor();
    await count.fill("1");
    await own.getByText(/: 90\szł, do /).waitFor();
    // Something that this screen shows changes: the preview stays as it is typed.
    const read = page.waitForResponse((response) => response.url().includes("bills.ofMonth"));
    await admin("POST", "/admin/input_payment", {
      studentId: room.student.id,
      moneyAmount: 80,
      lessonAmount: 1,
      desc: "wplata",
      subject: "Fizyka",
      subjectLevel: "liceumP",
    });
    await read;
    expect(await count.inputValue()).toBe("1");
    expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(1);
    await picture(page, `bills-preview-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole("button", { name: /^Wystaw 1 rachunek na 90\szł$/ }).click();
    await page
      .getByRole("dialog", { name: /^Wystawić 1 rachunek na 90\szł\?$/ })
      .getByRole("button", { name: "Wystaw rachunki" })
      .click();
    await page.getByText("Wystawiono 1 rachunek").waitFor();
    expect(await room.student.rest("GET", "/student/bills")).toMatchObject([{ amount: 90, status: "open" }]);

    // What cannot be taken back is asked about, and says whom it concerns.
    const name = fullName(room.student);
    await page.getByRole("button", { name: `Szczegóły: ${name}` }).click();
    const bill = page.getByRole("dialog", { name: "Rachunek", exact: true });
    await page.route(/bills\.pdf/, (route) => route.fulfill({ status: 500, body: "" }));
    await bill.getByRole("button", { name: "Pobierz rachunek (PDF)" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /Brak połączenia z serwerem/ })
      .waitFor();
    await bill.getByRole("button", { name: "zwolnij termin" }).click();
    const release = page.getByRole("dialog", { name: `${name}: zakończyć od jutra stałe terminy?` });
    await release.getByText(/^Zaplanowane lekcje zostaną odwołane i nie wrócą\./).waitFor();
    await picture(page, `bill-release-${size}`);
    await release.getByRole("button", { name: "Anuluj" }).click();
    await release.waitFor({ state: "detached" });
    const reason = bill.getByLabel("Powód wycofania");
    await reason.fill("Pomyłka");
    await reason.press("Escape");
    await answer(page, "Masz niezapisane zmiany", "Zostań");
    await bill.getByRole("button", { name: "Wycofaj" }).click();
    await answer(page, "Wycofać rachunek?", "Wycofaj");
    await page.getByText("Wycofano rachunek").waitFor();
  },
);

test.each(sizesOf("phone"))("%s: a month is presented and accepted after a question", async (size) => {
  const room = await makeClassroom();
  await noteLesson(room, ENDED, 6, "Zrealizowana");
  await admin("PUT", "/admin/settlement", { on: true });
  const office = await openOffice("/dashboard/firma/rozliczenia", size);
  await office.getByRole("button", { name: "Przedstaw rozliczenia" }).click();
  await answer(office, /^Przedstawić rozliczenia za \S+ \d{4}\?$/, "Przedstaw rozliczenia");
  await office.getByText(/^Przedstawiono rozliczenia: \d/).waitFor();
  const page = await open(room.teacher.email, "/dashboard/platnosci", size);
  // Words that are typed are asked about; a month that cannot be read says so, and another one can be chosen.
  const own = page.getByRole("region", { name: "Rozliczenie miesiąca" });
  const month = own.getByLabel("Miesiąc");
  const ended = await month.inputValue();
  const other = ended === "12" ? "1" : "12";
  await own.getByRole("button", { name: "Brakuje lekcji" }).click();
  const words = own.getByRole("textbox", { name: "Której lekcji brakuje?" });
  const background = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
  const send = own.getByRole("button", { name: "Wyślij", disabled: true });
  expect(await send.evaluate(background)).not.toBe(await own.evaluate(background));
  await words.fill("Piątek, godzina 9:10");
  await month.selectOption(other);
  await answer(page, "Masz niezapisane zmiany", "Zostań");
  expect(await words.inputValue()).toBe("Piątek, godzina 9:10");
  expect(await month.inputValue()).toBe(ended);
  const failing = /settlement\.mine/;
  await page.route(failing, (route) => route.fulfill({ status: 500, body: "" }));
  await month.selectOption(other);
  await answer(page, "Masz niezapisane zmiany", "Porzuć zmiany");
  await own.getByRole("button", { name: "Spróbuj ponownie" }).waitFor();
  await page.unroute(failing);
  await month.selectOption(ended);
  await page.getByRole("button", { name: "Akceptuję rozliczenie" }).click();
  const question = page.getByRole("dialog", { name: /^Zaakceptować rozliczenie za \S+ \d{4}: \d+\szł\?$/ });
  await question.getByText(/^Potem nie zgłosisz już uwag\./).waitFor();
  await picture(page, `settlement-question-${size}`);
  await question.getByRole("button", { name: "Akceptuję rozliczenie" }).click();
  await page.getByText("Zaakceptowano rozliczenie").waitFor();
  await admin("PUT", "/admin/settlement", { on: false });
});

test.each(sizesOf("desk"))("%s: every figure of the results opens its rows", async (size) => {
  const room = await makeClassroom();
  await noteLesson(room, ENDED, 6, "Zrealizowana");
  const page = await openOffice("/dashboard/firma/wyniki", size);
  const sheet = (name: string | RegExp) => page.getByRole("dialog", { name });
  const close = async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await page.getByRole("button", { name: /^Pokaż uczniów: Powroty uczniów, / }).click();
  await sheet("Powroty uczniów")
    .getByRole("link", { name: fullName(room.student) })
    .first()
    .waitFor();
  await close();
  // The sum opens the hours of the week, and each of them its lessons.
  await page.getByRole("button", { name: /^Pokaż godziny: \d+ z \d+/ }).click();
  await picture(page, `results-hours-${size}`);
  await sheet("Wykorzystanie godzin")
    .getByRole("button", { name: /: [1-9]\d* z \d+$/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "lekcja odbyta" }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await close();
  await page.getByRole("button", { name: /^Zgłoszenie: \d+$/ }).click();
  await sheet("Zgłoszenie").waitFor();
  await close();
  await picture(page, `results-${size}`);
});

/** A student who has planned two lessons of next year, and paid for five. */
async function makePaidPair(): Promise<Pair> {
  const centre = await openCentre();
  const pair = await centre.addPair("Dudek", "Gil");
  for (const block of [3, 4]) await centre.addLesson(pair, `${NEXT_YEAR}-03-05`, block);
  await admin("POST", "/admin/input_payment", {
    studentId: pair.student.id,
    moneyAmount: 450,
    lessonAmount: 5,
    desc: "wplata",
    subject: "Fizyka",
    subjectLevel: "liceumP",
  });
  return pair;
}

test.each(sizesOf("desk"))(
  "%s: a student's page says how to reach them, what is left, what comes next, what was paid",
  async (size) => {
    const pair = await makePaidPair();
    const page = await openOffice(`/dashboard/uczniowie?szukaj=${pair.student.email}`, size);
    await page.getByRole("link", { name: pair.student.fullName }).press("Enter");
    await page.waitForURL(/przeglad$/);
    const card = (name: string) => page.getByRole("region", { name, exact: true });
    await card("Kontakt").getByRole("link", { name: pair.student.email }).waitFor();
    await card("Kontakt").getByRole("link", { name: pair.teacher.fullName }).waitFor();
    await card("Dostępne lekcje").getByText("Fizyka, liceum podst.: 3").waitFor();
    await card("Ostatnie wpłaty")
      .getByText(/450\szł/)
      .waitFor();
    const next = card("Najbliższe lekcje").getByRole("button", { name: /5 marca/ });
    await expect.poll(() => next.count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    await next.first().press("Enter");
    const lesson = page.getByRole("dialog", { name: "Lekcja", exact: true });
    await lesson.getByRole("button", { name: "Edytuj", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await lesson.waitFor({ state: "detached" });

    await visit(page, `/dashboard/nauczyciele/${pair.teacher.id}/statystyki?rok=${NEXT_YEAR}&miesiac=3`);
    await page.getByRole("region", { name: "Lekcje w czasie" }).getByText("Według statusu").first().waitFor();
    const planned = page.getByRole("link", { name: /^2, pokaż lekcje: Zaplanowane lekcje/ });
    await planned.press("Enter");
    await page.getByText("2 lekcje", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("planned");
    // Of planned lessons the nearest comes first.
    if (size === "desk") {
      await expect.poll(() => rowsOf(page, "Lekcje").first().textContent()).toContain(blockHours(3));
    }

    // So does money: the student's payments of this month add up to the figure that led to them.
    await visit(page, `/dashboard/uczniowie/${pair.student.id}/statystyki`);
    await page
      .getByRole("link", { name: /^450\szł, pokaż listę: Wpłaty/ })
      .first()
      .press("Enter");
    await page.getByRole("heading", { name: /^Wpłaty miesiąca: / }).waitFor();
    await page.getByText(/^Razem 450\szł$/).waitFor();
  },
);

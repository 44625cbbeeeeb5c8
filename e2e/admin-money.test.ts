import { addMonths, monthOf, today, type YearMonth } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  goOn,
  openBrowser,
  picture,
  SIZES,
  signIn,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL, answer, choosePerson, openCentre, type Pair, savedFile } from "./harness/centre";

/** An administrator and the money: what came in, what was paid out, what the month brought, as figures and as files. */
let page: Page;
let centre: Awaited<ReturnType<typeof openCentre>>;
let pair: Pair;

beforeAll(async () => {
  [centre, { page }] = await Promise.all([openCentre(), openBrowser()]);
  pair = await centre.addPair("Skarbnik", "Płatna");
  for (const [block, status] of [
    [1, "Zrealizowana"],
    [2, "Uczen nieobecny"],
    [3, "Odwolana przez nauczyciela"],
  ] as const) {
    const lesson = await centre.addLesson(pair, "2024-02-14", block);
    await centre.rest("POST", `/admin/lesson/${lesson}`, { status, description: '=1+1;"cytat"' });
  }
  await signIn(page, ADMIN_EMAIL, { at: null });
});
afterAll(closeBrowser);

const BOM = "\uFEFF";
const dialog = () => page.getByRole("dialog");
const exported = (name: string) => savedFile(page, page.getByRole("button", { name, exact: true }));

test("a payment begins with what is due; a deleted one is voided, with author and time, and does not count", async () => {
  await page.goto(`/dashboard/uczniowie/${pair.student.id}/finanse`);
  await page.getByRole("button", { name: "Dodaj wpłatę" }).click();
  expect(await dialog().getByLabel("Kwota").inputValue()).toBe("180");
  expect(await dialog().getByLabel("Liczba lekcji").inputValue()).toBe("2");
  expect(await dialog().getByLabel("Przedmiot").inputValue()).toBe("Fizyka");
  expect(await dialog().getByLabel("Opis").inputValue()).toBe("wpłata");
  await dialog().getByLabel("Kwota").fill("0");
  await dialog().getByRole("button", { name: "Dodaj wpłatę" }).click();
  await answer(page, "Zapisać lekcje za 0 zł?", "Anuluj");
  await dialog().getByLabel("Kwota").fill("1350");
  await dialog().getByLabel("Liczba lekcji").fill("15");
  await dialog().getByLabel("Opis").fill("@SUM(A1)");
  await dialog().getByRole("button", { name: "Dodaj wpłatę" }).click();
  await page.getByText("Dodano wpłatę").waitFor();

  const { name, text } = await exported("Pobierz CSV");
  expect(name).toMatch(/^wplaty-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toMatch(
    new RegExp(
      `^${BOM}Data;.*\r\n[\\d-]{10};${pair.student.fullName};1350;15;Fizyka;[^;]+;'@SUM\\(A1\\);przelew;${pair.student.fullName}\r\n$`,
    ),
  );

  const balance = () =>
    page
      .getByRole("row", { name: new RegExp(pair.student.surname) })
      .locator("td")
      .nth(2);
  await visit(page, `/dashboard/uczniowie?szukaj=${pair.student.surname}`);
  await expect.poll(() => balance().textContent()).toBe("Fiz LPFizyka (liceum podst.) 13");
  await page.goBack();
  await page.getByRole("button", { name: /^Usuń wpłatę 1\s350\szł/ }).click();
  await answer(page, /^Usunąć wpłatę 1\s350\szł/, "Usuń");
  await page.getByText("Gdy dodasz wpłatę, pojawi się tutaj.").waitFor();
  await page.getByRole("checkbox", { name: "Pokaż usunięte" }).click();
  await page.getByText(/^usunięto .*, Maria Wiśniewska/).waitFor();
  const voided = page.locator("s", { hasText: /1\s350/ });
  expect(await voided.evaluate((cell) => getComputedStyle(cell).textDecorationLine)).toBe("line-through");
  expect((await exported("Pobierz CSV")).text.trim().split("\r\n")).toHaveLength(1);
  await visit(page, `/dashboard/uczniowie?szukaj=${pair.student.surname}`);
  await expect.poll(() => balance().textContent()).toMatch(/^Fiz LPFizyka \(liceum podst\.\) [-−]2$/);
});

test("a payout is noted, lowers what is owed, and is voided", async () => {
  await visit(page, `/dashboard/nauczyciele/${pair.teacher.id}/finanse`);
  const owed = page.getByLabel("Statystyki ogólne").locator("dd").nth(2);
  await expect.poll(() => owed.textContent()).toMatch(/^120\szł$/);
  await page.getByRole("button", { name: "Dodaj wypłatę" }).click();
  expect(await dialog().getByLabel("Opis").inputValue()).toBe("wypłata");
  await expect.poll(() => dialog().getByLabel("Kwota").inputValue()).toBe("120");
  await dialog().getByLabel("Kwota").fill("99999");
  await dialog().getByRole("button", { name: "Dodaj wypłatę" }).click();
  const tooMuch = page.getByRole("dialog", { name: /^Wypłacić więcej, niż się należy\?$/ });
  expect(await tooMuch.textContent()).toMatch(/więcej niż należne 120\szł/);
  await tooMuch.getByRole("button", { name: "Anuluj" }).click();
  await dialog().getByLabel("Kwota").fill("50");
  await dialog().getByRole("button", { name: "Dodaj wypłatę" }).click();
  await expect.poll(() => owed.textContent()).toMatch(/^70\szł$/);
  expect((await exported("Pobierz CSV")).text).toContain(`;${pair.teacher.fullName};50;wypłata;`);
  await page.getByRole("button", { name: /^Usuń wypłatę 50\szł/ }).click();
  await answer(page, /^Usunąć wypłatę 50\szł/, "Usuń");
  await page.getByText("Usunięto płatność").waitFor();
  await page.getByText("Gdy dodasz wypłatę, pojawi się tutaj.").waitFor();
  await expect.poll(() => owed.textContent()).toMatch(/^120\szł$/);
  await page.getByRole("checkbox", { name: "Pokaż usunięte" }).click();
  await page.getByText(/^usunięto .*, Maria Wiśniewska/).waitFor();
});

test("a payout begins with what is due for the chosen month, and asks above that", async () => {
  const monthly = await centre.addPair("Miesięczna", "Bieżąca");
  const present = monthOf(today(new Date()));
  const keyOf = ({ year, month }: YearMonth) => `${year}-${String(month).padStart(2, "0")}`;
  const previous = keyOf(addMonths(present, -1));
  for (const date of [`${previous}-10`, `${keyOf(present)}-01`]) {
    const lesson = await centre.addLesson(monthly, date, 5);
    await centre.rest("POST", `/admin/lesson/${lesson}`, { status: "Zrealizowana" });
  }
  await visit(page, `/dashboard/nauczyciele/${monthly.teacher.id}/finanse`);
  await page.getByRole("button", { name: "Dodaj wypłatę" }).click();
  const amount = () => dialog().getByLabel("Kwota").inputValue();
  const month = dialog().getByLabel("Za miesiąc");
  await expect.poll(amount).toBe("120");
  await month.selectOption(previous);
  await expect.poll(amount).toBe("60");
  await dialog().getByLabel("Kwota").fill("100");
  await dialog().getByRole("button", { name: "Dodaj wypłatę" }).click();
  const tooMuch = page.getByRole("dialog", { name: /^Wypłacić więcej, niż się należy\?$/ });
  expect(await tooMuch.textContent()).toMatch(/więcej niż należne 60\szł/);
  await tooMuch.getByRole("button", { name: "Anuluj" }).click();
  // What was typed stays; it is not above what is due for the present month.
  await month.selectOption(keyOf(present));
  expect(await amount()).toBe("100");
  await dialog().getByRole("button", { name: "Dodaj wypłatę" }).click();
  const owed = page.getByLabel("Statystyki ogólne").locator("dd").nth(2);
  await expect.poll(() => owed.textContent()).toMatch(/^20\szł$/);
});

test("both sides' statistics count the same lessons", async () => {
  await visit(page, `/dashboard/nauczyciele/${pair.teacher.id}/statystyki`);
  await page.getByLabel("Miesiąc").selectOption("2");
  await page.getByLabel("Rok").selectOption("2024");
  await page.getByRole("button", { name: "Wygeneruj" }).click();
  const month = page.getByRole("region", { name: /^Statystyki miesięczne: luty 2024/ });
  await expect.poll(() => month.textContent()).toMatch(/Fizyka.*2\s*60\szł\s*120\szł/s);
  await visit(page, `/dashboard/uczniowie/${pair.student.id}/statystyki`);
  const lessons = page.getByRole("region", { name: "Lekcje: tabela", exact: true });
  await expect.poll(() => lessons.getByRole("row").count()).toBe(4);
});

test("the company's month: figures, a picture of twelve months, a teacher's rows, and the file of the same", async () => {
  await visit(page, "/dashboard/firma");
  await page.getByLabel("Rok").selectOption("2024");
  await page.getByLabel("Miesiąc").selectOption("2");
  const summary = page.getByRole("region", { name: "Podsumowanie" });
  await expect
    .poll(() => summary.textContent())
    .toMatch(
      /^Zrealizowane lekcje2w tym nieobecności: 1Odwołane lekcje1Zarobek nauczycieli120\szłZarobek firmy60\szł$/,
    );
  await page.getByText("Zarobki w kolejnych miesiącach: marzec 2023 – luty 2024").waitFor();
  await page.getByText("02.2024", { exact: true }).waitFor();
  await page.getByText(/2 lekcje · nauczyciel 120\szł · firma 60\szł/).click();
  const table = page.getByRole("region", { name: pair.teacher.fullName });
  await expect.poll(() => table.locator("tfoot").textContent()).toMatch(/^Razem21120\szł60\szł$/);
  const { name, text } = await exported("Pobierz CSV miesiąca");
  expect(name).toBe("firma-2024-02.csv");
  expect(text.split("\r\n").slice(-2)).toEqual(["Razem;;;2;1;0;120;60", ""]);

  await page.getByLabel("Miesiąc").selectOption("1");
  await page.getByText("Brak danych do wyświetlenia.").waitFor();
  expect((await exported("Pobierz CSV wpłat")).text.startsWith(`${BOM}Data;`)).toBe(true);
  expect((await exported("Pobierz CSV wypłat")).text.startsWith(`${BOM}Data;`)).toBe(true);
});

test("lessons are exported as they are filtered, and no text becomes a formula", async () => {
  await visit(page, `/dashboard/zajecia?nauczyciel=${pair.teacher.id}&status=Zrealizowana`);
  await page.getByText("1 lekcja", { exact: true }).waitFor();
  const { name, text } = await exported("Pobierz CSV");
  expect(name).toMatch(/^lekcje-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.split("\r\n")).toEqual([
    `${BOM}Data;Godzina;Nauczyciel;Uczeń;Przedmiot;Poziom;Status;Opis;Cena (zł);Stawka (zł);Rozliczona po terminie`,
    `2024-02-14;8:05–9:05;${pair.teacher.fullName};${pair.student.fullName};Fizyka;liceum, poziom podstawowy;Zrealizowana;"'=1+1;""cytat""";90;60;`,
    "",
  ]);
});

test("a new price applies to new lessons only", async () => {
  const price = page.getByLabel("Cena dla ucznia: liceum, poziom podstawowy");
  const made = await centre.addLesson(pair, "2024-02-15", 1);
  await visit(page, "/dashboard/firma/cennik");
  await price.fill("50");
  await page.getByText(/^Cena jest niższa niż stawka nauczyciela/).waitFor();
  await price.fill("95");
  await page.getByRole("form", { name: "Cennik" }).getByRole("button", { name: "Zapisz" }).click();
  await page.getByText("Zapisano").waitFor();
  const later = await centre.addLesson(pair, "2024-02-15", 2);
  await setPrice("liceumP", { price: 90 });
  for (const [id, stands] of [
    [made, /90\szł od ucznia/],
    [later, /95\szł od ucznia/],
  ] as const) {
    await goOn(page, `/dashboard/zajecia?lekcja=${id}`);
    await dialog().getByText(stands).waitFor();
  }
});

test("prices that a colleague has changed meanwhile are said, and what was typed stays", async () => {
  const [price, rate] = [
    page.getByLabel("Cena dla ucznia: szkoła podstawowa"),
    page.getByLabel("Stawka nauczyciela: szkoła podstawowa"),
  ];
  const save = () =>
    page.getByRole("form", { name: "Cennik" }).getByRole("button", { name: "Zapisz" }).click();
  await visit(page, "/dashboard/firma/cennik");
  await price.fill("85");
  await setPrice("szkolaP", { rate: 51 });

  await save();
  await takeInNewer(page.getByRole("form", { name: "Cennik" }));
  expect(await Promise.all([price.inputValue(), rate.inputValue()])).toEqual(["85", "51"]);
  await price.fill("80");
  await rate.fill("50");
  await save();
  await expect.poll(() => priceOf("szkolaP")).toMatchObject({ price: 80, rate: 50 });
});

test("rules that a colleague has changed meanwhile are said, and what was typed stays", async () => {
  const form = page.getByRole("form", { name: "Zasady odwołań" });
  const policy = async () => (await centre.query<{ version: number }[]>("cancellationPolicies.list", {}))[0];
  const save = async (change: object) =>
    centre.mutate("cancellationPolicies.save", {
      ...{ cutOff: null, late: "charge", freeLatePerMonth: 0, payTeacher: true, creditDays: null },
      ...change,
      version: (await policy())?.version ?? 0,
    });
  await save({ cutOff: { hours: 24 } });
  await visit(page, "/dashboard/firma/zasady-odwolan");
  await form.getByLabel("Godziny przed lekcją").fill("30");
  await save({ cutOff: { hours: 24 }, freeLatePerMonth: 2 });
  await form.getByRole("button", { name: "Zapisz zasady" }).click();
  await takeInNewer(form);
  expect(await form.getByLabel("Bezpłatne późne odwołania ucznia w miesiącu").inputValue()).toBe("2");
  await form.getByRole("button", { name: "Zapisz zasady" }).click();
  await expect.poll(policy).toMatchObject({ cutOff: { hours: 30 }, freeLatePerMonth: 2 });
  expect(await form.getByRole("alert").count()).toBe(0);
  await save({});
});

test("the centre's contact that a colleague has changed meanwhile is said, and what was typed stays", async () => {
  const form = page.getByRole("form", { name: "Centrum", exact: true });
  const face = () => centre.query<{ name: string; contactPhone: string; version: number }>("centre.face", {});
  const save = async (change: object) =>
    centre.mutate("centre.saveFace", { ...change, version: (await face()).version });
  const { name, contactPhone } = await face();
  await visit(page, "/dashboard/firma/centrum");
  await form.getByLabel("Nazwa centrum").fill("Szkoła Żak");
  await save({ contactPhone: "22 123 45 67" });
  await form.getByRole("button", { name: "Zapisz" }).click();
  await takeInNewer(form);
  expect(await form.getByLabel("Telefon kontaktowy").inputValue()).toBe("22 123 45 67");
  await form.getByRole("button", { name: "Zapisz" }).click();
  await expect.poll(face).toMatchObject({ name: "Szkoła Żak", contactPhone: "22 123 45 67" });
  expect(await form.getByRole("alert").count()).toBe(0);
  await save({ name, contactPhone });
});

/** Reads what a colleague has saved into a form that was edited. */
async function takeInNewer(form: Locator): Promise<void> {
  await form.getByText("Dane zmieniły się w międzyczasie").waitFor();
  await form.getByRole("button", { name: "Wczytaj aktualne dane" }).click();
}

async function priceOf(level: string) {
  const rows = await centre.query<{ level: string }[]>("prices.get", {});
  return rows.find((each) => each.level === level);
}

/** A colleague changes the price list. */
async function setPrice(level: string, change: { price: number } | { rate: number }): Promise<void> {
  await centre.mutate("prices.save", { prices: [{ ...(await priceOf(level)), ...change }] });
}

test("a bank's file is read: a credit is booked once, whatever is uploaded again, and taken back", async () => {
  const debtor = await centre.addPair("Bankowa", "Przelewowa");
  const lesson = await centre.addLesson(debtor, "2024-02-20", 4);
  await centre.rest("POST", `/admin/lesson/${lesson}`, { status: "Zrealizowana" });
  const file = {
    name: `wyciag-${centre.run}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Data;Kwota;Nadawca;Tytuł;Nr rachunku\n2024-02-21;90,00;Nadawca ${centre.run};za lekcje;\n`,
    ),
  };
  const upload = async () => {
    await page.getByRole("button", { name: "Wybierz plik wyciągu" }).waitFor();
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("button", { name: "Wszystkie wyciągi" }).waitFor();
  };
  const choose = page.getByRole("button", { name: `od Nadawca ${centre.run}` });
  await visit(page, "/dashboard/firma/wyciagi");
  await upload();
  await choose.first().click();
  await choosePerson(dialog(), "Dla którego ucznia", debtor.student);
  await dialog().getByRole("button", { name: "Zaksięguj" }).click();
  await page.getByText("Zaksięgowano przelew").waitFor();

  await page.setViewportSize(SIZES.phone);
  await page.getByRole("button", { name: "Wszystkie wyciągi" }).click();
  await upload();
  await page.getByText("Nie ma takich przelewów").waitFor();
  await page.getByText("Zaksięgowane", { exact: true }).click();
  await page.getByText(`Zaksięgowano: ${debtor.student.fullName}`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Cofnij księgowanie" }).click();
  await answer(page, "Cofnąć księgowanie?", "Cofnij księgowanie");
  await page.getByText("Cofnięto 1 przelew").waitFor();
  await page.getByText("Do zaksięgowania", { exact: true }).click();
  await choose.first().waitFor();
});

test("columns of a bank's file that are not certain are asked for, and changed where the answer was wrong", async () => {
  const file = {
    name: `kolumny-${centre.run}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(`Data;Kwota;Kto ${centre.run};Tytuł\n2024-02-22;95,00;Ewa ${centre.run};za fizykę\n`),
  };
  const columns = page.getByRole("region", { name: "Kolumny pliku" });
  const column = (name: string) => columns.getByRole("combobox", { name, exact: true });
  const choose = async (name: string, header: string) => {
    await column(name).click();
    await page.getByRole("option", { name: header, exact: true }).click();
  };
  const line = (text: string) => page.getByRole("list", { name: `Przelewy z ${file.name}` }).getByText(text);
  await visit(page, "/dashboard/firma/wyciagi");
  await page.locator('input[type="file"]').setInputFiles(file);
  await columns.getByText("Nie wiemy, w której kolumnie jest nadawca albo tytuł").waitFor();
  await expect.poll(() => column("Tytuł").inputValue()).toBe("Tytuł");
  await choose("Data", "Kwota");
  await columns.getByRole("button", { name: "Wczytaj" }).click();
  await page.getByRole("alert").filter({ hasText: "W tym wyciągu nie ma wpływów" }).waitFor();
  await choose("Data", "Data");
  await choose("Nadawca", "Tytuł");
  await choose("Tytuł", `Kto ${centre.run}`);
  await columns.getByRole("button", { name: "Wczytaj" }).click();
  await page.getByRole("button", { name: "od za fizykę" }).first().waitFor();

  await page.setViewportSize(SIZES.phone);
  await page.getByRole("button", { name: "Zmień kolumny" }).click();
  await dialog().getByRole("button", { name: "Wybierz plik wyciągu" }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect.poll(() => column("Nadawca").inputValue()).toBe("Tytuł");
  await picture(page, "admin-bank-columns-phone");
  expect(await axeFindings(page)).toEqual([]);
  await choose("Nadawca", `Kto ${centre.run}`);
  await choose("Tytuł", "Tytuł");
  await columns.getByRole("button", { name: "Wczytaj" }).click();
  await page.getByText("Zmieniono kolumny").waitFor();
  await dialog().waitFor({ state: "detached" });
  await page
    .getByRole("button", { name: `od Ewa ${centre.run}` })
    .first()
    .waitFor();
  await line("za fizykę").waitFor();
  await page.setViewportSize(SIZES.desk);
});

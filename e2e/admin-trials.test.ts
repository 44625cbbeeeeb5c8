import { firstOn } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, goOn, openBrowser, signIn } from "./harness/browser";
import { ADMIN_EMAIL, answer, type CentrePerson, openCentre } from "./harness/centre";
import { addSchoolCalendar, inDays, makeClassroom } from "./harness/classroom";
import { mailTo } from "./harness/outside";
import { restAsVisitor } from "./harness/rest";

/** A trial lesson, from the visitor's request to its end. */
let page: Page;
let centre: Awaited<ReturnType<typeof openCentre>>;
/** Of those who teach it: who wants more students (as the demo's Ewa does), who does not, who is busy then. */
let other: CentrePerson;
let busy: CentrePerson;
let visitor: string;

const TRIALS = "/dashboard/zajecia/probne";
const SLOT = { day: "17", month: "8", year: "2029", block: 4 };

beforeAll(async () => {
  [centre, { page }] = await Promise.all([openCentre(), openBrowser()]);
  [other, busy] = await Promise.all([
    centre.addPerson("Teacher", "Adam", "Bez-uczniow"),
    centre.addPerson("Teacher", "Zenon", "Zajety"),
  ]);
  visitor = `gosc.${centre.run}@example.com`;
  for (const { id } of [other, busy]) {
    await centre.rest("PUT", `/admin/teacher_subject/${id}`, [{ name: "Informatyka", level: "liceumR" }]);
  }
  const wanted = { subject: "Informatyka", subjectLevel: "liceumR" };
  await centre.rest("PUT", "/admin/add_trial_lesson", {
    ...wanted,
    teacherId: busy.id,
    blockIndex: SLOT.block,
    dateDay: Number(SLOT.day),
    dateMonth: Number(SLOT.month),
    dateYear: Number(SLOT.year),
  });
  await restAsVisitor("POST", "/other/add_form_trial_lesson", {
    ...wanted,
    email: visitor,
    description: "Algorytmy",
    studentPhone: "+48600700800",
    parentPhone: "",
  });
  await signIn(page, ADMIN_EMAIL, { at: TRIALS });
});
afterAll(closeBrowser);

const sheet = () => page.getByRole("dialog", { name: "Lekcja próbna", exact: true });

test("a request is found, and the free teachers are offered, those who want more students first", async () => {
  await goOn(page, TRIALS);
  await page.getByRole("searchbox", { name: "Imię, e-mail lub telefon" }).fill(visitor);
  await page.getByText("1 lekcja próbna", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Więcej o lekcji próbnej: ${visitor}` }).click();
  await sheet().getByText("9:00–9:30").waitFor();
  await sheet().getByText("Algorytmy").waitFor();
  await sheet().getByRole("button", { name: "Umów termin" }).click();

  await sheet().getByLabel("Dzień").fill(SLOT.day);
  await sheet().getByLabel("Miesiąc").fill(SLOT.month);
  await sheet().getByLabel("Rok").fill(SLOT.year);
  await sheet()
    .getByRole("radio", { name: /^11:20–11:50/ })
    .check();
  const teacher = sheet().getByRole("combobox", { name: "Nauczyciel" });
  const offered = page.getByRole("listbox");
  // Whoever wants more students stands first; the others are found by their names, however many there are.
  await teacher.click();
  await expect.poll(() => offered.textContent()).toMatch(/^Chcą więcej uczniów/);
  await teacher.fill("Ewa Wrona");
  await expect.poll(() => offered.textContent()).toMatch(/^Chcą więcej uczniówEwa Wrona/);
  await teacher.fill(centre.run);
  await expect
    .poll(() => offered.textContent())
    .toMatch(new RegExp(`Pozostali.*${other.surname}.*Zajęci w tym terminie.*${busy.surname}`, "s"));
  expect(
    await offered.getByRole("option", { name: busy.fullName }).getAttribute("data-combobox-disabled"),
  ).toBe("true");
  await offered.getByRole("option", { name: other.fullName }).click();
});

test("it is scheduled, the visitor gets the meeting link, and then it is done", async () => {
  // A day that is over is asked about.
  await sheet().getByLabel("Rok").fill("2025");
  await sheet().getByRole("button", { name: "Umów termin" }).click();
  await answer(page, "Ten termin już minął", "Anuluj");
  await sheet().getByLabel("Rok").fill(SLOT.year);
  await sheet().getByRole("button", { name: "Umów termin" }).click();
  await page.getByText("Umówiono lekcję próbną").waitFor();
  await sheet().getByText("Umówiona").waitFor();
  const meeting = await sheet()
    .getByRole("link", { name: /^meet\.jit\.si/ })
    .getAttribute("href");
  const mail = await mailTo(visitor, ({ links }) => links.includes(meeting ?? "-"));
  expect(mail.text).toContain("17 sierpnia, 11:20–11:50");

  await sheet().getByRole("button", { name: "Odbyła się" }).click();
  // It has not begun: asked once.
  await page
    .getByRole("dialog", { name: /jeszcze się nie zaczęła/ })
    .getByRole("button", { name: "Odbyła się" })
    .click();
  await sheet().getByText("Zrealizowana").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Status").selectOption("Umowiona");
  await page.getByText("Żadna lekcja próbna nie pasuje do filtrów.").waitFor();
  await page.getByLabel("Status").selectOption("Zrealizowana");
  await page.getByText("1 lekcja próbna", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("status")).toBe("Zrealizowana");
});

test("a colleague's correction meanwhile is shown, and neither edit is lost", async () => {
  const form = page.getByRole("form", { name: "Edytuj dane" });
  await goOn(page, `${TRIALS}?szukaj=${visitor}`);
  await page.getByRole("button", { name: `Więcej o lekcji próbnej: ${visitor}` }).click();
  await page.getByRole("button", { name: "Edytuj dane" }).click();
  await form.getByLabel("Opis").fill("Algorytmy i grafy");
  const { items } = await centre.query<{ items: { id: string; version: number }[] }>("trialLessons.list", {
    search: visitor,
  });
  await centre.mutate("trialLessons.update", {
    id: items[0]?.id,
    version: items[0]?.version,
    name: "Jan Gość",
  });

  await form.getByText("Dane zmieniły się w międzyczasie").waitFor();
  await form.getByRole("button", { name: "Wczytaj aktualne dane" }).click();
  expect(await form.getByLabel("Imię i nazwisko").inputValue()).toBe("Jan Gość");
  await form.getByRole("button", { name: "Zapisz" }).click();
  await sheet().getByText("Algorytmy i grafy").waitFor();
  await page
    .getByRole("button", { name: "Więcej o lekcji próbnej: Jan Gość" })
    .waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
});

test("a cancelled one takes its slot again, where the teacher is busy elsewhere by now after a question", async () => {
  const { teacher } = await makeClassroom();
  const name = `Odwołana ${centre.run}`;
  const { id, version } = await centre.mutate<{ id: string; version: number }>("trialLessons.add", {
    teacherId: teacher.id,
    date: firstOn("wt", inDays(2)),
    block: 9,
    name,
    subject: "Matematyka",
    level: "liceumP",
  });
  await centre.mutate("trialLessons.update", { id, version, status: "Odwolana" });
  await addSchoolCalendar(teacher);
  await page.getByRole("searchbox", { name: "Imię, e-mail lub telefon" }).fill(name);
  await page.getByRole("button", { name: `Więcej o lekcji próbnej: ${name}` }).click();
  await sheet().getByRole("button", { name: "Przywróć jako umówioną" }).click();
  await answer(page, "Zająć ten termin mimo to?", "Tak, zajmij termin");
  await sheet().getByText("Umówiona").waitFor();
  await page.keyboard.press("Escape");
});

test("one that was agreed by telephone is added; what is missing is shown", async () => {
  await page.getByRole("link", { name: "Dodaj lekcję próbną" }).click();
  const form = page.getByRole("form", { name: "Dodaj lekcję próbną" });
  await form.getByLabel("Dzień").fill("0");
  await form.getByRole("button", { name: "Dodaj lekcję próbną" }).click();
  for (const said of ["Niepoprawny przedmiot", "Niepoprawny poziom przedmiotu", "Niepoprawny dzień"]) {
    await form.getByText(said, { exact: true }).waitFor();
  }
  await form.getByLabel("Przedmiot").selectOption("Informatyka");
  await form.getByLabel("Poziom").selectOption("liceumR");
  await form.getByLabel("Dzień").fill(SLOT.day);
  await form.getByLabel("Miesiąc").fill(SLOT.month);
  await form.getByLabel("Rok").fill(SLOT.year);
  await form.getByRole("combobox", { name: "Nauczyciel" }).fill(busy.surname);
  await page.getByRole("option", { name: busy.fullName }).click();
  // Of the day's blocks the teacher's own trial lesson takes one.
  await form.getByText("nauczyciel zajęty").waitFor();
  await form.getByRole("radio", { name: /^12:25–12:55/ }).check();
  await form.getByLabel("Imię i nazwisko").fill("Pani z telefonu");
  await form.getByRole("button", { name: "Dodaj lekcję próbną" }).click();
  await page.getByText("Dodano lekcję próbną").waitFor();
});

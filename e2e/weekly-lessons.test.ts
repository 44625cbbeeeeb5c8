import { addDays, type CivilDate, firstOn } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, picture, signInOnBoth } from "./harness/browser";
import { ADMIN_EMAIL, answer, choosePerson, openCentre } from "./harness/centre";
import { type Classroom, inDays, makeClassroom, makeParent } from "./harness/classroom";

/** A school year in one form, a teacher's sick week in another, and everything that becomes of them. */
let room: Classroom;
const SERIES = "/dashboard/zajecia/stale-terminy";
const CALENDAR = "/dashboard/zajecia?widok=kalendarz";
const FIRST = firstOn("wt", inDays(2));
const LAST = addDays(FIRST, 39 * 7);
const CLOSED = [1, 3, 5].map((weeks) => addDays(FIRST, weeks * 7));
const SICK = addDays(FIRST, 13);

beforeAll(async () => {
  room = await makeClassroom();
  for (const day of CLOSED)
    await room.teacher.rest("PUT", "/closures", { scope: "teacher", from: day, to: day, label: "Urlop" });
}, 60_000);
afterAll(closeBrowser);

/** Fills in what a weekly lesson needs, and looks at its dates. */
async function request(page: Page, { weekday = "wt", block = "16:45–17:45", from = FIRST, to = LAST }) {
  await page.getByLabel("Przedmiot").selectOption("Matematyka");
  await page.getByLabel("Poziom").selectOption("liceumP");
  await page.getByLabel("Dzień tygodnia").selectOption(weekday);
  await page.getByLabel("Godzina").selectOption(block);
  await page.getByLabel("Od", { exact: true }).fill(from);
  await page.getByLabel("Do", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Sprawdź terminy" }).click();
}

/** As screens write a day: `środa, 2 grudnia`. */
const DAY = new Intl.DateTimeFormat("pl", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const written = (date: CivilDate) => DAY.format(new Date(`${date}T12:00Z`));

async function seriesOf(weekday: string) {
  const all = (await room.student.rest("GET", "/series")) as {
    _id: string;
    weekday: string;
    lessons: string[];
    planned: number;
  }[];
  const found = all.find((series) => series.weekday === weekday);
  if (!found) throw new Error(`no weekly lesson on ${weekday}`);
  return found;
}

test("a student asks for forty weekly lessons in one form, the closed days are named, and fills one of them", async () => {
  const { phone, desk } = await signInOnBoth(room.student.email, "dark");
  await phone.getByRole("link", { name: "Poproś o stały termin" }).click();
  await request(phone, {});
  await phone.getByText("37 z 40 terminów; 3 pominięte").waitFor();
  expect(await axeFindings(phone)).toEqual([]);
  await picture(phone, "series-preview-phone");
  await phone.getByRole("button", { name: "Zarezerwuj 37 lekcji" }).click();
  await phone.getByText("Czeka na potwierdzenie").waitFor();

  await desk.getByRole("link", { name: "Poproś o stały termin" }).click();
  await desk.getByLabel("Jak często").selectOption("co dwa tygodnie");
  await request(desk, { weekday: "czw", block: "12:25–13:25", to: addDays(FIRST, 44) });
  await desk.getByText("4 lekcje, wszystkie terminy są wolne").waitFor();
  expect(await axeFindings(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Zarezerwuj 4 lekcje" }).click();
  await desk.getByRole("heading", { name: /^Co drugi czwartek 12:25/ }).waitFor();

  for (const [page, day] of [
    [phone, addDays(FIRST, 8)],
    [desk, addDays(FIRST, 22)],
  ] as const) {
    await page.goto(SERIES);
    await page
      .getByRole("button", { name: /nauczyciel nieobecny.*Uzupełnij/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog", { name: "Uzupełnij pominięty termin" });
    await sheet.getByRole("radio", { name: new RegExp(`^${written(day)}`) }).check();
    await sheet.getByRole("radio", { name: "11:20–12:20" }).check();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-fill-${page === phone ? "phone" : "desk"}`);
    await sheet.getByRole("button", { name: "Uzupełnij" }).click();
    await sheet.waitFor({ state: "detached" });
  }
  expect((await seriesOf("wt")).planned).toBe(39);
});

test("the teacher confirms all with one click, and a sick week with twelve lessons is one form", async () => {
  // Beside the two of the weekly lessons.
  for (const [n, offset] of [0, 0, 0, 2, 2, 2, 3, 3, 4, 4].entries()) {
    const [dateYear, dateMonth, dateDay] = addDays(SICK, offset).split("-").map(Number);
    await room.admin("PUT", "/admin/lesson", {
      ...{ teacherId: room.teacher.id, studentId: room.student.id, dateYear, dateMonth, dateDay },
      ...{ blockIndex: 2 + (n % 3), subject: "Matematyka", subjectLevel: "liceumP" },
    });
  }
  const { phone, desk } = await signInOnBoth(room.teacher.email, "light");
  await phone.goto(SERIES);
  await phone.getByRole("button", { name: /^Potwierdź wszystkie \(39 lekcji\)/ }).click();
  await phone.getByText("Potwierdzono wszystkie lekcje").waitFor();
  await desk.goto(SERIES);
  await desk.getByRole("button", { name: /^Potwierdź wszystkie \(4 lekcje\)/ }).click();
  await expect.poll(() => desk.getByText("Potwierdzony", { exact: true }).count()).toBe(2);
  expect(await axeFindings(desk)).toEqual([]);

  await phone.goto("/dashboard/zajecia/dni-wolne");
  await phone.getByLabel("Od", { exact: true }).fill(SICK);
  await phone.getByLabel("Do", { exact: true }).fill(addDays(SICK, 5));
  await phone.getByRole("button", { name: "Dodaj", exact: true }).click();
  await phone.getByText(/jest 12 lekcji/).waitFor();
  expect(await axeFindings(phone)).toEqual([]);
  await phone.getByLabel("Dla wszystkich").selectOption("Przenieś na najbliższe wolne terminy");
  await picture(phone, "closure-decisions-phone");
  await phone.getByRole("button", { name: "Zapisz i powiadom" }).click();
  await phone.getByText("Dodano").waitFor();

  await desk.goto(`${CALENDAR}&dzien=${SICK}`);
  await expect.poll(() => desk.getByText(/^Twoja nieobecność/).count()).toBe(6);
  await phone.goto(`${CALENDAR}&dzien=${CLOSED[0]}`);
  await phone.getByText("Twoja nieobecność: Urlop").waitFor();
  await picture(phone, "closure-calendar-phone");

  await desk.goto("/dashboard/zajecia/dni-wolne");
  await desk.getByLabel("Od", { exact: true }).fill(addDays(SICK, 40));
  await desk.getByLabel("Opis").fill("Szkolenie");
  await desk.getByRole("button", { name: "Dodaj", exact: true }).click();
  await desk.getByText(/Szkolenie$/).waitFor();

  await desk.goto(`${SERIES}/nowy`);
  await desk.getByLabel("Uczeń").selectOption("Bartek Szczepański");
  await request(desk, { weekday: "sob", block: "13:30–14:30", to: addDays(FIRST, 10) });
  await desk.getByRole("button", { name: "Zarezerwuj 1 lekcję" }).click();
  await desk.getByRole("heading", { name: /^Soboty 13:30/ }).waitFor();
});

test("the student decides inside a lesson whether it, all later ones or the whole weekly lesson is meant", async () => {
  const { phone, desk } = await signInOnBoth(room.student.email, "light");
  const { _id: id, lessons } = await seriesOf("wt");
  const lesson = (n: number) => `/dashboard/zajecia?lekcja=${lessons.at(n)}`;
  const scope = "Których lekcji to dotyczy";

  await phone.goto(lesson(-1));
  await phone.getByRole("button", { name: "Odwołaj lekcję" }).click();
  await phone.getByLabel(scope).selectOption("Tylko tej lekcji: 1 lekcja");
  await phone.getByRole("button", { name: "Dalej" }).click();
  await phone
    .getByRole("form", { name: /^Odwołać lekcję/ })
    .getByRole("button", { name: "Odwołaj lekcję" })
    .click();
  await phone.getByText("Odwołana", { exact: true }).first().waitFor();

  await desk.goto(lesson(-4));
  await desk.getByRole("button", { name: "Odwołaj lekcję" }).click();
  await desk.getByLabel(scope).selectOption("Tej i wszystkich późniejszych: 3 lekcje");
  expect(await axeFindings(desk)).toEqual([]);
  await picture(desk, "series-scope-desk");
  await desk.getByRole("button", { name: "Odwołaj 3 lekcje" }).click();
  await desk.getByText("Odwołano lekcje").waitFor();
  expect((await seriesOf("wt")).planned).toBe(35);

  await phone.goto(lesson(-7));
  await phone.getByRole("button", { name: "Zaproponuj inny termin" }).click();
  await phone.getByLabel(scope).selectOption("Tej i wszystkich późniejszych: 3 lekcje");
  await phone.getByRole("button", { name: "Dalej" }).click();
  const move = phone.getByRole("form", { name: "Przenieś stały termin" });
  await move.getByLabel("Dzień tygodnia").selectOption("pt");
  await move.getByRole("button", { name: "Sprawdź terminy" }).click();
  await move.getByText(/^\d lekcj/).waitFor();
  expect(await axeFindings(phone)).toEqual([]);
  await picture(phone, "series-move-phone");
  await move.getByRole("button", { name: /^Przenieś \d/ }).click();
  await phone.getByText("Przeniesiono stały termin").waitFor();

  await desk.goto(`${SERIES}?stalyTermin=${id}&akcja=przedluz`);
  const extend = desk.getByRole("dialog", { name: "Przedłuż stały termin" });
  await extend.getByRole("button", { name: /^Zarezerwuj \d/ }).click();
  await desk.getByText("Przedłużono stały termin").waitFor();
  const longer = (await seriesOf("pt")).planned;

  await phone.goto(`${SERIES}?stalyTermin=${id}`);
  await phone.getByRole("button", { name: "Odwołaj" }).first().click();
  const end = phone.getByRole("dialog", { name: "Odwołaj stały termin" });
  await end.getByLabel(scope).selectOption({ index: 0 });
  await end.getByRole("button", { name: `Odwołaj ${longer} ` }).click();
  await phone.getByText("Odwołano lekcje").waitFor();
  await phone.getByText("Zakończony", { exact: true }).first().waitFor();
});

test("a parent with the right to book asks for a weekly lesson of the child", async () => {
  const { phone, desk } = await signInOnBoth((await makeParent(room.student)).email, "dark");
  for (const [page, weekday, title] of [
    [phone, "pon", /^Poniedziałki 10:15/],
    [desk, "niedz", /^Niedziele 10:15/],
  ] as const) {
    await page.goto(SERIES);
    await page.getByRole("link", { name: "Poproś o stały termin" }).click();
    await request(page, { weekday, block: "10:15–11:15", from: addDays(FIRST, 60), to: addDays(FIRST, 80) });
    await page.getByRole("button", { name: "Zarezerwuj 3 lekcje" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
});

test("an administrator adds one for any pair, gives a substitute, and overrides closed days on purpose", async () => {
  const centre = await openCentre();
  const { teacher, student } = await centre.addPair("Stała", "Stały");
  const { teacher: substitute } = await centre.addPair("Zastępca", "Inny");
  const { phone, desk } = await signInOnBoth(ADMIN_EMAIL, "dark");
  await desk.goto(`${SERIES}/nowy`);
  await choosePerson(desk, "Nauczyciel", teacher);
  await choosePerson(desk, "Uczeń", student);
  await desk.getByLabel("Przedmiot").selectOption("Fizyka");
  await desk.getByLabel("Poziom").selectOption("liceumP");
  await desk.getByLabel("Dzień tygodnia").selectOption("wt");
  await desk.getByLabel("Od", { exact: true }).fill(FIRST);
  await desk.getByLabel("Do", { exact: true }).fill(addDays(FIRST, 21));
  await desk.getByLabel("Status lekcji").selectOption("Potwierdzona");
  await desk.getByRole("button", { name: "Sprawdź terminy" }).click();
  await desk.getByRole("button", { name: "Zarezerwuj 4 lekcje" }).click();
  await desk.getByText("Stały termin zapisany").waitFor();
  const [series] = (await centre.rest("GET", `/series?studentId=${student.id}`)) as {
    status: string;
    lessons: string[];
  }[];
  expect(series?.status).toBe("Potwierdzona");

  await desk.goto(`/dashboard/zajecia?lekcja=${series?.lessons[0]}`);
  const popup = desk.getByRole("dialog", { name: "Lekcja", exact: true });
  await popup.getByText("Część stałego terminu").waitFor();
  await choosePerson(popup, "Zastępstwo", substitute);
  await popup.getByRole("button", { name: "Wyznacz zastępstwo" }).click();
  await desk.getByText("Wyznaczono zastępstwo").waitFor();

  const day = addDays(FIRST, 1);
  const absence = { scope: "teacher", teacherId: teacher.id, from: day, to: day, label: "Urlop" };
  await centre.rest("PUT", "/closures", absence);
  const [year = "", month = "", date = ""] = day.split("-").map((part) => String(Number(part)));
  const fillDay = async (form: Locator) => {
    await form.getByLabel("Rok").fill(year);
    await form.getByLabel("Miesiąc").fill(month);
    await form.getByLabel("Dzień").fill(date);
  };
  await desk.goto(`/dashboard/zajecia?lekcja=${series?.lessons[1]}`);
  await fillDay(popup);
  await popup.getByText("nauczyciel nieobecny").first().waitFor();
  await popup.getByRole("button", { name: "Zapisz zmiany" }).click();
  await popup.getByText(/Potwierdź, że lekcja ma się odbyć/).waitFor();
  await popup.getByLabel("Zaplanuj mimo to").check();
  await picture(desk, "closure-override-desk");
  await popup.getByRole("button", { name: "Zapisz zmiany" }).click();
  await popup.waitFor({ state: "detached" });

  await phone.goto("/dashboard/zajecia/dodaj-probna");
  const form = phone.getByRole("form", { name: "Dodaj lekcję próbną" });
  await form.getByLabel("Przedmiot").selectOption("Fizyka");
  await form.getByLabel("Poziom").selectOption("liceumP");
  await fillDay(form);
  await choosePerson(form, "Nauczyciel", teacher);
  await form.getByRole("radio", { name: /^11:20–11:50/ }).check();
  await form.getByLabel("Zaplanuj mimo to").check();
  expect(await axeFindings(phone)).toEqual([]);
  await form.getByRole("button", { name: "Dodaj lekcję próbną" }).click();
  await phone.getByText("Dodano lekcję próbną").waitFor();

  // A closed day of the whole centre, far from everybody else's lessons.
  const far = addDays(FIRST, 290);
  await phone.goto("/dashboard/zajecia/dni-wolne");
  await phone.getByLabel("Od", { exact: true }).fill(far);
  await phone.getByLabel("Opis").fill(`Remont ${centre.run}`);
  await phone.getByRole("button", { name: "Dodaj", exact: true }).click();
  const entry = phone.getByText(`Całe centrum · Remont ${centre.run}`);
  await entry.waitFor();
  await desk.goto(`${CALENDAR}&dzien=${far}`);
  await desk.getByText(`Centrum nieczynne: Remont ${centre.run}`).waitFor();
  await desk.goto(`${CALENDAR}&dzien=${day}&nauczyciel=${teacher.id}`);
  await desk.getByText(`Nieobecność: ${teacher.fullName} (Urlop)`).waitFor();
  await phone
    .getByRole("group", { name: new RegExp(centre.run) })
    .getByRole("button", { name: "Usuń" })
    .click();
  await answer(phone, "Usunąć ten wpis?", "Usuń");
  await entry.waitFor({ state: "detached" });
});

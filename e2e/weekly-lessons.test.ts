import { shortSlot } from "@korki/contracts/texts/dates";
import { addDays, type CivilDate, firstOn } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  goOn,
  openBrowser,
  openMenu,
  picture,
  type Scheme,
  type Size,
  signIn,
  sizesOf,
  visit,
} from "./harness/browser";
import {
  ADMIN_EMAIL,
  answer,
  type CentrePerson,
  choosePerson,
  openCentre,
  type Pair,
} from "./harness/centre";
import { addSchoolCalendar, type Classroom, inDays, makeClassroom, makeParent } from "./harness/classroom";
import { unreadable } from "./harness/layout";
import { doorsOf } from "./harness/rest";

type Centre = Awaited<ReturnType<typeof openCentre>>;

/** A school year in one form, a teacher's sick week in another, and everything that becomes of them. */
let room: Classroom;
const SERIES = "/dashboard/zajecia/stale-terminy";
const CALENDAR = "/dashboard/zajecia?widok=kalendarz";
const FIRST = firstOn("wt", inDays(2));
const LAST = addDays(FIRST, 39 * 7);
/** Three Tuesdays and the Thursdays after them. */
const CLOSED = [1, 3, 5].flatMap((weeks) => [addDays(FIRST, weeks * 7), addDays(FIRST, weeks * 7 + 2)]);
/** The student's weekly lesson in each size, the day that fills a closed one, and the weekday to which it moves. */
const WEEKLY = {
  phone: {
    weekday: "wt",
    block: "16:45–17:45",
    title: /^Wtorki 16:45/,
    filledOn: addDays(FIRST, 8),
    movedTo: "pt",
  },
  desk: {
    weekday: "czw",
    block: "12:25–13:25",
    title: /^Czwartki 12:25/,
    filledOn: addDays(FIRST, 22),
    movedTo: "sr",
  },
} as const;
/** The sizes in which the student asks: as many weekly lessons are there. */
const ASKED = sizesOf("phone");
/** The Mondays of two sick weeks, one reported on a phone and one at a desk. */
const SICK = { phone: addDays(FIRST, 13), desk: addDays(FIRST, 83) };
/** The Wednesdays of two trainings. */
const TRAINING = { phone: addDays(FIRST, 43), desk: addDays(FIRST, 50) };
/** How many days after such a Monday each lesson beside the weekly ones is. */
const SICK_LESSONS = [0, 0, 0, 2, 2, 2, 3, 3, 4, 4, 4];
/** The most time that each may take a person, in milliseconds. */
const YEAR_MS = 90_000;
const SICK_WEEK_MS = 120_000;

beforeAll(async () => {
  room = await makeClassroom();
  await Promise.all(
    CLOSED.map((day) =>
      room.teacher.rest("PUT", "/closures", { scope: "teacher", from: day, to: day, label: "Urlop" }),
    ),
  );
  await bookTwoSundays();
});
afterAll(closeBrowser);

/** A weekly lesson of two dates, beside which the others are seen. */
async function bookTwoSundays(): Promise<void> {
  const asked = {
    teacherId: room.teacher.id,
    weekday: "niedz",
    blockIndex: 2,
    subject: "Matematyka",
    subjectLevel: "liceumP",
    from: FIRST,
    to: addDays(FIRST, 13),
  };
  const { token } = (await room.student.rest("POST", "/series/preview", asked)) as { token: string };
  await room.student.rest("PUT", "/series", { ...asked, token });
}

async function openAs(email: string, size: Size, scheme: Scheme, at?: string): Promise<Page> {
  const { page } = await openBrowser({ size, scheme });
  await signIn(page, email, { at });
  return page;
}

/** Opens a lesson, after the one that is open is closed. */
async function openLesson(page: Page, id: string | undefined): Promise<void> {
  await page.keyboard.press("Escape");
  await noDialog(page);
  await goOn(page, lessonPath(id));
}

async function noDialog(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
}

/** Escape, while what `send` sends is on its way, asks whether to leave it; the answer closes question and sheet. */
async function leaveWhileSent(page: Page, send: () => Promise<void>): Promise<void> {
  const question = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  await page.route(
    "**/trpc/series.end**",
    async (route) => {
      await question.waitFor();
      await route.continue();
    },
    { times: 1 },
  );
  await send();
  await page.keyboard.press("Escape");
  await question.waitFor();
  await noDialog(page);
}

const lessonPath = (id: string | undefined) => `/dashboard/zajecia?lekcja=${id}`;

/** A lesson of the room, by the administrator. */
function addLesson(date: CivilDate, blockIndex: number): Promise<unknown> {
  const [dateYear, dateMonth, dateDay] = date.split("-").map(Number);
  return room.admin("PUT", "/admin/lesson", {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    dateYear,
    dateMonth,
    dateDay,
    blockIndex,
    subject: "Matematyka",
    subjectLevel: "liceumP",
  });
}

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

/** Returns how long the work took, in milliseconds. */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const from = Date.now();
  await work();
  return Date.now() - from;
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
    move: { _id: string } | null;
  }[];
  const found = all.find((series) => series.weekday === weekday);
  if (!found) throw new Error(`no weekly lesson on ${weekday}`);
  return found;
}

test.each(ASKED)(
  "on a %s: a student asks for forty weekly lessons in one form, the closed days are named, and fills one of them",
  async (size) => {
    const { filledOn, title, weekday, block } = WEEKLY[size];
    const page = await openAs(room.student.email, size, "dark");
    await openMenu(page);
    await page.getByRole("link", { name: "Stałe terminy" }).click();
    const asked = await timeOf(async () => {
      await page.getByRole("link", { name: "Poproś o stały termin" }).click();
      await request(page, { weekday, block, to: addDays(LAST, 2) });
      await page.getByText("37 z 40 terminów; 3 pominięte").waitFor();
    });
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-preview-${size}`);
    if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
    const booked = await timeOf(async () => {
      await page.getByRole("button", { name: "Zarezerwuj 37 lekcji" }).click();
      await page.getByRole("heading", { name: title }).waitFor();
    });
    expect(asked + booked).toBeLessThan(YEAR_MS);

    await page
      .getByRole("region", { name: title })
      .getByRole("button", { name: /nauczyciel nieobecny.*Uzupełnij/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog", { name: "Uzupełnij pominięty termin" });
    await sheet.getByRole("radio", { name: new RegExp(`^${written(filledOn)}`) }).check();
    await sheet.getByRole("radio", { name: "11:20–12:20" }).check();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-fill-${size}`);
    await sheet.getByRole("button", { name: "Uzupełnij" }).click();
    await sheet.waitFor({ state: "detached" });
    expect((await seriesOf(weekday)).planned).toBe(38);
  },
);

test.each(sizesOf("desk"))(
  "on a %s: the teacher confirms all with one click, and a sick week with twelve lessons is one form",
  async (size) => {
    const monday = SICK[size];
    await Promise.all(SICK_LESSONS.map((offset, n) => addLesson(addDays(monday, offset), 2 + (n % 3))));
    const page = await openAs(room.teacher.email, size, "dark", SERIES);
    await confirmWithUndo(page);

    await visit(page, "/dashboard/zajecia/dni-wolne");
    const seen = await timeOf(async () => {
      await fillAbsence(page, monday, addDays(monday, 5), "Grypa");
      await page.getByText(`jest ${SICK_LESSONS.length + ASKED.length} lekcji`).waitFor();
    });
    expect(await axeFindings(page)).toEqual([]);
    const decided = await timeOf(async () => {
      await page.getByRole("button", { name: "Przenieś na najbliższe wolne terminy" }).click();
      await picture(page, `closure-decisions-${size}`);
      await page.getByRole("button", { name: "Zapisz i powiadom" }).click();
      await page.getByText("Zapisano. Powiadomimy wszystkich").waitFor();
    });
    expect(seen + decided).toBeLessThan(SICK_WEEK_MS);
    await moveToBusySlot(page, TRAINING[size]);

    await visit(page, `${CALENDAR}&dzien=${monday}`);
    const days = size === "phone" ? 1 : 6;
    await expect.poll(() => page.getByText(/^Twoja nieobecność: Grypa/).count()).toBe(days);
    await picture(page, `closure-calendar-${size}`);

    await visit(page, `${SERIES}/nowy`);
    await page.getByLabel("Uczeń").selectOption("Bartek Szczepański");
    const [weekday, title] =
      size === "phone" ? (["niedz", /^Niedziele 13:30/] as const) : (["sob", /^Soboty 13:30/] as const);
    await request(page, { weekday, block: "13:30–14:30", to: addDays(FIRST, 10) });
    await page.getByRole("button", { name: "Zmień terminy (1)" }).click();
    const date = page.getByRole("checkbox", { name: /13:30–14:30$/ });
    await date.click();
    await page.getByRole("button", { name: "Sprawdź ponownie" }).waitFor();
    await date.click();
    await page.getByRole("button", { name: "Zarezerwuj 1 lekcję" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
  },
);

/** Confirms one of the long weekly lessons, takes it back and confirms it again; the other ones still wait. */
async function confirmWithUndo(page: Page): Promise<void> {
  const confirmAll = page.getByRole("button", { name: /^Potwierdź wszystkie \(38 lekcji\)/ });
  await confirmAll.first().waitFor();
  const waiting = await confirmAll.count();
  const confirmed = page.getByText("Potwierdzony", { exact: true });
  const before = await confirmed.count();
  await confirmAll.first().click();
  await page.getByText("Potwierdzono wszystkie lekcje").waitFor();
  await page.getByRole("button", { name: "Cofnij" }).click();
  await page.getByText("Cofnięto").waitFor();
  await expect.poll(() => confirmAll.count()).toBe(waiting);
  await confirmAll.first().click();
  await expect.poll(() => confirmed.count()).toBe(before + 1);
  expect(await confirmAll.count()).toBe(waiting - 1);
  await page.getByRole("button", { name: /^Potwierdź wszystkie \(2 lekcje\)/ }).waitFor();
}

async function fillAbsence(page: Page, from: CivilDate, to: CivilDate, label: string): Promise<void> {
  await page.getByLabel("Od", { exact: true }).fill(from);
  await page.getByLabel("Do", { exact: true }).fill(to);
  await page.getByLabel("Opis").fill(label);
  await page.getByRole("button", { name: "Dodaj", exact: true }).click();
}

/** A new slot that is busy elsewhere by the time it is saved is asked about. */
async function moveToBusySlot(page: Page, wednesday: CivilDate): Promise<void> {
  await addLesson(wednesday, 6);
  await fillAbsence(page, wednesday, wednesday, "Szkolenie");
  const choice = page.getByRole("combobox", { name: /13:30 · Matematyka/ });
  await choice.selectOption({ label: `Przenieś: ${shortSlot(addDays(wednesday, 1), 6)}` });
  const calendar = await addSchoolCalendar(room.teacher);
  await page.getByRole("button", { name: "Zapisz i powiadom" }).click();
  await answer(page, "Zająć ten termin mimo to?", "Tak, zajmij termin");
  await page.getByText("Szkolenie").first().waitFor();
  await room.teacher.rest("DELETE", `/teacher/calendars/${calendar}`);
}

test.each(ASKED)(
  "on a %s: the student decides inside a lesson whether it, all later ones or the whole weekly lesson is meant",
  async (size) => {
    const { weekday, movedTo } = WEEKLY[size];
    const scope = "Których lekcji to dotyczy";
    const { _id: id, lessons } = await seriesOf(weekday);
    const page = await openAs(room.student.email, size, "light", lessonPath(lessons.at(-1)));
    await page.getByRole("button", { name: "Odwołaj lekcję" }).click();
    await page.getByLabel(scope).selectOption("Tylko tej lekcji: 1 lekcja");
    await page.getByRole("button", { name: "Dalej" }).click();
    await page
      .getByRole("form", { name: /^Odwołać lekcję/ })
      .getByRole("button", { name: "Odwołaj lekcję" })
      .click();
    await page.getByText("Odwołana", { exact: true }).first().waitFor();

    await openLesson(page, lessons.at(-4));
    await page.getByRole("button", { name: "Odwołaj lekcję" }).click();
    await page.getByLabel(scope).selectOption("Tej i późniejszych: 3 lekcje");
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-scope-${size}`);
    if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
    await Promise.all([
      page.getByText("Odwołano lekcje").waitFor(),
      leaveWhileSent(page, () => page.getByRole("button", { name: "Odwołaj 3 lekcje" }).click()),
    ]);
    expect((await seriesOf(weekday)).planned).toBe(34);

    await openLesson(page, lessons.at(-7));
    await page.getByRole("button", { name: "Zaproponuj inny termin" }).click();
    await page.getByLabel(scope).selectOption("Tej i późniejszych: 3 lekcje");
    await page.getByRole("button", { name: "Dalej" }).click();
    const move = page.getByRole("form", { name: "Przenieś stały termin" });
    await move.getByLabel("Dzień tygodnia").selectOption(movedTo);
    await move.getByRole("button", { name: "Sprawdź terminy" }).click();
    await move.getByText(/^\d lekcj.* na /).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-move-${size}`);
    if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
    // A student asks; until the teacher agrees everything stays where it is.
    await move.getByRole("button", { name: /^Poproś o przeniesienie \d/ }).click();
    await page.getByText("Wysłano prośbę do nauczyciela").waitFor();
    await noDialog(page);
    await goOn(page, `${SERIES}?stalyTermin=${id}`);
    const request = page.getByText(/^Prośba o przeniesienie:.* Do tego czasu zostają/);
    await request.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-move-asked-${size}`);
    const { move: asked } = await seriesOf(weekday);
    await room.teacher.rest("POST", `/series/${id}/move/${asked?._id}/accept`, {});
    await request.waitFor({ state: "detached" });

    await goOn(page, `${SERIES}?stalyTermin=${id}&akcja=przedluz`);
    const extend = page.getByRole("dialog", { name: "Przedłuż stały termin" });
    await extend.getByRole("button", { name: /^Zarezerwuj \d/ }).click();
    await page.getByText("Przedłużono stały termin").waitFor();
    const longer = (await seriesOf(movedTo)).planned;
    expect(longer).toBeGreaterThan(34);

    await extend.waitFor({ state: "detached" });
    await page.getByText(`zaplanowane: ${longer},`).waitFor();
    await page.getByRole("button", { name: "Odwołaj" }).first().click();
    const end = page.getByRole("dialog", { name: "Odwołaj stały termin" });
    await end.getByLabel(scope).selectOption({ index: 0 });
    await end.getByRole("button", { name: `Odwołaj ${longer} ` }).click();
    await page.getByText("Odwołano lekcje").first().waitFor();
    await expect.poll(async () => (await seriesOf(movedTo)).planned).toBe(0);
    await page.getByText("Zakończony", { exact: true }).first().waitFor();
  },
);

test("a weekly lesson takes at most five taps from the first screen, and as many keys", async () => {
  const { page } = await openBrowser({ size: "phone" });
  await signIn(page, room.student.email, { at: null });
  const count = async () => ((await room.student.rest("GET", "/series")) as object[]).length;
  const ways = {
    taps: (target: Locator) => target.click(),
    async keys(target: Locator) {
      await target.focus();
      await target.press((await target.getAttribute("type")) === "submit" ? "Enter" : "Space");
    },
  };
  for (const [way, press] of Object.entries(ways)) {
    const before = await count();
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.waitFor({ state: "attached" });
      await press(target);
      taps += 1;
    };
    await visit(page, "/dashboard/zajecia");
    await page.getByRole("link", { name: "Zarezerwuj", exact: true }).click();
    taps += 1;
    // Teacher, subject and level are those of the last lesson, the day is the nearest one.
    const hours = page.getByRole("group", { name: "Wybierz godzinę" }).getByRole("radio");
    await hours.first().waitFor({ state: "attached" });
    await tap(hours.last());
    await tap(page.getByRole("checkbox", { name: "Powtarzaj co tydzień" }));
    const send = page.getByRole("button", { name: /^Poproś o stały termin: \d+ lekcj/ });
    await send.waitFor();
    if (way === "taps") expect(await axeFindings(page)).toEqual([]);
    await picture(page, "series-in-booking-phone");
    await tap(send);
    await page.getByRole("heading", { level: 1, name: "Stałe terminy" }).waitFor();
    expect(await count()).toBe(before + 1);
    expect(taps).toBeLessThanOrEqual(5);
  }
});

test.each(ASKED)(
  "on a %s: a parent with the right to book asks for a weekly lesson of the child, and a link shows it, whichever child was looked at",
  async (size) => {
    const { email } = await makeParent(room.student);
    const page = await openAs(email, size, "dark", SERIES);
    await page.getByRole("link", { name: "Poproś o stały termin" }).click();
    await page.getByLabel("Jak często").selectOption("co dwa tygodnie");
    const [from, to] = [addDays(FIRST, 60), addDays(FIRST, 80)];
    const [weekday, title] =
      size === "phone"
        ? (["czw", /^Co drugi czwartek 10:15/] as const)
        : (["pon", /^Co drugi poniedziałek 10:15/] as const);
    await request(page, { weekday, block: "10:15–11:15", from, to });
    await page.getByRole("button", { name: "Zarezerwuj 2 lekcje" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    const sibling = await (await openCentre()).addPerson("Student", "Ola", "Szczepańska");
    const { rest } = await doorsOf(email, DEMO_PASSWORD);
    const { _id: parentId } = (await rest("GET", "/user/profile")) as { _id: string };
    const related = { parentId, studentId: sibling.id, rights: { book: true, pay: true }, payer: true };
    await room.admin("PUT", "/admin/guardianship", related);
    await page.evaluate((id) => localStorage.setItem("korki.uczen", id), sibling.id);
    await page.goto(`${SERIES}?stalyTermin=${(await seriesOf(weekday))._id}`);
    await page
      .getByRole("region", { name: title })
      .getByRole("button", { name: /^Pokaż terminy/ })
      .waitFor();
  },
);

test.each(sizesOf("desk"))(
  "on a %s: an administrator adds one for any pair, gives a substitute, and overrides closed days on purpose",
  async (size) => {
    const centre = await openCentre();
    const pair = await centre.addPair("Stała", "Stały");
    const { teacher } = pair;
    const { teacher: substitute } = await centre.addPair("Zastępca", "Inny");
    const closed = addDays(FIRST, 1);
    const absence = { scope: "teacher", teacherId: teacher.id, label: "Urlop" };
    await centre.rest("PUT", "/closures", { ...absence, from: closed, to: addDays(closed, 1) });
    const page = await openAs(ADMIN_EMAIL, size, "light", `${SERIES}/nowy`);
    const [first, second] = await addSeries(page, centre, pair);
    await openLesson(page, first);
    await giveSubstitute(page, substitute);
    await openLesson(page, second);
    await moveToClosedDay(page, size, closed);
    await addTrialOnClosedDay(page, teacher, closed);

    // A closed day of the whole centre, far from everybody else's lessons.
    const far = addDays(FIRST, 290);
    await visit(page, "/dashboard/zajecia/dni-wolne");
    await page.getByLabel("Od", { exact: true }).fill(far);
    await page.getByLabel("Opis").fill(`Remont ${centre.run}`);
    await page.getByRole("button", { name: "Dodaj", exact: true }).click();
    const entry = page.getByText(`Całe centrum · Remont ${centre.run}`);
    await entry.waitFor();
    await visit(page, `${CALENDAR}&dzien=${far}`);
    await page.getByText(`Centrum nieczynne: Remont ${centre.run}`).waitFor();
    await goOn(page, `${CALENDAR}&dzien=${closed}&nauczyciel=${teacher.id}`);
    const days = size === "phone" ? 1 : 2;
    await expect.poll(() => page.getByText(`Nieobecność: ${teacher.fullName} (Urlop)`).count()).toBe(days);
    await visit(page, "/dashboard/zajecia/dni-wolne");
    await page
      .getByRole("group", { name: new RegExp(centre.run) })
      .getByRole("button", { name: "Usuń" })
      .click();
    await answer(page, "Usunąć ten wpis?", "Usuń");
    await entry.waitFor({ state: "detached" });
  },
);

/** Fills in the open form, and returns the ids of the lessons. */
async function addSeries(page: Page, centre: Centre, pair: Pair): Promise<readonly string[]> {
  await choosePerson(page, "Nauczyciel", pair.teacher);
  await choosePerson(page, "Uczeń", pair.student);
  await page.getByLabel("Przedmiot").selectOption("Fizyka");
  await page.getByLabel("Poziom").selectOption("liceumP");
  await page.getByLabel("Dzień tygodnia").selectOption("pt");
  await page.getByLabel("Od", { exact: true }).fill(FIRST);
  await page.getByLabel("Do", { exact: true }).fill(addDays(FIRST, 24));
  await page.getByLabel("Status lekcji").selectOption("Potwierdzona");
  await page.getByRole("button", { name: "Sprawdź terminy" }).click();
  const book = page.getByRole("button", { name: "Zarezerwuj 4 lekcje" });
  await book.waitFor();
  // The student's first lesson, planned by somebody else, leaves the dates that were checked as they are.
  const isRead = page.waitForResponse((response) => response.url().includes("adminLessons.list"));
  await centre.addLesson(pair, addDays(FIRST, 200), 2);
  await isRead;
  await book.click();
  await page.getByText("Stały termin zapisany").waitFor();
  const [series] = (await centre.rest("GET", `/series?studentId=${pair.student.id}`)) as {
    status: string;
    lessons: string[];
  }[];
  expect(series?.status).toBe("Potwierdzona");
  return series?.lessons ?? [];
}

async function giveSubstitute(page: Page, substitute: CentrePerson): Promise<void> {
  const popup = page.getByRole("dialog", { name: "Lekcja", exact: true });
  await popup.getByText("Część stałego terminu").waitFor();
  await popup.getByRole("button", { name: "Zastępstwo", exact: true }).click();
  await popup.getByLabel("Zastępstwo", { exact: true }).selectOption({ label: substitute.fullName });
  await popup.getByRole("button", { name: "Wyznacz zastępstwo" }).click();
  await page.getByText("Wyznaczono zastępstwo").waitFor();
}

async function moveToClosedDay(page: Page, size: Size, day: CivilDate): Promise<void> {
  const popup = page.getByRole("dialog", { name: "Lekcja", exact: true });
  await popup.getByRole("button", { name: "Edytuj", exact: true }).click();
  await fillDay(popup, day);
  await popup.getByText("nauczyciel nieobecny").first().waitFor();
  await popup.getByRole("button", { name: "Zapisz zmiany" }).click();
  await popup.getByText(/Potwierdź, że lekcja ma się odbyć/).waitFor();
  await popup.getByLabel("Zaplanuj mimo to").check();
  await picture(page, `closure-override-${size}`);
  await popup.getByRole("button", { name: "Zapisz zmiany" }).click();
  await popup.waitFor({ state: "detached" });
}

async function addTrialOnClosedDay(page: Page, teacher: CentrePerson, day: CivilDate): Promise<void> {
  await visit(page, "/dashboard/zajecia/dodaj-probna");
  const form = page.getByRole("form", { name: "Dodaj lekcję próbną" });
  await form.getByLabel("Przedmiot").selectOption("Fizyka");
  await form.getByLabel("Poziom").selectOption("liceumP");
  await fillDay(form, day);
  await choosePerson(form, "Nauczyciel", teacher);
  await form.getByRole("radio", { name: /^11:20–11:50/ }).check();
  await form.getByLabel("Zaplanuj mimo to").check();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole("button", { name: "Dodaj lekcję próbną" }).click();
  await page.getByText("Dodano lekcję próbną").waitFor();
}

async function fillDay(form: Locator, day: CivilDate): Promise<void> {
  const [year = "", month = "", date = ""] = day.split("-").map((part) => String(Number(part)));
  await form.getByLabel("Rok").fill(year);
  await form.getByLabel("Miesiąc").fill(month);
  await form.getByLabel("Dzień").fill(date);
}

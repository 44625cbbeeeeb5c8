import { shortSlot } from "@korki/contracts/texts/dates";
import { addDays, type CivilDate, firstOn } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  openBrowser,
  openMenu,
  picture,
  type Size,
  signIn,
  signInOnBoth,
} from "./harness/browser";
import { ADMIN_EMAIL, answer, choosePerson, openCentre } from "./harness/centre";
import { addSchoolCalendar, type Classroom, inDays, makeClassroom, makeParent } from "./harness/classroom";
import { unreadable } from "./harness/layout";
import { restAs } from "./harness/rest";

/** A school year in one form, a teacher's sick week in another, and everything that becomes of them. */
let room: Classroom;
const SERIES = "/dashboard/zajecia/stale-terminy";
const CALENDAR = "/dashboard/zajecia?widok=kalendarz";
const FIRST = firstOn("wt", inDays(2));
const LAST = addDays(FIRST, 39 * 7);
/** Three Tuesdays and the Thursdays after them. */
const CLOSED = [1, 3, 5].flatMap((weeks) => [addDays(FIRST, weeks * 7), addDays(FIRST, weeks * 7 + 2)]);
/** The Mondays of two sick weeks, one reported on a phone and one at a desk. */
const SICK = { phone: addDays(FIRST, 13), desk: addDays(FIRST, 83) };
/** The most time that each may take a person, in milliseconds. */
const YEAR_MS = 20_000;
const SICK_WEEK_MS = 60_000;

beforeAll(async () => {
  room = await makeClassroom();
  await Promise.all(
    CLOSED.map((day) =>
      room.teacher.rest("PUT", "/closures", { scope: "teacher", from: day, to: day, label: "Urlop" }),
    ),
  );
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

test("a student asks for forty weekly lessons in one form, the closed days are named, and fills one of them", async () => {
  const { phone, desk } = await signInOnBoth(room.student.email, "dark");
  for (const [page, size, year] of [
    [phone, "phone", { weekday: "wt", block: "16:45–17:45", title: /^Wtorki 16:45/ }],
    [desk, "desk", { weekday: "czw", block: "12:25–13:25", title: /^Czwartki 12:25/ }],
  ] as const) {
    await openMenu(page);
    await page.getByRole("link", { name: "Stałe terminy" }).click();
    const asked = await timeOf(async () => {
      await page.getByRole("link", { name: "Poproś o stały termin" }).click();
      await request(page, { ...year, to: addDays(LAST, 2) });
      await page.getByText("37 z 40 terminów; 3 pominięte").waitFor();
    });
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-preview-${size}`);
    if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
    const booked = await timeOf(async () => {
      await page.getByRole("button", { name: "Zarezerwuj 37 lekcji" }).click();
      await page.getByRole("heading", { name: year.title }).waitFor();
    });
    expect(asked + booked).toBeLessThan(YEAR_MS);
  }

  await Promise.all(
    (
      [
        [phone, "phone", "wt", addDays(FIRST, 8)],
        [desk, "desk", "czw", addDays(FIRST, 22)],
      ] as const
    ).map(async ([page, size, weekday, day]) => {
      await page.goto(`${SERIES}?stalyTermin=${(await seriesOf(weekday))._id}`);
      await page
        .getByRole("button", { name: /nauczyciel nieobecny.*Uzupełnij/ })
        .first()
        .click();
      const sheet = page.getByRole("dialog", { name: "Uzupełnij pominięty termin" });
      await sheet.getByRole("radio", { name: new RegExp(`^${written(day)}`) }).check();
      await sheet.getByRole("radio", { name: "11:20–12:20" }).check();
      expect(await axeFindings(page)).toEqual([]);
      await picture(page, `series-fill-${size}`);
      await sheet.getByRole("button", { name: "Uzupełnij" }).click();
      await sheet.waitFor({ state: "detached" });
      expect((await seriesOf(weekday)).planned).toBe(38);
    }),
  );
});

test("the teacher confirms all with one click, and a sick week with twelve lessons is one form", async () => {
  // Beside the two of the weekly lessons, in each of the weeks.
  await Promise.all(
    Object.values(SICK).flatMap((monday) =>
      [0, 0, 0, 2, 2, 2, 3, 3, 4, 4].map((offset, n) => {
        const [dateYear, dateMonth, dateDay] = addDays(monday, offset).split("-").map(Number);
        return room.admin("PUT", "/admin/lesson", {
          teacherId: room.teacher.id,
          studentId: room.student.id,
          dateYear,
          dateMonth,
          dateDay,
          blockIndex: 2 + (n % 3),
          subject: "Matematyka",
          subjectLevel: "liceumP",
        });
      }),
    ),
  );
  const { phone, desk } = await signInOnBoth(room.teacher.email, "light", { at: null });
  await phone.goto(SERIES);
  const confirmAll = { name: /^Potwierdź wszystkie \(38 lekcji\)/ };
  await phone.getByRole("button", confirmAll).first().click();
  await phone.getByText("Potwierdzono wszystkie lekcje").waitFor();
  await phone.getByRole("button", { name: "Cofnij" }).click();
  await phone.getByText("Cofnięto").waitFor();
  await phone.getByRole("button", confirmAll).nth(1).waitFor();
  await phone.getByRole("button", confirmAll).first().click();
  await expect.poll(() => phone.getByRole("button", confirmAll).count()).toBe(1);
  await desk.goto(SERIES);
  await desk.getByRole("button", confirmAll).click();
  await expect.poll(() => desk.getByText("Potwierdzony", { exact: true }).count()).toBe(2);
  expect(await axeFindings(desk)).toEqual([]);

  for (const [page, size] of [
    [phone, "phone"],
    [desk, "desk"],
  ] as const) {
    await page.goto("/dashboard/zajecia/dni-wolne");
    const seen = await timeOf(async () => {
      await page.getByLabel("Od", { exact: true }).fill(SICK[size]);
      await page.getByLabel("Do", { exact: true }).fill(addDays(SICK[size], 5));
      await page.getByLabel("Opis").fill("Grypa");
      await page.getByRole("button", { name: "Dodaj", exact: true }).click();
      await page.getByText(/jest 12 lekcji/).waitFor();
    });
    if (size === "phone") expect(await axeFindings(page)).toEqual([]);
    const decided = await timeOf(async () => {
      await page.getByRole("button", { name: "Przenieś na najbliższe wolne terminy" }).click();
      await picture(page, `closure-decisions-${size}`);
      await page.getByRole("button", { name: "Zapisz i powiadom" }).click();
      await page.getByText("Dodano").waitFor();
    });
    expect(seen + decided).toBeLessThan(SICK_WEEK_MS);
  }

  // A new slot that is busy elsewhere by the time it is saved is asked about.
  const [wednesday, thursday] = [addDays(FIRST, 50), addDays(FIRST, 51)];
  const [dateYear, dateMonth, dateDay] = wednesday.split("-").map(Number);
  await room.admin("PUT", "/admin/lesson", {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    dateYear,
    dateMonth,
    dateDay,
    blockIndex: 6,
    subject: "Matematyka",
    subjectLevel: "liceumP",
  });
  await desk.getByLabel("Od", { exact: true }).fill(wednesday);
  await desk.getByLabel("Do", { exact: true }).fill(wednesday);
  await desk.getByLabel("Opis").fill("Szkolenie");
  await desk.getByRole("button", { name: "Dodaj", exact: true }).click();
  const choice = desk.getByRole("combobox", { name: /13:30 · Matematyka/ });
  await choice.selectOption({ label: `Przenieś: ${shortSlot(thursday, 6)}` });
  const calendar = await addSchoolCalendar(room.teacher);
  await desk.getByRole("button", { name: "Zapisz i powiadom" }).click();
  await answer(desk, "Zająć ten termin mimo to?", "Tak, zajmij termin");
  await desk.getByText("Szkolenie").first().waitFor();
  await room.teacher.rest("DELETE", `/teacher/calendars/${calendar}`);

  await desk.goto(`${CALENDAR}&dzien=${SICK.phone}`);
  await expect.poll(() => desk.getByText(/^Twoja nieobecność: Grypa/).count()).toBe(6);
  await phone.goto(`${CALENDAR}&dzien=${CLOSED[0]}`);
  await phone.getByText("Twoja nieobecność: Urlop").waitFor();
  await picture(phone, "closure-calendar-phone");

  await Promise.all(
    (
      [
        [phone, "niedz", /^Niedziele 13:30/],
        [desk, "sob", /^Soboty 13:30/],
      ] as const
    ).map(async ([page, weekday, title]) => {
      await page.goto(`${SERIES}/nowy`);
      await page.getByLabel("Uczeń").selectOption("Bartek Szczepański");
      await request(page, { weekday, block: "13:30–14:30", to: addDays(FIRST, 10) });
      await page.getByRole("button", { name: "Zmień terminy (1)" }).click();
      const date = page.getByRole("checkbox", { name: /13:30–14:30$/ });
      await date.click();
      await page.getByRole("button", { name: "Sprawdź ponownie" }).waitFor();
      await date.click();
      await page.getByRole("button", { name: "Zarezerwuj 1 lekcję" }).click();
      await page.getByRole("heading", { name: title }).waitFor();
    }),
  );
});

test("the student decides inside a lesson whether it, all later ones or the whole weekly lesson is meant", async () => {
  const { phone, desk } = await signInOnBoth(room.student.email, "light", { at: null });
  const scope = "Których lekcji to dotyczy";

  /** Calls off one lesson and three, moves three, extends the rest and calls it off. */
  async function decide(page: Page, size: Size, weekday: string, moved: string): Promise<void> {
    const { _id: id, lessons } = await seriesOf(weekday);
    const lesson = (n: number) => `/dashboard/zajecia?lekcja=${lessons.at(n)}`;

    await page.goto(lesson(-1));
    await page.getByRole("button", { name: "Odwołaj lekcję" }).click();
    await page.getByLabel(scope).selectOption("Tylko tej lekcji: 1 lekcja");
    await page.getByRole("button", { name: "Dalej" }).click();
    await page
      .getByRole("form", { name: /^Odwołać lekcję/ })
      .getByRole("button", { name: "Odwołaj lekcję" })
      .click();
    await page.getByText("Odwołana", { exact: true }).first().waitFor();

    await page.goto(lesson(-4));
    await page.getByRole("button", { name: "Odwołaj lekcję" }).click();
    await page.getByLabel(scope).selectOption("Tej i późniejszych: 3 lekcje");
    if (size === "desk") expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-scope-${size}`);
    if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
    await page.getByRole("button", { name: "Odwołaj 3 lekcje" }).click();
    await page.getByText("Odwołano lekcje").waitFor();
    expect((await seriesOf(weekday)).planned).toBe(34);

    await page.goto(lesson(-7));
    await page.getByRole("button", { name: "Zaproponuj inny termin" }).click();
    await page.getByLabel(scope).selectOption("Tej i późniejszych: 3 lekcje");
    await page.getByRole("button", { name: "Dalej" }).click();
    const move = page.getByRole("form", { name: "Przenieś stały termin" });
    await move.getByLabel("Dzień tygodnia").selectOption(moved);
    await move.getByRole("button", { name: "Sprawdź terminy" }).click();
    await move.getByText(/^\d lekcj.* na /).waitFor();
    if (size === "phone") expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-move-${size}`);
    if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
    // A student asks; until the teacher agrees everything stays where it is.
    await move.getByRole("button", { name: /^Poproś o przeniesienie \d/ }).click();
    await page.getByText("Wysłano prośbę do nauczyciela").waitFor();
    await page.goto(`${SERIES}?stalyTermin=${id}`);
    await page
      .getByText(/^Prośba o przeniesienie:.* Do tego czasu zostają/)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-move-asked-${size}`);
    const { move: asked } = await seriesOf(weekday);
    await room.teacher.rest("POST", `/series/${id}/move/${asked?._id}/accept`, {});

    await page.goto(`${SERIES}?stalyTermin=${id}&akcja=przedluz`);
    const extend = page.getByRole("dialog", { name: "Przedłuż stały termin" });
    await extend.getByRole("button", { name: /^Zarezerwuj \d/ }).click();
    await page.getByText("Przedłużono stały termin").waitFor();
    const longer = (await seriesOf(moved)).planned;
    expect(longer).toBeGreaterThan(34);

    await page.goto(`${SERIES}?stalyTermin=${id}`);
    await page.getByRole("button", { name: "Odwołaj" }).first().click();
    const end = page.getByRole("dialog", { name: "Odwołaj stały termin" });
    await end.getByLabel(scope).selectOption({ index: 0 });
    await end.getByRole("button", { name: `Odwołaj ${longer} ` }).click();
    await page.getByText("Odwołano lekcje").waitFor();
    await expect.poll(async () => (await seriesOf(moved)).planned).toBe(0);
    await page.getByText("Zakończony", { exact: true }).first().waitFor();
  }

  await Promise.all([decide(phone, "phone", "wt", "pt"), decide(desk, "desk", "czw", "sr")]);
});

test("a weekly lesson takes at most five taps from the first screen, and as many keys", async () => {
  const { phone, desk } = await signInOnBoth(room.student.email, "light", { at: null });
  for (const [page, size, press] of [
    [phone, "phone", (target: Locator) => target.click()],
    [
      desk,
      "desk",
      async (target: Locator) => {
        await target.focus();
        await target.press((await target.getAttribute("type")) === "submit" ? "Enter" : "Space");
      },
    ],
  ] as const) {
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.waitFor({ state: "attached" });
      await press(target);
      taps += 1;
    };
    await page.goto("/dashboard/zajecia");
    await page.getByRole("link", { name: "Zarezerwuj", exact: true }).click();
    taps += 1;
    // Teacher, subject and level are those of the last lesson, the day is the nearest one.
    const hours = page.getByRole("group", { name: "Wybierz godzinę" }).getByRole("radio");
    await hours.first().waitFor({ state: "attached" });
    await tap(hours.last());
    await tap(page.getByRole("checkbox", { name: "Powtarzaj co tydzień" }));
    const send = page.getByRole("button", { name: /^Poproś o \d+ lekcj\S+ co tydzień/ });
    await send.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `series-in-booking-${size}`);
    await tap(send);
    await page.getByText("Wysłano prośbę do nauczyciela").waitFor();
    expect(taps).toBeLessThanOrEqual(5);
  }
});

test("a parent with the right to book asks for a weekly lesson of the child", async () => {
  const { phone, desk } = await signInOnBoth((await makeParent(room.student)).email, "dark", { at: null });
  await Promise.all(
    (
      [
        [phone, "pon", "co tydzień", "Zarezerwuj 3 lekcje", /^Poniedziałki 10:15/],
        [desk, "czw", "co dwa tygodnie", "Zarezerwuj 2 lekcje", /^Co drugi czwartek 10:15/],
      ] as const
    ).map(async ([page, weekday, often, book, title]) => {
      await page.goto(SERIES);
      await page.getByRole("link", { name: "Poproś o stały termin" }).click();
      await page.getByLabel("Jak często").selectOption(often);
      const [from, to] = [addDays(FIRST, 60), addDays(FIRST, 80)];
      await request(page, { weekday, block: "10:15–11:15", from, to });
      await page.getByRole("button", { name: book }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }),
  );
});

test("a link to a weekly lesson shows it to a parent who looked at another child before", async () => {
  const other = await makeClassroom();
  const { email } = await makeParent(room.student);
  const { _id: parentId } = (await (
    await restAs(email, DEMO_PASSWORD)
  )("GET", "/user/profile")) as {
    _id: string;
  };
  const sibling = { parentId, studentId: other.student.id, rights: { book: true, pay: true }, payer: true };
  await room.admin("PUT", "/admin/guardianship", sibling);
  const [series] = (await room.student.rest("GET", "/series")) as { _id: string }[];
  const { page, context } = await openBrowser({ size: "phone" });
  await signIn(page, email, { at: null });
  await page.addInitScript((id) => localStorage.setItem("korki.uczen", id), other.student.id);
  await page.goto(`${SERIES}?stalyTermin=${series?._id}`);
  await page
    .getByRole("button", { name: /^Pokaż terminy/ })
    .first()
    .waitFor();
  await context.close();
});

test("an administrator adds one for any pair, gives a substitute, and overrides closed days on purpose", async () => {
  const centre = await openCentre();
  const { teacher, student } = await centre.addPair("Stała", "Stały");
  const { teacher: substitute } = await centre.addPair("Zastępca", "Inny");
  const absence = { scope: "teacher", teacherId: teacher.id, label: "Urlop" };
  await centre.rest("PUT", "/closures", { ...absence, from: addDays(FIRST, 1), to: addDays(FIRST, 2) });
  const { phone, desk } = await signInOnBoth(ADMIN_EMAIL, "dark", { at: null });

  /** Adds a weekly lesson, gives a substitute, and plans a lesson and a trial lesson on a closed day. */
  async function plan(page: Page, size: string, weekday: string, day: CivilDate): Promise<void> {
    const firstLesson = addDays(FIRST, size === "phone" ? 200 : 201);
    await page.goto(`${SERIES}/nowy`);
    await choosePerson(page, "Nauczyciel", teacher);
    await choosePerson(page, "Uczeń", student);
    await page.getByLabel("Przedmiot").selectOption("Fizyka");
    await page.getByLabel("Poziom").selectOption("liceumP");
    await page.getByLabel("Dzień tygodnia").selectOption(weekday);
    await page.getByLabel("Od", { exact: true }).fill(FIRST);
    await page.getByLabel("Do", { exact: true }).fill(addDays(FIRST, 24));
    await page.getByLabel("Status lekcji").selectOption("Potwierdzona");
    await page.getByRole("button", { name: "Sprawdź terminy" }).click();
    const book = page.getByRole("button", { name: "Zarezerwuj 4 lekcje" });
    await book.waitFor();
    // The student's first lesson, planned by somebody else, leaves the dates that were checked as they are.
    const isRead = page.waitForResponse((response) => response.url().includes("adminLessons.list"));
    await centre.addLesson({ teacher, student }, firstLesson, 2);
    await isRead;
    await book.click();
    await page.getByText("Stały termin zapisany").waitFor();
    const all = (await centre.rest("GET", `/series?studentId=${student.id}`)) as {
      weekday: string;
      status: string;
      lessons: string[];
    }[];
    const series = all.find((one) => one.weekday === weekday);
    expect(series?.status).toBe("Potwierdzona");

    await page.goto(`/dashboard/zajecia?lekcja=${series?.lessons[0]}`);
    const popup = page.getByRole("dialog", { name: "Lekcja", exact: true });
    await popup.getByText("Część stałego terminu").waitFor();
    await popup.getByRole("button", { name: "Zastępstwo", exact: true }).click();
    await popup.getByLabel("Zastępstwo", { exact: true }).selectOption({ label: substitute.fullName });
    await popup.getByRole("button", { name: "Wyznacz zastępstwo" }).click();
    await page.getByText("Wyznaczono zastępstwo").waitFor();

    const [year = "", month = "", date = ""] = day.split("-").map((part) => String(Number(part)));
    const fillDay = async (form: Locator) => {
      await form.getByLabel("Rok").fill(year);
      await form.getByLabel("Miesiąc").fill(month);
      await form.getByLabel("Dzień").fill(date);
    };
    await page.goto(`/dashboard/zajecia?lekcja=${series?.lessons[1]}`);
    await popup.getByRole("button", { name: "Edytuj", exact: true }).click();
    await fillDay(popup);
    await popup.getByText("nauczyciel nieobecny").first().waitFor();
    await popup.getByRole("button", { name: "Zapisz zmiany" }).click();
    await popup.getByText(/Potwierdź, że lekcja ma się odbyć/).waitFor();
    await popup.getByLabel("Zaplanuj mimo to").check();
    await picture(page, `closure-override-${size}`);
    await popup.getByRole("button", { name: "Zapisz zmiany" }).click();
    await popup.waitFor({ state: "detached" });

    await page.goto("/dashboard/zajecia/dodaj-probna");
    const form = page.getByRole("form", { name: "Dodaj lekcję próbną" });
    await form.getByLabel("Przedmiot").selectOption("Fizyka");
    await form.getByLabel("Poziom").selectOption("liceumP");
    await fillDay(form);
    await choosePerson(form, "Nauczyciel", teacher);
    await form.getByRole("radio", { name: /^11:20–11:50/ }).check();
    await form.getByLabel("Zaplanuj mimo to").check();
    if (size === "phone") expect(await axeFindings(page)).toEqual([]);
    await form.getByRole("button", { name: "Dodaj lekcję próbną" }).click();
    await page.getByText("Dodano lekcję próbną").waitFor();
  }
  await Promise.all([
    plan(phone, "phone", "pt", addDays(FIRST, 2)),
    plan(desk, "desk", "wt", addDays(FIRST, 1)),
  ]);

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
  await desk.goto(`${CALENDAR}&dzien=${addDays(FIRST, 1)}&nauczyciel=${teacher.id}`);
  await expect.poll(() => desk.getByText(`Nieobecność: ${teacher.fullName} (Urlop)`).count()).toBe(2);
  await phone
    .getByRole("group", { name: new RegExp(centre.run) })
    .getByRole("button", { name: "Usuń" })
    .click();
  await answer(phone, "Usunąć ten wpis?", "Usuń");
  await entry.waitFor({ state: "detached" });
});

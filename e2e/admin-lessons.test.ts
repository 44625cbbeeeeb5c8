import { dayAndMonth } from "@korki/contracts/texts/dates";
import { monthOf, today } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  closeBrowser,
  expectFocus,
  goOn,
  openBrowser,
  picture,
  SIZES,
  type Size,
  signIn,
  sizesOf,
  tabTo,
} from "./harness/browser";
import { ADMIN_EMAIL, answer, choosePerson, openCentre, type Pair } from "./harness/centre";
import { layoutShift, watchLayoutShift } from "./harness/layout-shift";

/** An administrator among the lessons: finds them, mends them, and adds one where the calendar is free. */
const LESSONS = "/dashboard/zajecia";
let page: Page;
let centre: Awaited<ReturnType<typeof openCentre>>;
let pair: Pair;
let lessonId: string;

beforeAll(async () => {
  [centre, { page }] = await Promise.all([openCentre(), openBrowser()]);
  pair = await centre.addPair("Brzoza", "Sowa");
  for (const [date, block] of [
    ["2024-03-05", 3],
    ["2025-03-05", 4],
    ["2026-03-06", 5],
  ] as const) {
    await centre.addLesson(pair, date, block);
  }
  lessonId = await centre.addLesson(pair, "2026-03-05", 5);
  await signIn(page, ADMIN_EMAIL, { at: LESSONS });
});
afterAll(closeBrowser);

const filters = () => page.getByRole("search", { name: "Filtry lekcji" });
const rows = () => page.getByRole("region", { name: "Lekcje" }).locator("tbody tr");
const popup = () => page.getByRole("dialog", { name: "Lekcja", exact: true });
const address = () => new URL(page.url()).searchParams;

const act = (name: string) => popup().getByRole("button", { name, exact: true });

/** Until the end of a test. */
async function resizeTo(size: Size) {
  await page.setViewportSize(SIZES[size]);
  onTestFinished(() => page.setViewportSize(SIZES.desk));
}

async function openLesson(id: string) {
  await goOn(page, LESSONS);
  await popup().waitFor({ state: "detached" });
  await goOn(page, `${LESSONS}?lekcja=${id}`);
}

async function editLesson() {
  await openLesson(lessonId);
  await act("Edytuj").click();
  await popup().getByLabel("Opis").waitFor();
}

test.each(sizesOf("desk"))(
  "on a %s the first screen does not move while it loads, nor its parts when less motion is wished for",
  async (size) => {
    const { page: own, context } = await openBrowser({ size });
    await watchLayoutShift(own);
    await signIn(own, ADMIN_EMAIL);
    await own.getByText(/^\d+ lekcj/).waitFor();
    await own.getByRole("heading", { name: "Co teraz" }).waitFor();
    expect(await layoutShift(own)).toBe(0);
    await own.evaluate(() => {
      const { dataset } = document.documentElement;
      addEventListener("transitionrun", ({ target }) => {
        dataset.transition = (target as Element).outerHTML.slice(0, 100);
      });
    });
    await own.setViewportSize({ width: 640, height: 844 });
    await layoutShift(own);
    expect(await own.evaluate(() => document.documentElement.dataset.transition)).toBeUndefined();
    await context.close();
  },
);

test("lessons are filtered by people, day, month and year, ordered and paged; the address keeps it", async () => {
  await goOn(page, `${LESSONS}?sort=-date`);
  await page.getByRole("button", { name: "Następna strona" }).click();
  await page.waitForURL(/page=2/);
  await page.goBack();
  await page.getByText(/Strona 1 z/).waitFor();

  await choosePerson(filters(), "Nauczyciel", pair.teacher);
  await page.getByText("4 lekcje", { exact: true }).waitFor();
  await choosePerson(filters(), "Uczeń", pair.student);
  await filters().getByRole("checkbox", { name: "Miesiąc" }).click();
  expect(await filters().getByRole("combobox", { name: "Miesiąc" }).inputValue()).toBe(
    String(monthOf(today(new Date())).month),
  );
  await filters().getByRole("combobox", { name: "Miesiąc" }).selectOption("marzec");
  await filters().getByRole("checkbox", { name: "Dzień" }).click();
  await filters().getByRole("combobox", { name: "Dzień" }).selectOption("5");
  await page.getByText("3 lekcje", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Data" }).click();
  await rows().first().getByText("05.03.2024").waitFor();
  await filters().getByRole("checkbox", { name: "Rok" }).click();
  await filters().getByRole("combobox", { name: "Rok" }).selectOption("2025");
  await page.getByText("1 lekcja", { exact: true }).waitFor();

  await goOn(page, "/dashboard/chat");
  await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
  await page.goBack();
  await page.getByText("1 lekcja", { exact: true }).waitFor();
  expect(Object.fromEntries(address())).toEqual({
    nauczyciel: pair.teacher.id,
    uczen: pair.student.id,
    dzien: "5",
    miesiac: "3",
    rok: "2025",
    sort: "date",
  });
  await expect
    .poll(() => rows().first().textContent())
    .toMatch(/05\.03\.2025.*11:20–12:20.*Niepotwierdzona/s);
  await page.getByRole("button", { name: "Wyczyść filtry" }).click();
  await expect.poll(() => [...address().keys()]).toEqual(["sort"]);
});

test("a person who does not fit the typed words is not offered while the server is asked", async () => {
  await goOn(page, LESSONS);
  const field = filters().getByRole("combobox", { name: "Nauczyciel", exact: true });
  const options = page.getByRole("listbox", { name: "Nauczyciel" }).getByRole("option");
  await field.click();
  await options.nth(1).waitFor();
  let answerNow: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  await page.route(/adminPeople\.teachers/, async (route) => {
    await held;
    await route.continue();
  });
  await field.fill(pair.teacher.surname);
  const others = async () =>
    (await options.allTextContents()).filter((text) => !text.includes(pair.teacher.fullName));
  await expect.poll(others).toEqual([]);
  answerNow();
  await options.filter({ hasText: pair.teacher.fullName }).click();
  await page.getByText("4 lekcje", { exact: true }).waitFor();
  await page.unroute(/adminPeople\.teachers/);
  await page.getByRole("button", { name: "Wyczyść filtry" }).click();
});

test("an edit shows what would overlap before it is saved, and says when nothing changed", async () => {
  await editLesson();
  await popup().getByRole("button", { name: "Zapisz zmiany" }).click();
  await page.getByText("Nie dokonano żadnych zmian").waitFor();

  // On the next day the same hour is taken by another lesson of theirs.
  await popup().getByLabel("Dzień").fill("6");
  await popup().getByText("Ten termin jest już zajęty: nauczyciel ma w tym czasie inną lekcję").waitFor();
  await popup().getByLabel("Dzień").fill("32");
  await popup().getByLabel("Dzień").blur();
  await popup().getByText("Niepoprawny dzień").waitFor();
  await popup().getByLabel("Dzień").fill("6");
  await popup()
    .getByRole("radio", { name: /^13:30–14:30/ })
    .check();
  await popup().getByLabel("Opis").fill("Optyka");
  // A lesson that is still ahead did not take place: asked once.
  await popup().getByLabel("Rok").fill("2029");
  await popup().getByLabel("Status").selectOption("Zrealizowana");
  await popup().getByRole("button", { name: "Zapisz zmiany" }).click();
  await page
    .getByRole("dialog")
    .filter({ hasText: "od razu wejdzie do rozliczeń" })
    .getByRole("button", { name: "Anuluj" })
    .click();
  await popup().getByLabel("Rok").fill("2026");
  await popup()
    .getByRole("radio", { name: /^13:30–14:30/ })
    .check();
  await popup().getByLabel("Status").selectOption("Potwierdzona");
  await popup().getByRole("button", { name: "Zapisz zmiany" }).click();
  await page.getByText("Zaktualizowano lekcję").waitFor();

  await editLesson();
  await expect.poll(() => popup().getByLabel("Dzień").inputValue()).toBe("6");
  expect(await popup().getByLabel("Status").inputValue()).toBe("Potwierdzona");
  await popup().getByText("Historia zmian").click();
  await popup().getByText("status: Niepotwierdzona → Potwierdzona").waitFor();
});

test("another person's change meanwhile is shown, and nothing typed is lost", async () => {
  // A first attempt has changed it already; for the first one itself this is no change, and refused.
  await centre.rest("POST", `/admin/lesson/${lessonId}`, { status: "Potwierdzona" }).catch(() => undefined);
  await editLesson();
  await popup().getByLabel("Opis").fill("Optyka i fale");
  await centre.rest("POST", `/admin/lesson/${lessonId}`, { status: "Zrealizowana" });
  const refused = page.waitForResponse((response) => response.url().includes("adminLessons.update"));
  await popup().getByRole("button", { name: "Zapisz zmiany" }).click();
  // The notice may come with the colleague's change already. Saving again before the refusal would be a double click.
  await refused;
  await popup()
    .getByRole("form", { name: "Lekcja", exact: true })
    .and(page.locator('[aria-busy="false"]'))
    .waitFor();
  await popup().getByText("Dane zmieniły się w międzyczasie").waitFor();
  await popup().getByRole("button", { name: "Wczytaj aktualne dane" }).click();
  expect(await popup().getByLabel("Status").inputValue()).toBe("Zrealizowana");
  expect(await popup().getByLabel("Opis").inputValue()).toBe("Optyka i fale");
  await popup().getByRole("button", { name: "Zapisz zmiany" }).click();
  await popup().waitFor({ state: "detached" });
});

test("the calendar shows one teacher or all, by week and day, and takes a lesson at a free block", async () => {
  await goOn(page, `${LESSONS}?dzien=2026-03-05`);
  await page.getByText("Kalendarz", { exact: true }).click();
  // Today's lanes above the list have a grid, too; and the list's filters, which the click takes away, a field of this name.
  const grid = page
    .getByRole("region", { name: "Kalendarz zajęć" })
    .getByRole("region", { name: "Siatka godzin" });
  await grid.waitFor();
  await choosePerson(filters(), "Nauczyciel", pair.teacher);
  await grid
    .getByRole("button", { name: /Ola Sowa/ })
    .nth(1)
    .waitFor();
  await grid.getByRole("button", { name: "Dodaj lekcję 4 marca, 9:10–10:10" }).click();

  const form = page.getByRole("dialog", { name: "Dodaj lekcję" });
  await form.getByRole("radio", { name: /^9:10–10:10/, checked: true }).waitFor();
  await form.getByRole("button", { name: "Dodaj lekcję" }).click();
  await form.getByText("Niepoprawny przedmiot").waitFor();
  await form.getByText("Niepoprawny poziom przedmiotu").waitFor();
  await choosePerson(form, "Uczeń", pair.student);
  await expect.poll(() => form.getByLabel("Przedmiot").inputValue()).toBe("Fizyka");
  expect(await form.getByLabel("Poziom").inputValue()).toBe("liceumP");
  await form.getByRole("button", { name: "Dodaj lekcję" }).click();
  await page.getByText("Dodano lekcję").waitFor();
  await grid
    .getByRole("button", { name: /Ola Sowa/ })
    .nth(2)
    .waitFor();

  await grid.getByRole("button", { name: "śr. 4.03" }).click();
  await page.getByRole("heading", { name: "środa, 4 marca" }).waitFor();
  await page.getByRole("button", { name: /Ola Sowa.*Fizyka/s }).waitFor();
  await page.getByRole("button", { name: "Wyczyść wybór" }).click();
  await grid.getByRole("rowheader", { name: pair.teacher.fullName }).waitFor();
  expect([address().get("zakres"), address().get("dzien"), address().get("nauczyciel")]).toEqual([
    "dzien",
    "2026-03-04",
    null,
  ]);
});

test.each(sizesOf("desk"))(
  "on a %s a month shows how full its days are and which are closed; a day opens its lessons",
  async (size) => {
    const [date, off, months] =
      size === "desk"
        ? ["2029-05-14", "2029-05-03", ["czerwiec 2029", "maj 2029"]]
        : ["2029-06-14", "2029-06-05", ["lipiec 2029", "czerwiec 2029"]];
    const full = await centre.addPair(`Miesiąc ${size}`, "Kos");
    for (const block of [3, 4, 6]) await centre.addLesson(full, date, block);
    const { _id: closure } = (await centre.rest("PUT", "/closures", {
      scope: "centre",
      from: off,
      to: off,
      label: "Święto",
    })) as { _id: string };
    await resizeTo(size);
    await goOn(page, `${LESSONS}?widok=kalendarz&dzien=${date}`);
    const range = page.getByRole("radiogroup", { name: "Zakres" });
    await range.getByRole("radio", { name: size === "desk" ? "Tydzień" : "Dzień", checked: true }).focus();
    await page.keyboard.press("ArrowRight");
    const month = page.getByRole("table", { name: "Kalendarz" });
    const day = month.getByRole("button", { name: new RegExp(`^${dayAndMonth(date)}[^0-9]+3 lekcje$`) });
    await day.waitFor();
    await month.getByRole("button", { name: new RegExp(`^${dayAndMonth(off)}, .*dzień wolny$`) }).waitFor();
    await picture(page, `admin-month-${size}`);
    for (const [at, way] of ["Następny miesiąc", "Poprzedni miesiąc"].entries()) {
      await page.getByRole("button", { name: way }).press("Enter");
      await page.getByRole("heading", { level: 2, name: months[at] ?? "" }).waitFor();
    }
    await day.press("Enter");
    await page.getByRole("button", { name: /Kos/ }).nth(2).waitFor();
    expect(new URL(page.url()).searchParams.get("dzien")).toBe(date);
    await centre.rest("DELETE", `/closures/${closure}`);
  },
);

test("in the day of all teachers a lesson is added by keyboard alone, dragged by mouse, and moved by keyboard", async () => {
  const other = await centre.addPair("Obok", "Inny");
  const busy = await centre.addPair("Zajęty", "Zajęta");
  await centre.addLesson(busy, "2026-03-04", 4);
  await goOn(page, `${LESSONS}?widok=kalendarz&zakres=dzien&dzien=2026-03-04`);
  const row = page.getByRole("row", { name: pair.teacher.fullName });
  const lessonAt = (block: number) =>
    row
      .getByRole("cell")
      .nth(block)
      .getByRole("button", { name: /Ola Sowa/ });
  const free = (hours: string) =>
    row.getByRole("button", { name: `Dodaj lekcję: ${pair.teacher.fullName}, ${hours}` });
  const { keyboard } = page;
  await page.getByRole("heading", { name: "środa, 4 marca" }).waitFor();
  await lessonAt(2).waitFor();
  await free("7:00–8:00").focus();
  await keyboard.press("Tab");
  await expectFocus(free("8:05–9:05"));
  await keyboard.press("Enter");

  const form = page.getByRole("dialog", { name: "Dodaj lekcję" });
  await tabTo(form.getByRole("combobox", { name: "Uczeń", exact: true }));
  await keyboard.type(pair.student.surname);
  await page.getByRole("option", { name: pair.student.fullName }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  for (const [label, choice] of [
    ["Przedmiot", "Fizyka"],
    ["Poziom", "liceumP"],
  ] as const) {
    // What the last lesson was about comes along with the student.
    const field = form.getByRole("combobox", { name: label, exact: true });
    await expect.poll(() => field.inputValue()).toBe(choice);
  }
  await tabTo(form.getByRole("button", { name: "Dodaj lekcję" }));
  await keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
  await lessonAt(1).waitFor();

  await lessonAt(2).hover();
  await page.mouse.down();
  // The browser begins to drag with the first move, and offers to drop with the next ones.
  await free("10:15–11:15").hover({ force: true });
  await free("10:15–11:15").hover({ force: true });
  await page.mouse.up();
  await answer(page, /^Przenieść lekcję na: .*, 10:15\?$/, "Przenieś lekcję");
  await lessonAt(3).waitFor();
  await lessonAt(2).waitFor({ state: "detached" });

  await lessonAt(3).focus();
  await keyboard.press("Enter");
  await tabTo(act("Przenieś"));
  await keyboard.press("Enter");
  await tabTo(popup().getByRole("radio", { name: /^10:15/, checked: true }));
  await keyboard.press("ArrowRight");
  await expectFocus(popup().getByRole("radio", { name: /^11:20/, checked: true }));
  await tabTo(act("Przenieś lekcję"));
  await keyboard.press("Enter");
  await popup().waitFor({ state: "detached" });
  await lessonAt(4).waitFor();

  // In another teacher's lane, at its hour, it is a substitute's; nowhere else. Who fits is marked, also without a lesson
  // that day, and who does not says why.
  const lane = page.getByRole("row", { name: other.teacher.fullName });
  const there = lane.getByRole("button", { name: `Dodaj lekcję: ${other.teacher.fullName}, 11:20–12:20` });
  await lessonAt(4).hover();
  await page.mouse.down();
  await there.hover({ force: true });
  await expect.poll(() => lane.locator("td[data-drop]").count()).toBe(1);
  const unfit = page.getByRole("row", { name: busy.teacher.fullName });
  await unfit.getByRole("rowheader").getByText("ma wtedy zajęcia").waitFor();
  expect(await unfit.locator("td[data-drop]").count()).toBe(0);
  await there.hover({ force: true });
  await page.mouse.up();
  await lane.getByRole("button", { name: /Ola Sowa/ }).waitFor();
  const toast = page.getByRole("alert").filter({ hasText: "Wyznaczono zastępstwo" });
  await toast.getByRole("button", { name: "Cofnij" }).click();
  await lessonAt(4).waitFor();

  // The list's filters narrow the lanes; what they hide is still taken.
  await page.getByRole("combobox", { name: "Uczeń", exact: true }).fill(busy.student.surname);
  await page.getByRole("option", { name: busy.student.fullName }).click();
  await row.waitFor({ state: "detached" });
  await unfit.getByRole("button", { name: /Zaj/ }).first().waitFor();
  await page.getByRole("button", { name: "Wyczyść filtry" }).click();
  await page.getByLabel("Status").selectOption("cancelled");
  await unfit.waitFor({ state: "detached" });
  await page.getByLabel("Status").selectOption("");
  await page.getByLabel("Przedmiot").selectOption("Polski");
  await lessonAt(4).waitFor({ state: "detached" });
});

test("a drop says so, and moves nothing, where the lesson changed while it was asked about", async () => {
  const own = await centre.addPair("Upuszczona", "Upuszczony");
  const lesson = await centre.addLesson(own, "2026-03-11", 2);
  await goOn(page, `${LESSONS}?widok=kalendarz&zakres=dzien&dzien=2026-03-11`);
  const row = page.getByRole("row", { name: own.teacher.fullName });
  const lessonAt = (block: number) =>
    row
      .getByRole("cell")
      .nth(block)
      .getByRole("button", { name: /Ola Upuszczony/ });
  const there = row.getByRole("button", { name: `Dodaj lekcję: ${own.teacher.fullName}, 10:15–11:15` });
  await lessonAt(2).hover();
  await page.mouse.down();
  await there.hover({ force: true });
  await there.hover({ force: true });
  await page.mouse.up();
  await page.getByRole("dialog", { name: /^Przenieść lekcję na/ }).waitFor();
  await centre.rest("POST", `/admin/lesson/${lesson}`, { blockIndex: 5 });
  await answer(page, /^Przenieść lekcję na/, "Przenieś lekcję");
  await page.getByRole("alert").filter({ hasText: "Dane zmieniły się w międzyczasie" }).waitFor();
  await lessonAt(5).waitFor();
  expect(await lessonAt(3).count()).toBe(0);
});

test("on a phone lessons are an agenda, the day is a list, and the popup a sheet; a lesson is deleted there", async () => {
  await resizeTo("phone");
  await goOn(page, `${LESSONS}?widok=kalendarz&dzien=2026-03-04&nauczyciel=${pair.teacher.id}`);
  await page
    .getByRole("button", { name: /Ola Sowa/ })
    .first()
    .waitFor();
  await goOn(page, `${LESSONS}?nauczyciel=${pair.teacher.id}`);
  const cards = page.getByRole("list", { name: "Lekcje" }).getByRole("listitem");
  await cards.filter({ hasText: "6 marca" }).filter({ hasText: "Zrealizowana" }).getByRole("button").click();
  await act("Edytuj").click();
  await popup().getByLabel("Opis").waitFor();
  expect((await popup().boundingBox())?.width).toBe(390);
  await popup().getByRole("button", { name: "Usuń lekcję" }).click();
  await answer(page, "Usunąć lekcję 6 marca, 13:30?", "Usuń lekcję");
  await page.getByText("Usunięto lekcję").waitFor();
  await page.getByText("5 lekcji", { exact: true }).waitFor();
  // The next lesson's button has the focus, or the last one's.
  await expectFocus(cards.getByRole("button").and(page.locator(":focus")));
});

test("a lesson is a card: facts first, an act a tap, each taken back from its toast", async () => {
  const own = await centre.addPair("Karta", "Karty");
  const id = await centre.addLesson(own, "2029-03-07", 5);
  const { teacher: substitute } = await centre.addPair("Zastępczy", "Jesion");
  const open = () => openLesson(id);
  const undo = async (said: string) => {
    const toast = page.getByRole("alert").filter({ hasText: said });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes("undo.takeBack")),
      toast.getByRole("button", { name: "Cofnij" }).click(),
    ]);
    expect(answer.status()).toBe(200);
    await toast.waitFor({ state: "detached" });
    await page.getByText("Cofnięto").first().waitFor();
  };
  const isUnconfirmed = async () => {
    const read = page.waitForResponse((response) => response.url().includes("adminLessons.get"));
    await open();
    await read;
    await act("Napisz").waitFor();
    return popup().getByText("Niepotwierdzona", { exact: true }).isVisible();
  };
  // A card that is opened while it is still read after the act shows it until the next time.
  const status = () => expect.poll(isUnconfirmed).toBe(true);
  await open();
  await popup().getByRole("link", { name: own.student.fullName }).waitFor();
  await popup().getByText("Opłacone lekcje").waitFor();
  expect(await popup().getByLabel("Opis").count()).toBe(0);

  await act("Potwierdź").click();
  await popup().waitFor({ state: "detached" });
  await undo("Lekcja potwierdzona");
  await status();

  await act("Nieobecność").click();
  await answer(page, /jeszcze się nie skończyła/, "Nieobecność");
  await undo("Zapisano: uczeń nieobecny");
  await status();

  const giveSubstitute = async () => {
    await act("Zastępstwo").click();
    await popup().getByLabel("Zastępstwo", { exact: true }).selectOption({ label: substitute.fullName });
    await act("Wyznacz zastępstwo").click();
    await popup().waitFor({ state: "detached" });
  };
  await giveSubstitute();
  await undo("Wyznaczono zastępstwo");
  await status();
  const cancel = async () => {
    await act("Odwołaj").click();
    await popup().getByLabel("Rozlicz lekcję: uczeń za nią płaci").check();
    await popup().getByLabel("Powód (opcjonalnie)").fill("Wyjazd");
    await act("Odwołaj lekcję").click();
    await popup().waitFor({ state: "detached" });
  };
  await cancel();
  await undo("Lekcja odwołana");
  await status();
  await act("Uczeń odwołał").click();
  await popup().waitFor({ state: "detached" });
  await undo("Lekcja odwołana");
  await status();

  // Kept, they are told on the card.
  await giveSubstitute();
  await open();
  await popup().getByText("Pierwotny nauczyciel").waitFor();
  await popup().getByRole("link", { name: substitute.fullName }).waitFor();
  await cancel();
  await open();
  await popup().getByText("Odwołana po terminie: rozliczona").waitFor();
  await popup().getByText("Wyjazd", { exact: true }).first().waitFor();
  expect(await act("Odwołaj").count()).toBe(0);

  await popup().getByRole("link", { name: "Powtarzaj co tydzień" }).click();
  await expect.poll(() => page.getByLabel("Dzień tygodnia").inputValue()).toBe("sr");
  expect(await page.getByLabel("Przedmiot").inputValue()).toBe("Fizyka");

  // A double lesson is added in one step, and moves as one.
  const people = { nauczyciel: own.teacher.id, uczen: own.student.id };
  await goOn(page, `${LESSONS}/dodaj?${new URLSearchParams({ ...people, dzien: "2029-03-08", blok: "7" })}`);
  const form = page.getByRole("form", { name: "Dodaj lekcję" });
  await form.getByLabel("Przedmiot").selectOption("Fizyka");
  await form.getByLabel("Poziom").selectOption("liceumP");
  await form.getByLabel("Lekcja podwójna").check();
  await form.getByRole("button", { name: "Dodaj lekcję" }).click();
  await page.getByText("Dodano lekcję").waitFor();
  const added = async () =>
    (await centre.rest("GET", `/admin/lessons?teacherId=${own.teacher.id}&day=8&month=3&year=2029`)) as {
      _id: string;
      blockIndex: number;
    }[];
  const [later, earlier] = await added();
  expect([later?.blockIndex, earlier?.blockIndex]).toEqual([8, 7]);
  await openLesson(later?._id ?? "");
  await act("Przenieś").click();
  await popup()
    .getByRole("radio", { name: /^7:00–9:05/ })
    .check();
  await act("Przenieś lekcję").click();
  await popup().waitFor({ state: "detached" });
  expect((await added()).map(({ blockIndex }) => blockIndex)).toEqual([1, 0]);
  await undo("Lekcja przeniesiona");
  expect((await added()).map(({ blockIndex }) => blockIndex)).toEqual([8, 7]);
  await open();
  await act("Napisz").click();
  await page.getByRole("menuitem", { name: `${substitute.fullName} (nauczyciel)` }).click();
  await page.waitForURL(new RegExp(`/chat/${substitute.id}`));
});

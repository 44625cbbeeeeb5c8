import { dayAndMonth } from "@korki/contracts/texts/dates";
import { BLOCKS, blockHours } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { setUpForAttempts } from "./harness/attempts";
import {
  axeFindings,
  closeBrowser,
  expectFocus,
  goOn,
  openBrowser,
  openMenu,
  picture,
  rowsOf,
  type Size,
  signIn,
  signInOnBoth,
  sizesOf,
  tabTo,
  visit,
} from "./harness/browser";
import { bookConfirmed, type Classroom, inDays, makeClassroom, noteLesson } from "./harness/classroom";

/** The calendar as the place to work, lists as an agenda, and booking with a memory. */
const SIZES: Size[] = ["phone", "desk"];
const CALENDAR = "/dashboard/zajecia?widok=kalendarz";

let room: Classroom;
let pages: Record<Size, Page>;
let teacherPages: Record<Size, Page>;

setUpForAttempts(async () => {
  room = await makeClassroom();
  await noteLesson(room, inDays(-7), 6, "Zrealizowana");
  for (const block of [2, 8]) await bookConfirmed(room, inDays(3), block);
  await bookConfirmed(room, inDays(4), 5);
  pages = await signInOnBoth(room.student.email, "light", { at: null });
  teacherPages = await signInOnBoth(room.teacher.email, "dark", { at: null });
});
afterAll(closeBrowser);

test.each(SIZES)(
  "on a %s: a free block of the calendar is booked, and an earlier lesson in three taps, or keys at a desk",
  async (size) => {
    const page = pages[size];
    const block = size === "phone" ? 3 : 4;
    const choose = (target: Locator) => (size === "phone" ? target.tap() : target.press("Enter"));
    await page.goto(`${CALENDAR}&dzien=${inDays(2)}`);
    // What arrives moves the links.
    await page
      .getByRole("link", { name: /^Zarezerwuj / })
      .first()
      .waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const day = Number(inDays(2).slice(8));
    await choose(page.getByRole("link", { name: new RegExp(`^Zarezerwuj ${day} .*${blockHours(block)}$`) }));
    await page.getByRole("radio", { name: blockHours(block), checked: true }).waitFor();
    await choose(page.getByRole("button", { name: "Zarezerwuj" }));
    await page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
    await rowsOf(page, "Zaplanowane lekcje")
      .filter({ hasText: blockHours(block) })
      .waitFor();
    const sameHour = rowsOf(page, "Zaplanowane lekcje").filter({ hasText: blockHours(6) });
    const before = await sameHour.count();

    const done = rowsOf(page, "Zrealizowane lekcje").filter({ hasText: blockHours(6) });
    await choose(done.getByRole("button", { name: /^Więcej/ }));
    await choose(page.getByRole("link", { name: "Zarezerwuj ponownie" }));
    await page.getByRole("radio", { name: blockHours(6), checked: true }).waitFor();
    await choose(page.getByRole("button", { name: "Zarezerwuj" }));
    await sameHour.nth(before).waitFor();
  },
);

test("on a phone a student's first screen has the next lesson, one way to book, and four lessons", async () => {
  for (const days of [7, 8, 9, 10]) await bookConfirmed(room, inDays(days), 3);
  const page = pages.phone;
  await visit(page, "/dashboard/platnosci");
  await page.getByRole("heading", { level: 1, name: "Płatności" }).waitFor();
  await visit(page, "/dashboard/zajecia");
  const next = page.getByRole("region", { name: "Następna lekcja" });
  await next.getByText("Matematyka").waitFor();
  await next.getByText("Wanda Zawadzka").waitFor();
  await rowsOf(page, "Zaplanowane lekcje").nth(4).waitFor();
  const bar = await page.getByRole("navigation", { name: "Nawigacja" }).boundingBox();
  const seen = await rowsOf(page, "Zaplanowane lekcje").evaluateAll(
    (rows, end) => rows.filter((row) => row.getBoundingClientRect().bottom <= end).length,
    bar?.y ?? 0,
  );
  expect(seen).toBeGreaterThanOrEqual(4);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const book = await page.getByRole("link", { name: "Zarezerwuj", exact: true }).boundingBox();
  expect((book?.y ?? 0) + (book?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  // What is needed less often stands in the menu.
  expect(await page.getByText(/^(Raporty i zadania|Stałe terminy|Odśwież)$/).count()).toBe(0);
  await next.getByRole("button").tap();
  await page.getByRole("dialog", { name: "Szczegóły lekcji" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await openMenu(page);
  await page.getByRole("link", { name: "Raporty i zadania" }).tap();
  await page.getByRole("heading", { level: 1, name: "Raporty i zadania" }).waitFor();
});

test.each(sizesOf("phone"))(
  "on a %s: a month shows how full its days are and which are closed, and each leads to its lessons",
  async (size) => {
    const page = pages[size];
    const [date, off] = [inDays(3), inDays(5)];
    const { _id: absence } = (await room.teacher.rest("PUT", "/closures", {
      scope: "teacher",
      from: off,
      to: off,
      label: "Urlop",
    })) as { _id: string };
    const teacher = teacherPages[size];
    for (const each of [page, teacher]) {
      await visit(each, `${CALENDAR}&dzien=${date}`);
      await each.getByText("Miesiąc", { exact: true }).click();
      const month = each.getByRole("table", { name: "Kalendarz" });
      const full = month.getByRole("button", { name: new RegExp(`^${dayAndMonth(date)}[^0-9]+2 lekcje`) });
      await full.waitFor();
      expect(await month.locator('[aria-current="date"]').count()).toBeLessThanOrEqual(1);
      const heights = await month
        .locator("tbody tr")
        .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
      await picture(each, `month-${each === page ? "student" : "teacher"}-${size}`);
      await full.press("Enter");
      await each
        .getByRole("button", { name: /Matematyka/ })
        .first()
        .waitFor();
      expect(new URL(each.url()).searchParams.get("dzien")).toBe(date);
    }
    await goOn(teacher, `${CALENDAR}&dzien=${off}&zakres=miesiac`);
    await teacher.getByRole("button", { name: new RegExp(`^${dayAndMonth(off)}, .*dzień wolny$`) }).waitFor();
    for (const way of ["Następny miesiąc", "Poprzedni miesiąc"]) {
      const before = await teacher.getByRole("heading", { level: 2 }).first().textContent();
      await teacher.getByRole("button", { name: way }).press("Enter");
      await teacher.getByRole("heading", { level: 2, name: before ?? "" }).waitFor({ state: "detached" });
    }
    await room.teacher.rest("DELETE", `/closures/${absence}`);
  },
);

test("on a phone a finger carries a lesson to a free block, which proposes that time", async () => {
  const page = teacherPages.phone;
  await goOn(page, `${CALENDAR}&dzien=${inDays(4)}`);
  const lesson = page.getByRole("button", { name: new RegExp(blockHours(5)) });
  const free = page.getByText(`${blockHours(6)} Wolne`).last();
  await free.waitFor();
  await lesson.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const centre = async (of: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [from, to] = [await centre(lesson), await centre(free)];
  const finger = await page.context().newCDPSession(page);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await page.locator("[data-carried]").waitFor();
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await finger.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }],
    });
  }
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const question = page.getByRole("dialog", { name: /^Zaproponować nowy termin: .*, 13:30\?$/ });
  await question.getByRole("button", { name: "Wyślij propozycję" }).tap();
  await lesson.getByText("Zaproponowano nowy termin").waitFor();
  // A tap still opens it.
  await lesson.tap();
  await page.getByRole("dialog", { name: "Szczegóły lekcji" }).waitFor();
});

test("a teacher drags a lesson to a free block, which proposes that time, and does the same by keyboard alone", async () => {
  const page = teacherPages.desk;
  await page.goto(`${CALENDAR}&dzien=${inDays(3)}`);
  const grid = page.getByRole("region", { name: "Kalendarz" });
  const lesson = grid.getByRole("button", { name: new RegExp(blockHours(8)) });
  const free = grid.getByText(`${blockHours(9)} Wolne`).last();
  await free.waitFor();
  await lesson.hover();
  await page.mouse.down();
  // The browser begins to drag with the first move, and offers to drop with the next ones.
  await free.hover({ force: true });
  await free.hover({ force: true });
  await page.mouse.up();
  const question = page.getByRole("dialog", { name: /^Zaproponować nowy termin: .*, 16:45\?$/ });
  await question.getByRole("button", { name: "Wyślij propozycję" }).click();
  await page.getByText("Wysłano propozycję nowego terminu").waitFor();
  await lesson.getByText("Zaproponowano nowy termin").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const morning = grid.getByRole("button", { name: new RegExp(blockHours(2)) });
  await grid.focus();
  await tabTo(morning);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
  const choices = (of: string) => sheet.getByRole("group", { name: of }).getByRole("radio");
  const press = async (action: string) => {
    await tabTo(sheet.getByRole("button", { name: action }));
    await page.keyboard.press("Enter");
  };
  await press("Zaproponuj inny termin");
  for (const question of ["Wybierz dzień", "Wybierz godzinę"]) {
    await tabTo(choices(question).first());
    await page.keyboard.press("ArrowRight");
    await expectFocus(choices(question).nth(1).and(page.locator(":checked")));
  }
  await press("Wyślij propozycję");
  await sheet.getByText(/Czekamy na odpowiedź\./).waitFor();
  await page.keyboard.press("Escape");
  await morning.getByText("Zaproponowano nowy termin").waitFor();
  await expectFocus(morning);
});

test.each(sizesOf("desk"))(
  "on a %s: a week of availability is painted, a day copied, and the last stroke undone",
  async (size) => {
    const page = teacherPages[size];
    const { teacher } = room;
    await visit(page, "/dashboard/zajecia/dostepnosc");
    const grid = page.getByRole("region", { name: "Godziny w siatce tygodnia" });
    const slot = (day: string, block: number) =>
      grid.getByRole("button", { name: `${day}, ${blockHours(block)}`, exact: true });
    const isOn = (day: string, block: number) =>
      expect.poll(() => slot(day, block).getAttribute("aria-pressed"));
    await isOn("poniedziałek", 9).toBe("true");

    if (size === "desk") {
      await slot("poniedziałek", 10).hover();
      await page.mouse.down();
      await slot("poniedziałek", 11).hover();
      await slot("poniedziałek", 12).hover();
      await page.mouse.up();
    } else {
      for (const block of [10, 11, 12]) await slot("poniedziałek", block).tap();
    }
    await isOn("poniedziałek", 12).toBe("true");
    await slot("poniedziałek", 12).press("ArrowDown");
    await page.keyboard.press("Space");
    await isOn("poniedziałek", 13).toBe("true");
    await grid.getByRole("button", { name: "Cofnij" }).press("Enter");
    await isOn("poniedziałek", 13).toBe("false");
    await grid.getByRole("button", { name: "pon. – kopiuj lub wyczyść dzień" }).press("Enter");
    await page.getByRole("menuitem", { name: "Kopiuj na następny dzień" }).press("Enter");
    await isOn("wtorek", 12).toBe("true");
    await page.getByRole("button", { name: "Zapisz" }).press("Enter");
    await page.getByText("Godziny dostępności zostały zaktualizowane").waitFor();
    const saved = (await teacher.rest("GET", `/teacher/freeTime/${teacher.id}`)) as object[];
    for (const day of ["pon", "wt"]) {
      expect(saved).toContainEqual(expect.objectContaining({ day, startBlockIndex: 2, endBlockIndex: 12 }));
    }
  },
);

test("a week with a lesson in every hour prints on one page", async () => {
  const day = inDays(-21);
  for (const { index } of BLOCKS) await noteLesson(room, day, index, "Zrealizowana");
  const page = teacherPages.desk;
  await visit(page, `${CALENDAR}&dzien=${day}`);
  await page
    .getByRole("table")
    .getByRole("button", { name: /Matematyka/ })
    .nth(BLOCKS.length - 1)
    .waitFor();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  expect((await page.getByRole("table").boundingBox())?.width).toBeGreaterThan(1000);
  await page.emulateMedia({ media: null });
});

test("on a phone twelve lessons fit two screens, rows open whole, a pull reads again, and the menu is at the thumb", async () => {
  const { page, context } = await openBrowser({ size: "phone" });
  await signIn(page, "nauczyciel@demo.pl");
  const rows = rowsOf(page, "Zaplanowane lekcje").getByRole("button");
  await rows.nth(11).waitFor();
  await pullDown(page, page.getByRole("heading", { level: 1, name: "Zajęcia" }));
  const boxes = await rows.evaluateAll((all) =>
    all.slice(0, 12).map((row) => ({ ...row.getBoundingClientRect().toJSON() })),
  );
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(64);
  expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
  expect(boxes[11].bottom - boxes[0].top).toBeLessThanOrEqual(2 * 844 - 120);
  await rows.first().tap();
  await page.getByRole("dialog", { name: "Szczegóły lekcji" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const bar = page.getByRole("navigation", { name: "Nawigacja" });
  for (const target of await bar.locator("a, button").all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await bar.getByRole("link", { name: "Uczniowie" }).tap();
  await page.getByRole("heading", { level: 1, name: "Uczniowie" }).waitFor();

  await bar.getByRole("button", { name: /^Otwórz menu/ }).tap();
  await page.getByRole("button", { name: "Szukaj i przejdź" }).tap();
  const palette = page.getByRole("dialog", { name: "Szukaj i przejdź" });
  await expectFocus(palette.getByPlaceholder("Osoba, data albo to, co chcesz zrobić"));
  await page.keyboard.type("stale");
  const answer = palette.getByRole("button", { name: "Stałe terminy" }).first();
  await expect.poll(async () => (await answer.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await answer.tap();
  await page.waitForURL("**/dashboard/zajecia/stale-terminy");
  // Neither the search nor the menu beneath it stays.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await context.close();
});

/** Pulls the screen down with a finger on something at its top, and waits until the lessons have been read again. */
async function pullDown(page: Page, at: Locator): Promise<void> {
  const box = await at.boundingBox();
  if (!box) throw new Error(`${at} is not on the screen`);
  const [x, y] = [box.x + 10, box.y + 10];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", distance: number | null) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: distance === null ? [] : [{ x, y: y + distance }],
    });
  await touch("touchStart", 0);
  for (const distance of [30, 60, 90, 120]) await touch("touchMove", distance);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => /\/trpc\/[^?]*lessons\.mine/.test(response.url())),
    touch("touchEnd", null),
  ]);
  expect(answer.ok()).toBe(true);
  await finger.detach();
}

import { blockHours } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  expectFocus,
  openBrowser,
  rowsOf,
  type Size,
  signIn,
  signInOnBoth,
  tabTo,
} from "./harness/browser";
import { bookConfirmed, type Classroom, inDays, makeClassroom, noteLesson } from "./harness/classroom";

/** The calendar as the place to work, lists as an agenda, and booking with a memory. */
const SIZES: Size[] = ["phone", "desk"];
const CALENDAR = "/dashboard/zajecia?widok=kalendarz";

let room: Classroom;
let pages: Awaited<ReturnType<typeof signInOnBoth>>;

beforeAll(async () => {
  room = await makeClassroom();
  await noteLesson(room, inDays(-7), 6, "Zrealizowana");
  for (const block of [2, 8]) await bookConfirmed(room, inDays(3), block);
  pages = await signInOnBoth(room.student.email, "light");
});
afterAll(closeBrowser);

test.each(SIZES)(
  "on a %s: a free block of the calendar is booked, and an earlier lesson in three taps, or keys at a desk",
  async (size) => {
    const page = pages[size];
    const block = size === "phone" ? 3 : 4;
    const choose = (target: Locator) => (size === "phone" ? target.tap() : target.press("Enter"));
    await page.goto(`${CALENDAR}&dzien=${inDays(2)}`);
    await page
      .getByRole("button", { name: /Potwierdzona/ })
      .or(page.getByText("Brak zajęć tego dnia"))
      .first()
      .waitFor();
    const day = Number(inDays(2).slice(8));
    await choose(page.getByRole("link", { name: new RegExp(`^Zarezerwuj ${day} .*${blockHours(block)}$`) }));
    await page.getByRole("radio", { name: blockHours(block), checked: true }).waitFor();
    await choose(page.getByRole("button", { name: "Zarezerwuj" }));
    await page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
    await rowsOf(page, "Zaplanowane lekcje")
      .filter({ hasText: blockHours(block) })
      .waitFor();

    const done = rowsOf(page, "Zrealizowane lekcje").filter({ hasText: blockHours(6) });
    await choose(done.getByRole("button", { name: /^Więcej/ }));
    await choose(page.getByRole("link", { name: "Zarezerwuj ponownie" }));
    await page.getByRole("radio", { name: blockHours(6), checked: true }).waitFor();
    await choose(page.getByRole("button", { name: "Zarezerwuj" }));
    await rowsOf(page, "Zaplanowane lekcje")
      .filter({ hasText: blockHours(6) })
      .nth(size === "phone" ? 0 : 1)
      .waitFor();
  },
);

test("a teacher drags a lesson to a free block, which proposes that time, and does the same by keyboard alone", async () => {
  const { page, context } = await openBrowser({ size: "desk", scheme: "dark" });
  await signIn(page, room.teacher.email, { at: `${CALENDAR}&dzien=${inDays(3)}` });
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
  await context.close();
});

test.each(SIZES)(
  "on a %s: a week of availability is painted, a day copied, and the last stroke undone",
  async (size) => {
    const { page, context } = await openBrowser({ size });
    const { teacher } = await makeClassroom();
    await signIn(page, teacher.email, { at: "/dashboard/zajecia/dostepnosc" });
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
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Zapisz" }).press("Enter");
    await page.getByText("Godziny dostępności zostały zaktualizowane").waitFor();
    const saved = (await teacher.rest("GET", `/teacher/freeTime/${teacher.id}`)) as object[];
    for (const day of ["pon", "wt"]) {
      expect(saved).toContainEqual(expect.objectContaining({ day, startBlockIndex: 2, endBlockIndex: 12 }));
    }
    await context.close();
  },
);

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

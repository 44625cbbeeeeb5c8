import { slotToWire } from "@korki/contracts/wire/slot";
import { dateParts } from "@korki/domain";
import type { Page } from "playwright-core";
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
  type Size,
  signIn,
  sizesOf,
  visit,
} from "./harness/browser";
import { book, type Classroom, inDays, makeClassroom, noteLesson } from "./harness/classroom";

/** What a teacher comes for: hours, earnings, students, trial lessons, filters. */
const USUAL = sizesOf("phone");
const given = inDays(-1);

let room: Classroom;
const pages = new Map<Size, Page>();

setUpForAttempts(async () => {
  room = await makeClassroom();
  const { admin, teacher } = room;
  await noteLesson(room, given, 6, "Zrealizowana");
  await noteLesson(room, given, 7, "Uczen nieobecny");
  await admin("POST", "/admin/output_payment", { teacherId: teacher.id, moneyAmount: 50, desc: "wypłata" });
  await book(room, inDays(4), 2);
  for (const size of USUAL) {
    const { page } = await openBrowser({ size, scheme: "dark" });
    await signIn(page, teacher.email);
    pages.set(size, page);
  }
});
afterAll(closeBrowser);

function pageOf(size: Size): Page {
  const page = pages.get(size);
  if (!page) throw new Error(`nobody is signed in on a ${size}`);
  return page;
}

test.each(USUAL)(
  "on a %s: filters begin at today, narrow the planned lessons, and stay in the address",
  async (size) => {
    const page = pageOf(size);
    await rowsOf(page, "Zaplanowane lekcje").first().waitFor();
    expect(await rowsOf(page, "Zrealizowane lekcje").count()).toBe(2);
    // A phone keeps them behind one button.
    const inFilters = async (change: () => Promise<unknown>) => {
      if (size === "phone") await page.getByRole("button", { name: /^Filtruj i sortuj/ }).click();
      await change();
      if (size === "phone") await page.getByRole("button", { name: "Pokaż listę" }).click();
    };
    const { day, month, year } = dateParts(inDays(0));
    await inFilters(async () => {
      for (const [part, value] of [
        ["Dzień", day],
        ["Miesiąc", month],
        ["Rok", year],
      ] as const) {
        await page.getByRole("checkbox", { name: part }).click();
        const select = page.getByRole("combobox", { name: part });
        await expect.poll(() => select.isEnabled()).toBe(true);
        expect(await select.inputValue()).toBe(String(value));
      }
    });
    await page.getByText("Żadna lekcja nie pasuje do filtrów.").waitFor();
    const next = dateParts(inDays(4));
    await inFilters(async () => {
      await page.getByRole("combobox", { name: "Dzień" }).selectOption(String(next.day));
      await page.getByRole("combobox", { name: "Miesiąc" }).selectOption(String(next.month));
      await page.getByRole("combobox", { name: "Rok" }).selectOption(String(next.year));
    });
    await expect.poll(() => rowsOf(page, "Zaplanowane lekcje").count()).toBe(1);
    const filtered = page.url();
    await visit(page, "/dashboard/ustawienia");
    await page.getByRole("heading", { level: 1, name: "Ustawienia" }).waitFor();
    await visit(page, filtered);
    await rowsOf(page, "Zaplanowane lekcje").getByText("9:10–10:10").waitFor();
    await inFilters(async () => {
      expect(await page.getByRole("checkbox", { name: "Dzień" }).isChecked()).toBe(true);
      for (const part of ["Dzień", "Miesiąc", "Rok"])
        await page.getByRole("checkbox", { name: part }).click();
    });
  },
);

test.each(USUAL)(
  "on a %s: hours of one day are changed where they are, and stay beside new ones",
  async (size) => {
    const page = pageOf(size);
    const sections = async () => {
      const days = await room.teacher.rest("GET", `/teacher/days/${room.teacher.id}`);
      return (days as { sections: object[] }[]).map((day) => day.sections);
    };
    const at = (startBlockIndex: number, endBlockIndex: number) =>
      expect.objectContaining({ startBlockIndex, endBlockIndex });
    await visit(page, "/dashboard/zajecia/dostepnosc");
    const sheet = page.getByRole("dialog", { name: "Godziny jednego dnia" });
    const save = sheet.getByRole("button", { name: "Zapisz dzień" });
    await page.getByRole("button", { name: "Zmień godziny jednego dnia" }).click();
    await sheet.getByLabel("Dzień", { exact: true }).fill(inDays(20));
    await sheet.getByLabel("Od godziny").selectOption("1");
    await sheet.getByLabel("Do godziny").selectOption("2");
    await save.click();
    await sheet.waitFor({ state: "detached" });
    expect(await sections()).toEqual([[at(1, 2)]]);

    // The form begins with what the day has, by whatever way it is opened.
    await page.getByRole("button", { name: "Zmień godziny jednego dnia" }).click();
    await sheet.getByLabel("Dzień", { exact: true }).fill(inDays(20));
    await expect.poll(() => sheet.getByLabel("Od godziny").inputValue()).toBe("1");
    await sheet.getByRole("button", { name: "Dodaj przedział" }).click();
    await save.click();
    await sheet.waitFor({ state: "detached" });
    expect(await sections()).toEqual([[at(1, 2), at(8, 9)]]);
    await page
      .getByRole("group")
      .filter({ hasText: "Dodatkowo" })
      .getByRole("button", { name: "Zmień" })
      .click();
    await expect.poll(() => sheet.getByLabel("Od godziny").count()).toBe(2);
    await picture(page, `day-hours-${size}`);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  },
);

test.each(USUAL)(
  "on a %s: hours that cross or turn round are refused in words, right ones are kept",
  async (size) => {
    const page = pageOf(size);
    await openMenu(page);
    await page.getByRole("link", { name: "Edytuj godziny dostępności" }).click();
    await page.getByRole("heading", { level: 1, name: "Godziny dyspozycji korepetytora" }).waitFor();
    await page.getByText("Uczniowie zarezerwują lekcje tylko w tych godzinach.").waitFor();
    await page.getByLabel("Przypisane przedmioty").getByText("liceum, poziom podstawowy").waitFor();

    const [add, save] = ["Dodaj przedział godzinowy", "Zapisz"].map((name) =>
      page.getByRole("button", { name }),
    );
    const remove = page.getByRole("button", { name: "Usuń przedział" });
    const last = (label: string) => page.getByLabel(label, { exact: true }).last();
    const sections = await remove.count();
    await add?.click();
    expect(await last("Dzień tygodnia").inputValue()).toBe("pon");
    await expectFocus(last("Dzień tygodnia"));
    expect([await last("Od").inputValue(), await last("Do").inputValue()]).toEqual(["0", "1"]);
    await last("Do").selectOption("2");
    await save?.click();
    await page
      .getByText("Godziny z tego samego dnia nie mogą się pokrywać. np. (7-9 i 9-12) LUB (7-10 i 9-12)")
      .waitFor();
    await last("Od").selectOption("12");
    await save?.click();
    await page.getByText("Godzina rozpoczęcia nie może być późniejsza niż godzina końca").waitFor();
    await expectFocus(last("Od"));
    await page.getByRole("link", { name: "Wróć do listy" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Zostań" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await picture(page, `availability-refused-${size}`);
    expect(await axeFindings(page)).toEqual([]);

    await last("Do").selectOption("13");
    await save?.click();
    await page.getByText("Godziny dostępności zostały zaktualizowane").waitFor();
    await page.getByRole("link", { name: "Wróć do listy" }).click();
    await openMenu(page);
    await page.getByRole("link", { name: "Edytuj godziny dostępności" }).click();
    await expect.poll(() => remove.count()).toBe(sections + 1);
    const kept = (await room.teacher.rest("GET", `/teacher/freeTime/${room.teacher.id}`)) as object[];
    expect(kept).toContainEqual(
      expect.objectContaining({ day: "pon", startBlockIndex: 12, endBlockIndex: 13 }),
    );
    // Monday's second section is the last but those of the days after it.
    await page.getByLabel("Od", { exact: true }).nth(1).waitFor();
    await remove.nth(1).click();
    await expectFocus(remove.nth(1));
    await save?.click();
    await expect
      .poll(
        async () =>
          ((await room.teacher.rest("GET", `/teacher/freeTime/${room.teacher.id}`)) as object[]).length,
      )
      .toBe(sections);
    await page.getByRole("link", { name: "Wróć do listy" }).click();
  },
);

test.each(USUAL)("on a %s: a trial lesson appears in the open calendar without a reload", async (size) => {
  const page = pageOf(size);
  await page.getByText("Kalendarz", { exact: true }).click();
  const today = page.getByRole("button", { name: "Dzisiaj" });
  await today.waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  // At a weekend with nothing left it opens at the next week.
  if (await today.isEnabled()) await today.click();
  await expect.poll(() => today.isDisabled()).toBe(true);
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  const trial = page.getByText("Lekcja próbna", { exact: true });
  const seen = await trial.count();
  await room.admin("PUT", "/admin/add_trial_lesson", {
    teacherId: room.teacher.id,
    ...slotToWire({ date: inDays(0), block: size === "phone" ? 12 : 13 }),
    subject: "Matematyka",
    subjectLevel: "liceumP",
  });
  await expect.poll(() => trial.count()).toBe(seen + 1);
  await page.getByText(size === "phone" ? "20:00–20:30" : "21:05–21:35").waitFor();
  await picture(page, `teacher-trial-${size}`);
  await page.getByText("Lista", { exact: true }).click();
  await expect.poll(() => rowsOf(page, "Lekcje próbne").count()).toBe(seen + 1);
});

test.each(USUAL)("on a %s: earnings of a month and in all, and what was paid out", async (size) => {
  const page = pageOf(size);
  await openByMenu(page, "Płatności");
  const overall = page.getByRole("region", { name: "Statystyki ogólne" });
  await overall.getByText("120 zł").waitFor();
  await overall.getByText("50 zł", { exact: true }).waitFor();
  await overall.getByText("70 zł", { exact: true }).waitFor();

  const { month, year } = dateParts(given);
  await page.getByLabel("Miesiąc").selectOption(String(month === 1 ? 12 : month - 1));
  await page.getByLabel("Rok").selectOption(String(month === 1 ? year - 1 : year));
  await page.getByRole("button", { name: "Wygeneruj" }).click();
  await page.getByText("Brak danych do wyświetlenia.").waitFor();
  await page.getByLabel("Miesiąc").selectOption(String(month));
  await page.getByLabel("Rok").selectOption(String(year));
  await page.getByRole("button", { name: "Wygeneruj" }).click();
  const earned = page.getByRole("row").filter({ hasText: "Matematyka" });
  expect(await earned.textContent()).toMatch(/liceum, poziom podstawowy260\szł120\szł/);
  // The number leads to the lessons that it counts.
  const count = page.getByRole("link", { name: /^2, pokaż lekcje: Matematyka/ });
  await count.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Odbyte lekcje" }).waitFor();
  await expect.poll(() => rowsOf(page, "Zrealizowane lekcje").count()).toBe(2);
  await page.getByRole("link", { name: "Wróć do płatności" }).press("Enter");
  await page.goBack();
  await page.goBack();
  await earned.waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Pobierz CSV" }).click();
  expect((await download).suggestedFilename()).toBe(
    `rozliczenie-${year}-${String(month).padStart(2, "0")}.csv`,
  );
  await rowsOf(page, "Historia wypłat").first().waitFor();
  const [payout = ""] = await rowsOf(page, "Historia wypłat").allTextContents();
  expect(payout).toMatch(/50\szł/);
  expect(payout).toContain("wypłata");
});

test.each(USUAL)("on a %s: the students, and the wish for more of them", async (size) => {
  const page = pageOf(size);
  const { student, teacher } = room;
  await openByMenu(page, "Uczniowie");
  const listed = page.getByRole("link", { name: `${student.name} ${student.surname}` });
  await listed.press("Enter");
  await page.getByRole("link", { name: student.email }).waitFor();
  if (size === "phone") {
    // The student stands instead of the list, and the way back has the focus.
    await expectFocus(page.getByRole("link", { name: "Wróć do listy uczniów" }));
    await page.keyboard.press("Enter");
    await listed.press("Enter");
  }
  await rowsOf(page, "Najbliższe lekcje").filter({ hasText: "9:10–10:10" }).waitFor();
  await expect.poll(() => rowsOf(page, "Ostatnie lekcje").count()).toBe(2);
  await picture(page, `teacher-student-${size}`);

  await openByMenu(page, "Ustawienia");
  await page.getByText("Lekcje próbne z nowymi uczniami będą pojawiać się w Twoim grafiku.").waitFor();
  const wish = page.getByLabel("Chcę więcej uczniów");
  const wanted = await wish.isChecked();
  await wish.setChecked(!wanted);
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await page.getByText("Dane zostały poprawnie zmienione").waitFor();
  const saved = (await teacher.rest("GET", "/user/profile")) as { isWantMoreStudents: boolean };
  expect(saved.isWantMoreStudents).toBe(!wanted);
  await page.getByText("Lekcje w Twoim kalendarzu").waitFor();
});

test.each(USUAL)("on a %s: an absence without its days is asked for them at the fields", async (size) => {
  const page = pageOf(size);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await visit(page, "/dashboard/zajecia/dni-wolne");
  const form = page.getByRole("form", { name: "Zgłoś nieobecność" });
  const [from, to] = ["Od", "Do"].map((label) => form.getByLabel(label, { exact: true }));
  const missing = form.getByText("Niepoprawny dzień", { exact: true });
  await from?.fill("");
  await to?.fill(inDays(30));
  await form.getByRole("button", { name: "Dodaj" }).click();
  await expect.poll(() => missing.count()).toBe(1);
  await to?.fill("");
  await form.getByRole("button", { name: "Dodaj" }).click();
  await expect.poll(() => missing.count()).toBe(2);
  await from?.fill(inDays(30));
  await to?.fill(inDays(30));
  await form.getByRole("button", { name: "Dodaj" }).click();
  await page.getByText("Dodano", { exact: true }).waitFor();
  expect(errors).toEqual([]);
});

test.each(USUAL)("on a %s: an address of another role is not found", async (size) => {
  const page = pageOf(size);
  for (const address of ["zajecia/rezerwacja", `uczniowie/${room.student.id}/info`]) {
    await page.goto(`/dashboard/${address}`);
    await page.getByRole("heading", { level: 1, name: "Nie znaleźliśmy strony" }).waitFor();
  }
  await visit(page, `/dashboard/uczniowie/${room.student.id}`);
  await page.getByRole("link", { name: "Napisz wiadomość" }).waitFor();
});

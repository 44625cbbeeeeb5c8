import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  openBrowser,
  picture,
  rowsOf,
  signIn,
  sizesOf,
  tabTo,
} from "./harness/browser";
import { makeClassroom } from "./harness/classroom";
import { mailTo } from "./harness/outside";
import { doorsOf } from "./harness/rest";

/** A visitor asks for a trial lesson, without an account; the administrators hear of it at once. */
const ERRORS = ["Zaznacz przedmiot", "Zaznacz poziom edukacji", "Podaj adres e-mail", "Podaj numer telefonu"];

let office: Page;

/** Nobody else teaches this. */
const RARE = { name: "Polski", level: "liceumR" } as const;

beforeAll(async () => {
  ({ page: office } = await openBrowser({ size: "desk" }));
  await signIn(office, "admin@demo.pl", { at: "/dashboard/zajecia/probne" });
  await rowsOf(office, "Lekcje próbne").first().waitFor();
});
afterAll(closeBrowser);

test.each(sizesOf("phone"))("on a %s: the form, its complaints, thanks and questions", async (size) => {
  const email = `gosc.${randomUUID().slice(0, 8)}@example.com`;
  const { page, context } = await openBrowser({ size, scheme: size === "phone" ? "dark" : "light" });
  await page.goto("/auth");
  await page.getByRole("link", { name: "Zapisz się na lekcję próbną" }).click();
  await page.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }).waitFor();

  await page.getByRole("button", { name: "Wyślij zgłoszenie" }).click();
  for (const error of ERRORS) await page.getByText(error, { exact: true }).waitFor();
  expect(await page.getByLabel("Przedmiot").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel("Przedmiot").selectOption("Fizyka");
  await page.getByLabel("Poziom edukacji").selectOption("liceumR");
  await page.getByLabel("E-mail").fill(`${"l".repeat(65)}@example.com`);
  await page.getByLabel("Numer telefonu").fill("60010020");
  await page.getByRole("button", { name: "Wyślij zgłoszenie" }).click();
  expect(await page.getByText(ERRORS[0] ?? "", { exact: true }).count()).toBe(0);
  for (const error of ERRORS.slice(2)) await page.getByText(error, { exact: true }).waitFor();

  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Numer telefonu").fill("600 100 200");
  await page.getByLabel("Temat lekcji").fill("Optyka <i>geometryczna</i>");
  if (size === "phone") await page.getByLabel("Jestem rodzicem").check();

  // Back drops nothing that was typed.
  await page.goBack();
  await page.getByRole("link", { name: "Zapisz się na lekcję próbną" }).click();
  expect(await page.getByLabel("Przedmiot").inputValue()).toBe("Fizyka");
  expect(await page.getByLabel("Poziom edukacji").inputValue()).toBe("liceumR");
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  expect(await page.getByLabel("Numer telefonu").inputValue()).toBe("600 100 200");
  expect(await page.getByLabel("Temat lekcji").inputValue()).toBe("Optyka <i>geometryczna</i>");
  expect(await page.getByLabel("Jestem rodzicem").isChecked()).toBe(size === "phone");
  await picture(page, `trial-after-back-${size}`);

  await page.getByRole("button", { name: "Wyślij zgłoszenie" }).click();
  await page.getByRole("heading", { level: 1, name: "Dziękujemy za zgłoszenie!" }).waitFor();
  await page.getByText("Poprawnie wysłano formularz").waitFor();
  await page.getByText(/^Zadzwonimy, aby ustalić termin lekcji próbnej/).waitFor();
  await picture(page, `trial-thanks-${size}`);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByText("Niczego nie trzeba instalować").waitFor();
  await page.getByRole("button", { name: "Co dalej?" }).click();
  await page.getByText("Niczego nie trzeba instalować").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Kim jesteśmy?" }).click();
  await page.getByText("siedem dni w tygodniu").waitFor();
  await page.getByRole("button", { name: "Ile kosztują lekcje?" }).click();
  expect(await page.getByRole("link", { name: "Zobacz cennik" }).getAttribute("href")).toMatch(/\/cennik$/);
  await page.getByRole("button", { name: "Wyślij kolejne zgłoszenie" }).click();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }));
  await context.close();

  await rowsOf(office, "Lekcje próbne").filter({ hasText: email }).getByText("Nowa").waitFor();
  expect((await mailTo(email)).text).toContain("Zadzwonimy, aby ustalić termin");
  const told = await mailTo("admin@demo.pl", ({ text }) => text.includes(email));
  expect(told.html).toContain("Optyka &lt;i&gt;geometryczna&lt;/i&gt;");
});

test("an administrator offers the free half hours of teachers who want more students", async () => {
  const { admin, teacher } = await makeClassroom();
  await admin("PUT", `/admin/teacher_subject/${teacher.id}`, [RARE]);
  await teacher.rest("PUT", "/user/update", { isWantMoreStudents: true });
  const { mutate } = await doorsOf("admin@demo.pl", DEMO_PASSWORD);
  await mutate("centre.saveSettings", { offersTrialSlots: true });
});

test.each(sizesOf("desk"))(
  "on a %s, by keyboard alone: a free half hour is chosen and sent",
  async (size) => {
    const email = `gosc.${randomUUID().slice(0, 8)}@example.com`;
    const { page, context } = await openBrowser({ size, scheme: size === "phone" ? "light" : "dark" });
    await page.goto(`/lekcja_probna?przedmiot=${RARE.name}&poziom=${RARE.level}`);
    expect(await page.getByLabel("Przedmiot").inputValue()).toBe(RARE.name);
    expect(await page.getByLabel("Poziom edukacji").inputValue()).toBe(RARE.level);
    await page.getByLabel("Dzień").waitFor();
    await page.goto("/lekcja_probna");
    const { keyboard } = page;
    for (const [label, value] of [
      ["Przedmiot", RARE.name],
      ["Poziom edukacji", RARE.level],
    ] as const) {
      const field = page.getByLabel(label);
      await tabTo(field);
      for (let choices = 0; choices < 3; choices += 1) await keyboard.press("ArrowDown");
      expect(await field.inputValue()).toBe(value);
    }
    const day = page.getByLabel("Dzień");
    await day.waitFor();
    await tabTo(day);
    await keyboard.press("ArrowDown");
    const hour = page.getByLabel("Godzina");
    await hour.waitFor();
    await tabTo(hour);
    await keyboard.press("ArrowDown");
    // After another day and back, the first half hour is chosen, and what is shown is what is sent.
    await day.focus();
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowUp");
    const chosen = (await hour.locator(":checked").textContent()) ?? "";
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page.getByLabel("E-mail"));
    await keyboard.type(email);
    await tabTo(page.getByLabel("Numer telefonu"));
    await keyboard.type("600100200");
    await tabTo(page.getByRole("button", { name: "Wyślij zgłoszenie" }));
    const inView = page.getByText("Wybrany termin:").filter({ hasText: chosen });
    expect(await inView.evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    await keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Dziękujemy za zgłoszenie!" }).waitFor();
    await page.getByText("Wybrany termin:").filter({ hasText: chosen }).waitFor();
    await page.getByText(/^Potwierdzimy wybrany termin lekcji próbnej/).waitFor();
    expect((await mailTo(email)).text).toContain("Potwierdzimy wybrany termin");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Dodaj do kalendarza" }).click();
    expect((await downloading).suggestedFilename()).toBe("lekcja-probna.ics");
    await context.close();

    // The administrator finds the half hour that was asked for.
    await rowsOf(office, "Lekcje próbne").filter({ hasText: email }).getByRole("button").last().click();
    const sheet = office.getByRole("dialog", { name: "Lekcja próbna" });
    await sheet.getByText("Wybrany termin").waitFor();
    await sheet.getByText(chosen).first().waitFor();
    await office.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  },
);

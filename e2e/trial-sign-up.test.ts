import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  expectFocus,
  openBrowser,
  picture,
  rowsOf,
  type Size,
  signIn,
} from "./harness/browser";
import { mailTo } from "./harness/outside";

/** A visitor asks for a trial lesson, without an account; the administrators hear of it at once. */
const ERRORS = ["Zaznacz przedmiot", "Zaznacz poziom edukacji", "Podaj adres e-mail", "Podaj numer telefonu"];

let office: Page;

beforeAll(async () => {
  ({ page: office } = await openBrowser({ size: "desk" }));
  await signIn(office, "admin@demo.pl");
  await office.goto("/dashboard/zajecia/probne");
  await rowsOf(office, "Lekcje próbne").first().waitFor();
});
afterAll(closeBrowser);

test.each<Size>(["phone", "desk"])(
  "on a %s: the form, its complaints, thanks and questions",
  async (size) => {
    const email = `gosc.${randomUUID().slice(0, 8)}@example.com`;
    const { page, context } = await openBrowser({ size, scheme: size === "phone" ? "dark" : "light" });
    await page.goto("/auth");
    await page.getByRole("link", { name: "Zapisz się na lekcję próbną" }).click();
    await page.getByRole("heading", { level: 1, name: "Zapisz się na lekcję próbną" }).waitFor();

    await page.getByRole("button", { name: "Wyślij zgłoszenie" }).click();
    for (const error of ERRORS) await page.getByText(error, { exact: true }).waitFor();
    expect(await page.getByLabel("Przedmiot").evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
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
  },
);

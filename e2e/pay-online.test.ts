import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, picture, type Size, signInOnBoth } from "./harness/browser";
import { type Classroom, makeClassroom } from "./harness/classroom";
import { mailTo } from "./harness/outside";

/** A student pays for lessons online: choose, pay at the provider, come back, find the confirmation. */
const SIZES: Size[] = ["phone", "desk"];

let room: Classroom;
let pages: Record<Size, Page>;

beforeAll(async () => {
  room = await makeClassroom();
  pages = await signInOnBoth(room.student.email, "light");
});
afterAll(closeBrowser);

test.each(SIZES)("a student tops up lessons and gets the confirmation: %s", async (size) => {
  const page = pages[size];
  await page.goto("/dashboard/platnosci?doladuj=1");
  const form = page.getByRole("dialog", { name: "Doładuj lekcje" });
  await form.getByLabel("Poziom").selectOption("liceumP");
  await form.getByLabel("Liczba lekcji").selectOption("4");
  await picture(page, `top-up-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole("button", { name: /^Zapłać 360\szł$/ }).click();

  await page.getByRole("heading", { name: /^Do zapłaty: 360,00/ }).waitFor();
  await page.getByRole("button", { name: /^Zapłać 360,00/ }).click();

  const order = page.getByRole("dialog", { name: "Zamówienie" });
  await order.getByText("Opłacone", { exact: true }).waitFor();
  await order.getByText("Wpłata dotarła, lekcje są już dostępne.").waitFor();
  await picture(page, `paid-order-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    order.getByRole("button", { name: "Pobierz potwierdzenie" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^potwierdzenie-PW-\d{4}-\d+\.pdf$/);
});

test("the confirmation arrives by e-mail, and a refused payment books nothing", async () => {
  await mailTo(room.student.email, ({ subject }) => subject.startsWith("Potwierdzenie wpłaty PW/"));
  const page = pages.desk;
  await page.goto("/dashboard/platnosci?doladuj=1");
  await page.getByRole("button", { name: /^Zapłać/ }).click();
  await page.getByRole("button", { name: "Odrzuć płatność" }).click();
  const order = page.getByRole("dialog", { name: "Zamówienie" });
  await order.getByText("Czeka na płatność", { exact: true }).waitFor();
  await order.getByRole("link", { name: /^Zapłać/ }).waitFor();
});

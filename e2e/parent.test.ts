import { afterAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  openBrowser,
  openByMenu,
  picture,
  rowsOf,
  type Size,
  signIn,
} from "./harness/browser";
import { restAs } from "./harness/rest";

/** A parent has an area of lessons, and placeholders where payments and students will be. */
afterAll(closeBrowser);

test.each<Size>(["phone", "desk"])(
  "on a %s: one entry in the menu, three placeholders, help, and the way out",
  async (size) => {
    const { page, context } = await openBrowser({ size });
    await signIn(page, "rodzic@demo.pl");
    await page.getByText("Tutaj pojawią się zajęcia Twojego dziecka").waitFor();
    for (const [address, text] of [
      ["/dashboard/platnosci", "Tutaj pojawią się Twoje płatności"],
      ["/dashboard/uczniowie", "Tutaj pojawią się konta Twoich dzieci"],
    ] as const) {
      await page.goto(address);
      await page.getByText(text).waitFor();
    }
    await page.goto("/dashboard/ustawienia");
    await page.getByRole("heading", { name: "Nie znaleźliśmy strony" }).waitFor();
    if (size === "phone") await page.getByRole("button", { name: /^Otwórz menu/ }).click();
    expect(await page.getByRole("navigation", { name: "Menu" }).getByRole("link").allTextContents()).toEqual([
      "Zajęcia",
    ]);
    await page.getByText("Rodzic", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Pomoc" }).click();
    await page
      .getByRole("dialog", { name: "Pomoc" })
      .getByRole("link", { name: /Telefon/ })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expectFocus(page.getByRole("button", { name: "Pomoc" }));
    await page.getByRole("button", { name: "Wyloguj się" }).click();
    await page.waitForURL("**/auth");
    await context.close();
  },
);

test("a mother books for two children, cancels for one, and sees what it costs", async () => {
  const admin = await restAs("admin@demo.pl", DEMO_PASSWORD);
  const mother = await restAs("mama@demo.pl", DEMO_PASSWORD);
  const lessonsOf = async (studentId: string) =>
    ((await mother("GET", `/parent/lessons/${studentId}`)) as unknown[]).length;
  const childrenNow = async () =>
    (await mother("GET", "/parent/children")) as { _id: string; name: string }[];
  const children = await childrenNow();
  expect(children.map(({ name }) => name)).toEqual(["Jakub", "Zosia"]);
  const { page, context } = await openBrowser({ size: "phone" });
  await signIn(page, "mama@demo.pl");
  for (const { name, _id: studentId } of children) {
    const before = await lessonsOf(studentId);
    await page.goto("/dashboard/zajecia");
    await page.getByLabel("Uczeń", { exact: true }).selectOption({ label: `${name} Nowak` });
    // From here on at most four taps.
    await page.getByRole("link", { name: "Dodaj lekcję" }).first().tap();
    await page
      .getByRole("radio", { name: /[1-9]\d* woln/ })
      .nth(3)
      .check();
    await page
      .getByRole("radio", { name: /^\d+:\d\d–/ })
      .first()
      .check();
    await picture(page, `parent-booking-${name}`);
    await page.getByRole("button", { name: "Zarezerwuj" }).tap();
    await page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
    expect(await lessonsOf(studentId)).toBe(before + 1);
  }
  await picture(page, "parent-lessons");
  expect(await axeFindings(page)).toEqual([]);

  // A confirmed lesson of the child without a login.
  await page.getByLabel("Uczeń", { exact: true }).selectOption({ label: "Zosia Nowak" });
  const planned = rowsOf(page, "Zaplanowane lekcje");
  await planned
    .filter({ hasText: /Potwierdzona/ })
    .first()
    .getByRole("button", { name: /^Więcej/ })
    .tap();
  await page
    .getByRole("button", { name: /^Odwołaj/ })
    .first()
    .tap();
  await page
    .getByRole("form", { name: /^Odwołać/ })
    .getByRole("button", { name: /^Odwołaj/ })
    .tap();
  await page.getByText("Odwołana").first().waitFor();
  await picture(page, "parent-cancelled");
  await page
    .getByRole("dialog", { name: "Szczegóły lekcji" })
    .getByRole("button", { name: "Zamknij" })
    .click();

  await openByMenu(page, "Płatności");
  await page.getByText("Historia wpłat").waitFor();
  await page.getByText("Dostępne lekcje").waitFor();
  await picture(page, "parent-payments");
  expect(await axeFindings(page)).toEqual([]);
  for (const entry of ["Chat", "Ustawienia"]) {
    await openByMenu(page, entry);
    await page.getByRole("heading", { name: entry, level: 1 }).waitFor();
  }

  // The end of a guardianship takes the data off the open screen.
  await openByMenu(page, "Zajęcia");
  const zosia = children[1]?._id ?? "";
  const jakub = children[0]?._id ?? "";
  const [guardianship] = (await admin("GET", `/admin/guardianships/${jakub}`)) as { _id: string }[];
  await admin("DELETE", `/admin/guardianship/${guardianship?._id}`);
  await expect.poll(() => page.getByLabel("Uczeń", { exact: true }).count(), { timeout: 2_000 }).toBe(0);
  expect(await childrenNow()).toMatchObject([{ _id: zosia }]);
  await context.close();
});

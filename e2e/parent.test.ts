import { afterAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, expectFocus, openBrowser, type Size, signIn } from "./harness/browser";

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

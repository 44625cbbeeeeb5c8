import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brandShades } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, openBrowser, signIn, tabTo, visit } from "./harness/browser";
import { answer, savedFile } from "./harness/centre";
import { type Product, startProduct } from "./harness/product";

/** The first administrator of a centre without any data, and its first visitor. */
const ADMIN = { email: "szefowa@example.com", password: "Pierwsze1Centrum" };
const ROOT = fileURLToPath(new URL("..", import.meta.url));

let product: Product;
let desk: Page;
let phone: Page;

beforeAll(async () => {
  product = await startProduct({ DEMO: "0" });
  await promisify(execFile)(
    process.execPath,
    [
      "apps/launcher/dist/main.js",
      "with-database",
      process.execPath,
      "apps/api/dist/cli/create-user.js",
      "--role",
      "Admin",
      "--email",
      ADMIN.email,
      "--name",
      "Maria",
      "--surname",
      "Szefowa",
    ],
    { cwd: ROOT, env: { ...process.env, ...product.env, USER_PASSWORD: ADMIN.password } },
  );
  const { url: baseURL } = product;
  ({ page: desk } = await openBrowser({ size: "desk", scheme: "light", baseURL }));
  ({ page: phone } = await openBrowser({ size: "phone", scheme: "dark", baseURL }));
  await signIn(desk, ADMIN.email, { password: ADMIN.password });
  await signIn(phone, ADMIN.email, { password: ADMIN.password });
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const STUDENTS = (broken: boolean) =>
  [
    "Imię;Nazwisko;E-mail",
    "Zofia;Nowak;zofia@example.com",
    `Jan;Nowak;${broken ? "bez-adresu" : "jan@example.com"}`,
  ].join("\n");
const csv = (text: string) => ({ name: "uczniowie.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("an empty centre leads its first administrator, on a desk and on a phone", async () => {
  for (const page of [desk, phone]) {
    const steps = page.getByRole("list", { name: "Pierwsze kroki" }).getByRole("listitem");
    await expect.poll(() => steps.count()).toBe(8);
    expect(await axeFindings(page)).toEqual([]);
  }
  await desk.getByRole("link", { name: "Uzupełnij dane" }).click();
  const form = desk.getByRole("form", { name: "Centrum", exact: true });
  await form.getByLabel("Nazwa centrum").fill("Szkoła Żak");
  await form.getByRole("button", { name: "Zapisz" }).click();
  await desk.getByText("Zapisano", { exact: true }).first().waitFor();
  const colour = desk.getByRole("form", { name: "Kolor marki" });
  await colour.getByRole("textbox", { name: "Kolor marki" }).fill("#facc15");
  await colour.getByRole("button", { name: "Zapisz" }).click();
  await colour.getByText(/Kolor jest za jasny/).waitFor();
  await colour.getByRole("button", { name: /^Użyj #/ }).click();
  await colour.getByRole("textbox", { name: "Kolor marki" }).fill("#9d174d");
  await colour.getByRole("button", { name: "Zapisz" }).click();
  await expect
    .poll(async () => (await (await fetch(`${product.url}/auth`)).text()).includes("#9d174d"))
    .toBe(true);

  // The phone hears of the step that was done, and its page has the centre's name and colour.
  await phone.getByRole("list", { name: "Pierwsze kroki" }).getByRole("img", { name: "zrobione" }).waitFor();
  await phone.goto("/dashboard/uczniowie/import");
  await expect.poll(() => phone.title()).toContain("Szkoła Żak");
  const button = phone.getByRole("button", { name: "Wybierz plik" });
  await button.waitFor();
  const shade = await button.evaluate((element) =>
    getComputedStyle(element).getPropertyValue("--mantine-color-brand-7").trim(),
  );
  // On a dark page a shade lighter, as far as white text on it allows.
  expect(shade).toBe(brandShades("#9d174d").dark[7]);
});

test("a file is looked at, imported as a whole, and undone", async () => {
  await visit(desk, "/dashboard/uczniowie/import");
  const sample = await savedFile(desk, desk.getByRole("button", { name: "Pobierz przykładowy plik" }));
  expect(sample.text).toContain("Imię;Nazwisko;E-mail");

  for (const page of [desk, phone]) {
    await page.locator('input[type="file"]').setInputFiles(csv(STUDENTS(true)));
    await page.getByText("E-mail: Niepoprawny adres e-mail").waitFor();
    await page.getByText(/Popraw 1 wiersz z błędem/).waitFor();
    expect(await page.getByRole("button", { name: /^Importuj/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  }
  await desk.locator('input[type="file"]').setInputFiles(csv(STUDENTS(false)));
  await desk.getByRole("button", { name: "Importuj: 2 uczniów" }).click();
  const past = desk.getByRole("list", { name: "Wykonane importy" });
  await past.getByText("uczniowie.csv").waitFor();
  await desk.locator('input[type="file"]').setInputFiles(csv(STUDENTS(false)));
  expect(await desk.getByRole("button", { name: "W pliku nie ma niczego nowego" }).isDisabled()).toBe(true);

  await past.getByRole("button", { name: "Cofnij import: uczniowie.csv" }).click();
  await answer(desk, "Cofnąć import?", "Cofnij import");
  await past.getByText(/Cofnięty/).waitFor();
  await visit(desk, "/dashboard/uczniowie");
  await desk.getByText("Brak", { exact: true }).waitFor();
});

test("by keyboard alone: students and payments are imported, on a desk and on a phone", async () => {
  for (const [page, person] of [
    [desk, "Ewa;Lis;ewa.lis@example.com"],
    [phone, "Ula;Bąk;ula.bak@example.com"],
  ] as const) {
    const past = page.getByRole("list", { name: "Wykonane importy" });
    let file = { ...csv(""), name: "" };
    page.on("filechooser", (chooser) => void chooser.setFiles(file));
    const choose = async (name: string, text: string) => {
      file = { ...csv(text), name };
      await tabTo(page.getByRole("button", { name: /^Wybierz (inny )?plik$/ }));
      await page.keyboard.press("Enter");
    };
    await visit(page, "/dashboard/uczniowie/import");
    const students = `${person.split(";")[0]}.csv`.toLowerCase();
    await choose(students, `Imię;Nazwisko;E-mail\n${person}`);
    await page.getByRole("button", { name: "Importuj: 1 ucznia", exact: true }).press("Enter");
    await past.getByText(students).waitFor();

    await tabTo(page.getByRole("radio", { name: "Uczniowie" }));
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/co=wplaty/);
    const sample = await savedFile(page, page.getByRole("button", { name: "Pobierz przykładowy plik" }));
    const [head = "", row = ""] = sample.text.trim().split(/\r?\n/);
    const payment = row.replace(/[^;]*@[^;]*/, person.split(";")[2] ?? "");
    await choose(`wplaty-${students}`, `${head}\n${payment}`);
    await page.getByRole("button", { name: "Importuj: 1 wpłatę", exact: true }).press("Enter");
    await past.getByText(`wplaty-${students}`).waitFor();
    await past.getByRole("button", { name: `Cofnij import: wplaty-${students}` }).press("Enter");
    const question = page.getByRole("dialog", { name: "Cofnąć import?" });
    await question.getByRole("button", { name: "Cofnij import", exact: true }).press("Enter");
    await past
      .getByText(/Cofnięty/)
      .first()
      .waitFor();
  }
});

test("visitors see steps and prices of the centre, in its name and colour", async () => {
  const { page } = await openBrowser({ size: "phone", scheme: "light", baseURL: product.url });
  await page.goto("/lekcja_probna");
  await page.getByRole("region", { name: "Jak to działa" }).waitFor();
  await page.getByRole("region", { name: "Cennik" }).getByText("liceum, poziom podstawowy").waitFor();
  expect(await page.getByRole("region", { name: "Nasi korepetytorzy" }).count()).toBe(0);
  expect(await page.title()).toContain("Szkoła Żak");
  expect(await axeFindings(page)).toEqual([]);
});

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
  ({ page: desk } = await openBrowser({ size: "desk", scheme: "light", baseURL: product.url }));
  await signIn(desk, ADMIN.email, { password: ADMIN.password });
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

const steps = (page: Page) => page.getByRole("list", { name: "Pierwsze kroki" });

test("an empty centre leads its first administrator, who gives it a name and a colour", async () => {
  await expect.poll(() => steps(desk).getByRole("listitem").count()).toBe(8);
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
});

test("a file is looked at, imported as a whole, which an open phone hears of, and undone", async () => {
  const { page: phone } = await openBrowser({ size: "phone", scheme: "dark", baseURL: product.url });
  await signIn(phone, ADMIN.email, { password: ADMIN.password });
  await expect.poll(() => steps(phone).getByRole("listitem").count()).toBe(8);
  expect(await phone.title()).toContain("Szkoła Żak");
  expect(await axeFindings(phone)).toEqual([]);
  const done = steps(phone).getByRole("img", { name: "zrobione" });
  expect(await done.count()).toBe(1);

  await visit(desk, "/dashboard/uczniowie/import");
  const sample = await savedFile(desk, desk.getByRole("button", { name: "Pobierz przykładowy plik" }));
  expect(sample.text).toContain("Imię;Nazwisko;E-mail");

  await desk.locator('input[type="file"]').setInputFiles(csv(STUDENTS(true)));
  await desk.getByText("E-mail: Niepoprawny adres e-mail").waitFor();
  await desk.getByText(/Popraw 1 wiersz z błędem/).waitFor();
  expect(await desk.getByRole("button", { name: /^Importuj/ }).count()).toBe(0);
  expect(await axeFindings(desk)).toEqual([]);
  await desk.locator('input[type="file"]').setInputFiles(csv(STUDENTS(false)));
  await desk.getByRole("button", { name: "Importuj: 2 uczniów" }).click();
  const past = desk.getByRole("list", { name: "Wykonane importy" });
  await past.getByText("uczniowie.csv").waitFor();
  await expect.poll(() => done.count()).toBe(2);
  await desk.locator('input[type="file"]').setInputFiles(csv(STUDENTS(false)));
  expect(await desk.getByRole("button", { name: "W pliku nie ma niczego nowego" }).isDisabled()).toBe(true);

  await past.getByRole("button", { name: "Cofnij import: uczniowie.csv" }).click();
  await answer(desk, "Cofnąć import?", "Cofnij import");
  await past.getByText(/Cofnięty/).waitFor();
  await visit(desk, "/dashboard/uczniowie");
  await desk.getByText("Brak", { exact: true }).waitFor();
});

test("by keyboard alone: students and payments are imported", async () => {
  const { keyboard } = desk;
  const past = desk.getByRole("list", { name: "Wykonane importy" });
  let file = { ...csv(""), name: "" };
  desk.on("filechooser", (chooser) => void chooser.setFiles(file));
  const choose = async (name: string, text: string) => {
    file = { ...csv(text), name };
    await tabTo(desk.getByRole("button", { name: /^Wybierz (inny )?plik$/ }));
    await keyboard.press("Enter");
  };
  await visit(desk, "/dashboard/uczniowie/import");
  await choose("ewa.csv", "Imię;Nazwisko;E-mail\nEwa;Lis;ewa.lis@example.com");
  await desk.getByRole("button", { name: "Importuj: 1 ucznia", exact: true }).press("Enter");
  await past.getByText("ewa.csv").waitFor();

  await tabTo(desk.getByRole("radio", { name: "Uczniowie" }));
  await keyboard.press("ArrowRight");
  await desk.waitForURL(/co=wplaty/);
  const sample = await savedFile(desk, desk.getByRole("button", { name: "Pobierz przykładowy plik" }));
  const [head = "", row = ""] = sample.text.trim().split(/\r?\n/);
  await choose("wplaty.csv", `${head}\n${row.replace(/[^;]*@[^;]*/, "ewa.lis@example.com")}`);
  await desk.getByRole("button", { name: "Importuj: 1 wpłatę", exact: true }).press("Enter");
  await past.getByText("wplaty.csv").waitFor();
  await past.getByRole("button", { name: "Cofnij import: wplaty.csv" }).press("Enter");
  const question = desk.getByRole("dialog", { name: "Cofnąć import?" });
  await question.getByRole("button", { name: "Cofnij import", exact: true }).press("Enter");
  await past
    .getByRole("listitem")
    .filter({ hasText: "wplaty.csv" })
    .getByText(/Cofnięty/)
    .waitFor();
});

test("visitors see steps and prices of the centre, in its name and colour", async () => {
  const { page } = await openBrowser({ size: "phone", scheme: "dark", baseURL: product.url });
  await page.goto("/lekcja_probna");
  await page.getByRole("region", { name: "Jak to działa" }).waitFor();
  await page.getByRole("region", { name: "Cennik" }).getByText("liceum, poziom podstawowy").waitFor();
  expect(await page.getByRole("region", { name: "Nasi korepetytorzy" }).count()).toBe(0);
  expect(await page.title()).toContain("Szkoła Żak");
  // On a dark page a shade lighter, as far as white text on it allows.
  const button = page.getByRole("button", { name: "Wyślij zgłoszenie" });
  const shade = await button.evaluate((element) =>
    getComputedStyle(element).getPropertyValue("--mantine-color-brand-7").trim(),
  );
  expect(shade).toBe(brandShades("#9d174d").dark[7]);
  expect(await axeFindings(page)).toEqual([]);
});

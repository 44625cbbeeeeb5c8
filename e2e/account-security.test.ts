import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  openBrowser,
  openByMenu,
  openMenu,
  type Size,
  signIn,
} from "./harness/browser";
import { answer, savedFile } from "./harness/centre";
import { makeClassroom, type Person } from "./harness/classroom";
import { addAuthenticator, totpCode } from "./harness/factors";
import { mailTo } from "./harness/outside";
import { startProduct } from "./harness/product";

/** Who can get in to an account, and what its owner does about it: each flow on a phone and at a desk. */
const OWNER: Record<Size, "student" | "teacher"> = { phone: "student", desk: "teacher" };
const SIZES: readonly Size[] = ["phone", "desk"];
const NEW_PASSWORD = "Zupelnienowe1";

afterAll(closeBrowser);

test.each(SIZES)("an authenticator app, recovery codes and a passkey sign in (%s)", async (size) => {
  const owner = (await makeClassroom())[OWNER[size]];
  const { email } = owner;
  const { page, context } = await openBrowser({ size, scheme: size === "desk" ? "dark" : "light" });
  await addAuthenticator(page, context);
  await signIn(page, email);
  await openSecurity(page);

  await page.getByRole("button", { name: "Włącz aplikację uwierzytelniającą" }).click();
  const setup = page.getByRole("dialog", { name: "Włącz aplikację uwierzytelniającą" });
  await setup.getByLabel("Obecne hasło").fill("Niepoprawne1");
  await setup.getByRole("button", { name: "Dalej" }).click();
  await setup.getByText("Nieprawidłowe hasło").waitFor();
  await expectFocus(setup.getByLabel("Obecne hasło"));
  const { secret, recoveryCodes } = await setUpTotp(page, setup);
  await page.getByText("Włączona", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Dodaj klucz dostępu" }).click();
  const adding = page.getByRole("dialog", { name: "Dodaj klucz dostępu" });
  await adding.getByLabel("Nazwa klucza").fill("Telefon");
  await adding.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await adding.getByRole("button", { name: "Dodaj klucz dostępu" }).click();
  await page.getByRole("button", { name: "Usuń klucz „Telefon”" }).waitFor();
  if (size === "desk") expect(await axeFindings(page)).toEqual([]);

  await logOut(page);
  await fillSignIn(page, email);
  const code = page.getByLabel("Kod z aplikacji lub kod zapasowy");
  await expectFocus(code);
  if (size === "phone") expect(await axeFindings(page)).toEqual([]);
  await code.fill("000000");
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await page.getByText("Nieprawidłowy kod").waitFor();
  await page.getByRole("button", { name: "Wróć do hasła" }).click();
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  // The code that confirmed the app is used up: this is the next one.
  await code.fill(totpCode(secret, 1));
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await page.waitForURL("**/dashboard**");

  await logOut(page);
  await fillSignIn(page, email);
  await code.fill(recoveryCodes[0]);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await page.waitForURL("**/dashboard**");

  await logOut(page);
  await page.getByRole("button", { name: "Użyj klucza dostępu" }).click();
  await page.waitForURL("**/dashboard**");
  await openSecurity(page);
  await page.getByText("Zostało 9 kodów zapasowych").waitFor();
  await page.getByText("Logowanie kodem zapasowym").waitFor();

  await page.getByRole("button", { name: "Usuń klucz „Telefon”" }).click();
  const removing = page.getByRole("dialog", { name: "Usunąć klucz dostępu?" });
  await removing.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await removing.getByRole("button", { name: "Usuń" }).click();
  await page.getByRole("button", { name: "Usuń klucz „Telefon”" }).waitFor({ state: "detached" });
  if (size === "desk") return resetByAdmin(owner);
  await page.getByRole("button", { name: "Wyłącz" }).click();
  const turningOff = page.getByRole("dialog", { name: "Wyłączyć aplikację uwierzytelniającą?" });
  await turningOff.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await turningOff.getByLabel("Kod z aplikacji lub kod zapasowy").fill(recoveryCodes[1]);
  await turningOff.getByRole("button", { name: "Wyłącz" }).click();
  await page.getByRole("button", { name: "Włącz aplikację uwierzytelniającą" }).waitFor();
  await context.close();
});

test.each(SIZES)("a stranger's session is ended, and what it did is undone (%s)", async (size) => {
  const { email } = (await makeClassroom())[OWNER[size]];
  const { page, context } = await openBrowser({ size, scheme: size === "desk" ? "dark" : "light" });
  await signIn(page, email);
  await openSecurity(page);
  const { page: stranger, context: elsewhere } = await openBrowser();
  await signIn(stranger, email);
  // One session is ended by itself, and others are left.
  const { page: another, context: third } = await openBrowser();
  await signIn(another, email, { at: null });

  await page.reload();
  const ends = page.getByRole("button", { name: "Wyloguj", exact: true });
  await ends.first().waitFor();
  const others = await ends.count();
  await ends.first().click();
  await expect.poll(() => ends.count()).toBe(others - 1);
  await page.getByRole("button", { name: "Wyloguj wszystkie inne" }).click();
  await page.getByRole("button", { name: "Wyloguj wszystkie inne" }).waitFor({ state: "detached" });
  await stranger.waitForURL("**/auth");

  await signIn(stranger, email);
  const passwords = page.getByRole("form", { name: "Hasło" });
  await passwords.getByLabel("Obecne hasło").fill("Niepoprawne1");
  await passwords.getByLabel("Nowe hasło").fill(NEW_PASSWORD);
  await passwords.getByRole("button", { name: "Zmień hasło" }).click();
  await passwords.getByText("Nieprawidłowe hasło").waitFor();
  await expectFocus(passwords.getByLabel("Obecne hasło"));
  await passwords.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await passwords.getByRole("button", { name: "Zmień hasło" }).click();
  await page.getByText("Hasło zostało zmienione").waitFor();
  await stranger.waitForURL("**/auth");

  if (size === "phone") await undoInSettings(page);
  else await undoByMail(page, email);
  await Promise.all([context.close(), elsewhere.close(), third.close()]);
});

test("an administrator without a required second factor is led to set one up", async () => {
  const product = await startProduct({ ADMIN_SECOND_FACTOR: "required" });
  try {
    const email = "admin@demo.pl";
    const { page: phone } = await openBrowser({ size: "phone" });
    await signInAt(product.url, phone, email);
    await phone.getByRole("heading", { name: "Włącz drugi składnik logowania" }).waitFor();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Aplikacja uwierzytelniająca" }).click();
    const { secret, recoveryCodes } = await setUpTotp(phone, phone.getByRole("main"));
    await phone.getByRole("button", { name: /^Otwórz menu/ }).waitFor();

    const { page: desk, context } = await openBrowser({ size: "desk", scheme: "dark" });
    await addAuthenticator(desk, context);
    await signInAt(product.url, desk, email);
    await desk.getByLabel("Kod z aplikacji lub kod zapasowy").fill(totpCode(secret, 1));
    await desk.getByRole("button", { name: "Zaloguj się" }).click();
    await openSecurity(desk);
    await desk.getByRole("button", { name: "Wyłącz" }).click();
    const turningOff = desk.getByRole("dialog", { name: "Wyłączyć aplikację uwierzytelniającą?" });
    await turningOff.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
    await turningOff.getByLabel("Kod z aplikacji lub kod zapasowy").fill(recoveryCodes[0]);
    await turningOff.getByRole("button", { name: "Wyłącz" }).click();

    // The running session, too, can do nothing else any more.
    await desk.getByRole("heading", { name: "Włącz drugi składnik logowania" }).waitFor();
    await desk.getByRole("button", { name: "Klucz dostępu" }).click();
    await desk.getByLabel("Nazwa klucza").fill("Komputer w biurze");
    await desk.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
    await desk.getByRole("button", { name: "Dodaj klucz dostępu" }).click();
    await desk.getByRole("navigation", { name: "Menu" }).waitFor();
    await logOut(desk);
    await fillSignIn(desk, email);
    await desk.getByRole("alert").getByText("Zaloguj się kluczem dostępu").waitFor();
    await desk.getByRole("button", { name: "Użyj klucza dostępu" }).click();
    await desk.waitForURL("**/dashboard**");
  } finally {
    await product.stop();
  }
});

/** From the password to the recovery codes. */
async function setUpTotp(page: Page, within: Locator) {
  await within.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await within.getByRole("button", { name: "Dalej" }).click();
  const key = await within.getByLabel("Klucz dla aplikacji uwierzytelniającej").textContent();
  const secret = (key ?? "").replaceAll(" ", "");
  await within.getByRole("img", { name: "Kod QR dla aplikacji uwierzytelniającej" }).waitFor();
  const code = within.getByLabel("6-cyfrowy kod z aplikacji");
  await code.fill("000000");
  await within.getByRole("button", { name: "Włącz", exact: true }).click();
  await within.getByText("Nieprawidłowy kod").waitFor();
  await code.fill(totpCode(secret));
  await within.getByRole("button", { name: "Włącz", exact: true }).click();
  const list = within.getByLabel("Kody zapasowe").getByRole("listitem");
  await list.first().waitFor();
  const recoveryCodes = await list.allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  const { text } = await savedFile(page, within.getByRole("button", { name: "Pobierz" }));
  for (const each of recoveryCodes) expect(text).toContain(each);
  await within.getByRole("button", { name: "Mam zapisane kody" }).click();
  const [first = "", second = ""] = recoveryCodes;
  return { secret, recoveryCodes: [first, second] as const };
}

async function openSecurity(page: Page): Promise<void> {
  await openByMenu(page, "Ustawienia");
  await page.getByRole("link", { name: "Bezpieczeństwo" }).click();
  await page.getByRole("heading", { name: "Klucze dostępu" }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  // On a phone a toast may lie over it.
  await page.getByRole("button", { name: "Wyloguj się" }).press("Enter");
  await page.waitForURL("**/auth");
}

async function fillSignIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Hasło", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
}

async function signInAt(url: string, page: Page, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await fillSignIn(page, email);
}

async function undoInSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "To nie ja: Zmiana hasła" }).click();
  const undoing = page.getByRole("dialog", { name: "To nie Ty?" });
  await undoing.getByLabel("Obecne hasło").fill(NEW_PASSWORD);
  await undoing.getByRole("button", { name: "To nie ja, zabezpiecz konto" }).click();
  await page.waitForURL("**/auth");
  await page.getByText("Konto jest zabezpieczone").waitFor();
}

/** By the link of the mail; whoever is signed in meanwhile is signed out, and the next mail sets another password. */
async function undoByMail(page: Page, email: string): Promise<void> {
  const isUndo = (link: string) => link.includes("/to_nie_ja/");
  const alert = await mailTo(email, ({ subject }) => subject.startsWith("Zmiana hasła"));
  const link = alert.links.find(isUndo) ?? "";
  const { page: owner, context } = await openBrowser({ scheme: "dark" });
  await owner.goto(link);
  await owner.getByText("Zmiana hasła").waitFor();
  expect(await axeFindings(owner)).toEqual([]);
  await page.reload();
  await page.getByText("To urządzenie").waitFor();
  await owner.getByRole("button", { name: "To nie ja, zabezpiecz konto" }).click();
  await owner.getByRole("heading", { name: "Konto jest zabezpieczone" }).waitFor();
  await page.waitForURL("**/auth");
  await owner.goto(link);
  await owner.getByRole("heading", { name: "Link nie działa" }).waitFor();
  const isReset = (each: string) => each.includes("/regen_pass/");
  const mail = await mailTo(email, ({ links }) => links.some(isReset));
  await owner.goto(mail.links.find(isReset) ?? "");
  await setPassword(owner, "Calkieminne2");
  await owner.getByRole("link", { name: "Przejdź do swojego konta" }).click();
  await owner.waitForURL("**/dashboard");
  await context.close();
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Nowe hasło", { exact: true }).fill(password);
  await page.getByLabel("Powtórz nowe hasło").fill(password);
  await page.getByRole("button", { name: "Zmień hasło" }).click();
  await page.getByText("Hasło zostało zmienione").waitFor();
}

/** The administrator removes the second factor of somebody who lost it; that person is told by e-mail. */
async function resetByAdmin({ id, email }: Person): Promise<void> {
  const { page, context } = await openBrowser();
  await signIn(page, "admin@demo.pl", { at: `/dashboard/nauczyciele/${id}` });
  await page.getByRole("button", { name: "Usuń drugi składnik" }).click();
  await answer(page, /^Usunąć drugi składnik logowania/, "Usuń drugi składnik");
  await page.getByText("Do logowania wystarcza hasło.").waitFor();
  await mailTo(email, ({ subject }) => subject.startsWith("Usunięcie drugiego składnika"));
  await context.close();
}

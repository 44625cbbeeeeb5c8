import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  openBrowser,
  signIn,
  sizesOf,
} from "./harness/browser";
import { ADMIN_EMAIL, answer } from "./harness/centre";
import { makeClassroom, type Person } from "./harness/classroom";
import { addAuthenticator, fillSignIn, logOut, openSecurity, setUpTotp } from "./harness/factors";
import { mailTo } from "./harness/outside";
import { doorsOf } from "./harness/rest";

/**
 * Who can get in to an account, and what its owner does about it. Signing in by the app's code and by a passkey: as an
 * administrator, in deployment-settings.test.ts.
 */
const SECURITY = "/dashboard/ustawienia/bezpieczenstwo";
const NEW_PASSWORD = "Zupelnienowe1";
const NEWEST_PASSWORD = "Calkieminne2";

afterAll(closeBrowser);

test.each(sizesOf("phone"))(
  "an authenticator app, a passkey and recovery codes, until they are lost (%s)",
  async (size) => {
    const { teacher: owner } = await makeClassroom();
    const { email } = owner;
    const { page, context } = await openBrowser({ size });
    await addAuthenticator(page, context);
    await signIn(page, email, { at: SECURITY });

    await page.getByRole("button", { name: "Włącz aplikację uwierzytelniającą" }).click();
    const setup = page.getByRole("dialog", { name: "Włącz aplikację uwierzytelniającą" });
    await setup.getByLabel("Obecne hasło").fill("Niepoprawne1");
    await setup.getByRole("button", { name: "Dalej" }).click();
    await setup.getByText("Nieprawidłowe hasło").waitFor();
    await expectFocus(setup.getByLabel("Obecne hasło"));
    const { recoveryCode } = await setUpTotp(page, setup);
    await page.getByText("Włączona", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Dodaj klucz dostępu" }).click();
    const adding = page.getByRole("dialog", { name: "Dodaj klucz dostępu" });
    await adding.getByLabel("Nazwa klucza").fill("Telefon");
    await adding.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
    await adding.getByRole("button", { name: "Dodaj klucz dostępu" }).click();
    await page.getByRole("button", { name: "Usuń klucz „Telefon”" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await logOut(page);
    await fillSignIn(page, email);
    const code = page.getByLabel("Kod z aplikacji lub kod zapasowy");
    await expectFocus(code);
    expect(await axeFindings(page)).toEqual([]);
    await code.fill("000000");
    await page.getByRole("button", { name: "Zaloguj się" }).click();
    await page.getByText("Nieprawidłowy kod").waitFor();
    await page.getByRole("button", { name: "Wróć do hasła" }).click();
    expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
    await page.getByRole("button", { name: "Zaloguj się" }).click();
    await code.fill(recoveryCode);
    await page.getByRole("button", { name: "Zaloguj się" }).click();
    await page.waitForURL("**/dashboard**");

    await openSecurity(page);
    await page.getByText("Zostało 9 kodów zapasowych").waitFor();
    await page.getByText("Logowanie kodem zapasowym").waitFor();
    await page.getByRole("button", { name: "Usuń klucz „Telefon”" }).click();
    const removing = page.getByRole("dialog", { name: "Usunąć klucz dostępu?" });
    await removing.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
    await removing.getByRole("button", { name: "Usuń" }).click();
    await page.getByRole("button", { name: "Usuń klucz „Telefon”" }).waitFor({ state: "detached" });
    await resetByAdmin(owner);
    const { rest } = await doorsOf(email, DEMO_PASSWORD);
    expect(await rest("GET", "/user/profile")).toMatchObject({ email });
  },
);

test.each(sizesOf("phone"))("a stranger's session is ended, and what it did is undone (%s)", async (size) => {
  const { email } = (await makeClassroom()).student;
  const { page: elsewhere } = await openBrowser({ scheme: "dark" });
  await signIn(elsewhere, email);
  const { page } = await openBrowser({ size });
  await signIn(page, email, { at: SECURITY });

  // One session is ended by itself, and others are left.
  const ends = page.getByRole("button", { name: "Wyloguj", exact: true });
  await ends.first().waitFor();
  const others = await ends.count();
  await ends.first().click();
  await expect.poll(() => ends.count()).toBe(others - 1);
  await page.getByRole("button", { name: "Wyloguj wszystkie inne" }).click();
  await page.getByRole("button", { name: "Wyloguj wszystkie inne" }).waitFor({ state: "detached" });
  await elsewhere.waitForURL("**/auth");

  const stranger = await doorsOf(email, DEMO_PASSWORD);
  const passwords = page.getByRole("form", { name: "Hasło" });
  await passwords.getByLabel("Obecne hasło").fill("Niepoprawne1");
  await passwords.getByLabel("Nowe hasło").fill(NEW_PASSWORD);
  await passwords.getByRole("button", { name: "Zmień hasło" }).click();
  await passwords.getByText("Nieprawidłowe hasło").waitFor();
  await expectFocus(passwords.getByLabel("Obecne hasło"));
  await passwords.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await passwords.getByRole("button", { name: "Zmień hasło" }).click();
  await page.getByText("Hasło zostało zmienione").waitFor();
  await expect(stranger.rest("GET", "/user/profile")).rejects.toThrow("401");

  await undoByMail(elsewhere, email);
  await page.waitForURL("**/auth");
  await undoInSettings(elsewhere);
});

/** By the link of the mail. The next mail sets another password, and signs in. */
async function undoByMail(page: Page, email: string): Promise<void> {
  const isUndo = (link: string) => link.includes("/to_nie_ja/");
  const alert = await mailTo(email, ({ subject }) => subject.startsWith("Zmiana hasła"));
  const link = alert.links.find(isUndo) ?? "";
  await page.goto(link);
  await page.getByText("Zmiana hasła").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "To nie ja, zabezpiecz konto" }).click();
  await page.getByRole("heading", { name: "Konto jest zabezpieczone" }).waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "Link nie działa" }).waitFor();
  const isReset = (each: string) => each.includes("/regen_pass/");
  const mail = await mailTo(email, ({ links }) => links.some(isReset));
  await page.goto(mail.links.find(isReset) ?? "");
  await page.getByLabel("Nowe hasło", { exact: true }).fill(NEWEST_PASSWORD);
  await page.getByLabel("Powtórz nowe hasło").fill(NEWEST_PASSWORD);
  await page.getByRole("button", { name: "Zmień hasło" }).click();
  await page.getByText("Hasło zostało zmienione").waitFor();
  await page.getByRole("link", { name: "Przejdź do swojego konta" }).click();
  await page.waitForURL("**/dashboard");
}

/** In the list of what happened to the account: what the mail's link did. */
async function undoInSettings(page: Page): Promise<void> {
  await openSecurity(page);
  await page.getByRole("button", { name: "To nie ja: Ustawienie nowego hasła przez link z e-maila" }).click();
  const undoing = page.getByRole("dialog", { name: "To nie Ty?" });
  await undoing.getByLabel("Obecne hasło").fill(NEWEST_PASSWORD);
  await undoing.getByRole("button", { name: "To nie ja, zabezpiecz konto" }).click();
  await page.waitForURL("**/auth");
  await page.getByText("Konto jest zabezpieczone").waitFor();
}

/** The administrator removes the second factor of somebody who lost it; that person is told by e-mail. */
async function resetByAdmin({ id, email }: Person): Promise<void> {
  const { page } = await openBrowser({ scheme: "dark" });
  await signIn(page, ADMIN_EMAIL, { at: `/dashboard/nauczyciele/${id}` });
  await page.getByRole("button", { name: "Usuń drugi składnik" }).click();
  await answer(page, /^Usunąć drugi składnik logowania/, "Usuń drugi składnik");
  await page.getByText("Do logowania wystarcza hasło.").waitFor();
  await mailTo(email, ({ subject }) => subject.startsWith("Usunięcie drugiego składnika"));
}

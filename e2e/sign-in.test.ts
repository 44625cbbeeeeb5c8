import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, DEMO_PASSWORD, openBrowser, picture, signIn } from "./harness/browser";
import { makeClassroom } from "./harness/classroom";
import { logOut } from "./harness/factors";
import { mailTo } from "./harness/outside";
import { productUrl } from "./harness/product-url";
import { restAs } from "./harness/rest";

/** Coming in, staying in and leaving: the authentication screen, recovery, and what a session lives through. */
/** An address of nobody else, also in a second attempt. */
const newEmail = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.com`;

afterAll(closeBrowser);

test("a visitor signs in on the way to any address; the strict cookie stays for thirty days, and is gone after leaving", async () => {
  const { page, context } = await openBrowser();
  await page.goto("/");
  await page.waitForURL("**/auth");
  await page.goto("/dashboard/ustawienia");
  await page.waitForURL("**/auth");
  await fillSignIn(page, "uczen@demo.pl", DEMO_PASSWORD);
  await page.waitForURL("**/dashboard/ustawienia");
  await page.getByText("Zalogowano poprawnie").waitFor();
  const cookie = (await context.cookies()).find(({ name }) => name === "accessToken");
  expect(cookie?.sameSite).toBe("Strict");
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 60 * 60);

  const other = await context.newPage();
  await other.goto("/taka_strona_nie_istnieje");
  await other.getByRole("heading", { name: "Nie znaleźliśmy strony" }).waitFor();
  await other.goto("/auth");
  await other.waitForURL("**/dashboard");
  await other.getByRole("heading", { level: 1, name: "Zajęcia" }).waitFor();
  await page.getByRole("button", { name: "Wyloguj się" }).click();
  await page.waitForURL("**/auth");
  await other.waitForURL("**/auth");
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("accessToken");
});

test("registration says what is wrong at each field, and the first wrong one has the focus", async () => {
  const { page } = await openBrowser({ size: "phone" });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Nie masz konta? Zarejestruj się!" }).click();
  await page.getByRole("button", { name: "Załóż konto" }).click();
  for (const text of [
    "Imię musi mieć przynajmniej 3 znaki",
    "Niepoprawny adres e-mail",
    "Błędny numer telefonu",
    "Hasło musi mieć przynajmniej 8 znaków",
  ]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  expect(await page.getByLabel("Imię").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel("Hasło", { exact: true }).fill("male-litery");
  expect(await page.getByLabel(/^Powtórz/).count()).toBe(0);
  await page.getByLabel("Telefon").pressSequentially("600100200");
  await page.getByText("Hasło musi mieć przynajmniej 1 dużą literę", { exact: true }).waitFor();
  expect(await page.getByLabel("Telefon").inputValue()).toBe("600 100 200");
  await page.getByText("Błędny numer telefonu").waitFor({ state: "detached" });
  await picture(page, "auth-register-errors-phone");
  await page.getByText("Jestem rodzicem").click();
  await page.getByText("Konto rodzica zakłada się z zaproszenia.").waitFor();
});

test("a wrong password, and an address that is not confirmed, are said in the same words; the mail's link sets a new password, and the old one stops working", async () => {
  const { page } = await openBrowser();
  await page.goto("/auth");
  await fillSignIn(page, "uczen@demo.pl", "Zupelnie1inne");
  await page.getByRole("alert").getByText("Nieprawidłowy e-mail lub hasło").waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe("uczen@demo.pl");
  await page.getByText(/^Konto czeka na potwierdzenie adresu\?.* Napisz do nas: .+@/).waitFor();

  await page.context().setOffline(true);
  await fillSignIn(page, "uczen@demo.pl", "Zupelnie1inne");
  await page
    .getByRole("alert")
    .getByText(/^Brak połączenia z serwerem/)
    .waitFor();
  await page.context().setOffline(false);
  await page.getByText("Połączenie wróciło. Wyślij formularz jeszcze raz.").waitFor();

  const email = newEmail("zapomnialska");
  await register(page, email);
  await fillSignIn(page, email, DEMO_PASSWORD);
  await page.getByRole("alert").getByText("Nieprawidłowy e-mail lub hasło").waitFor();

  const confirmation = await mailTo(email, ({ links }) => links.some((link) => link.includes("/potwierdz/")));
  // Not in the browser that registered: it is asked, and signs in by itself.
  const { page: elsewhere, context } = await openBrowser();
  await elsewhere.route(/account\.link/, (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await elsewhere.goto(confirmation.links.find((link) => link.includes("/potwierdz/")) ?? "");
  await elsewhere.getByRole("button", { name: "Spróbuj ponownie" }).click();
  await elsewhere.getByText(email).waitFor();
  await elsewhere.getByRole("button", { name: "Potwierdzam" }).click();
  await elsewhere.waitForURL("**/email_confirm_succes");
  await elsewhere.getByRole("link", { name: "Przejdź do logowania" }).click();
  await elsewhere.getByRole("heading", { name: "Logowanie" }).waitFor();
  await context.close();

  await page.getByRole("button", { name: "Nie pamiętasz hasła?" }).click();
  await page.getByRole("heading", { name: "Odzyskiwanie konta" }).waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Wyślij link" }).click();
  await page.getByText("Wysłaliśmy e-mail z instrukcją odzyskiwania konta").waitFor();

  const recovery = await mailTo(email, ({ links }) => links.some((link) => link.includes("/regen_pass/")));
  await page.goto(recovery.links.find((link) => link.includes("/regen_pass/")) ?? "");
  await page.getByLabel("Nowe hasło", { exact: true }).fill("Nowiutkie2");
  await page.getByLabel("Powtórz nowe hasło").fill("Nowiutkie3");
  await page.getByRole("button", { name: "Zmień hasło" }).click();
  await page.getByText("Hasła różnią się od siebie").waitFor();
  await page.getByLabel("Powtórz nowe hasło").fill("Nowiutkie2");
  await page.getByRole("button", { name: "Zmień hasło" }).click();
  await page.getByText("Hasło zostało zmienione").waitFor();
  // Signed in: the sign-in page leads on.
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "Wyloguj się" }).click();
  await page.waitForURL("**/auth");
  await page.goto(recovery.links.find((link) => link.includes("/regen_pass/")) ?? "");
  await page.getByText("Ten link wygasł albo został już wykorzystany").waitFor();
  await page.getByRole("link", { name: "Poproś o nowy link" }).waitFor();
  await page.getByRole("link", { name: "Wróć do logowania" }).click();
  await page.getByRole("heading", { name: "Logowanie" }).waitFor();

  await expect(restAs(email, DEMO_PASSWORD)).rejects.toThrow("401");
  await restAs(email, "Nowiutkie2");
});

test("the page that asked for a link to sign in takes the code of another browser also after a reload", async () => {
  const { page } = await openBrowser({ size: "phone" });
  const { email } = (await makeClassroom()).student;
  await page.goto("/auth?tryb=link");
  await page.getByLabel("E-mail").fill("nikt@example.com");
  await page.getByRole("button", { name: "Wyślij link" }).tap();
  await page.getByText("Jeśli adres nikt@example.com ma konto").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Wyślij nowy link" }).tap();
  expect(await page.getByLabel("E-mail").inputValue()).toBe("nikt@example.com");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Wyślij link" }).tap();
  await page.getByText(`Jeśli adres ${email} ma konto`).waitFor();

  const isLogin = (link: string) => link.includes("/wejdz/");
  const { links } = await mailTo(email, (mail) => mail.links.some(isLogin));
  const { page: elsewhere } = await openBrowser();
  await elsewhere.goto(links.find(isLogin) ?? "");
  await elsewhere.getByRole("button", { name: "Zaloguj się" }).click();
  const code = await elsewhere.getByText(/^\d{6}$/).textContent();
  await page.reload();
  await page.getByRole("textbox", { name: "Kod z otwartego linku" }).fill(code ?? "");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Zaloguj się", exact: true }).tap();
  await page.waitForURL("**/dashboard");
  // The code is used, so the form is empty after signing out.
  await logOut(page);
  await page.goto("/auth?tryb=link");
  expect(await page.getByLabel("E-mail").inputValue()).toBe("");
});

test("an invited parent sets one password, which can be looked at, and is in", async () => {
  const { page, context } = await openBrowser({ size: "phone" });
  const email = newEmail("mama");
  const student = await restAs("uczen2@demo.pl", DEMO_PASSWORD);
  await student("POST", "/student/invite_parent", { email });
  const { links } = await mailTo(email);
  // Without an answer nothing is said of the link, which is read when the connection is back.
  await page.route(/families\.invitation/, (route) => route.abort());
  await page.goto(links.find((link) => link.includes("/zaproszenie/")) ?? "no link in the mail");
  await page.getByRole("button", { name: "Spróbuj ponownie" }).waitFor();
  await page.unroute(/families\.invitation/);
  await page.getByLabel("Imię").fill("Ewa");
  await page.getByLabel("Nazwisko").fill("Nowa");
  await page.getByLabel("Telefon").fill("600 100 200");
  await page.getByLabel("Hasło", { exact: true }).fill("Nowiutkie2");
  await page.getByRole("button", { name: "Pokaż lub ukryj hasło" }).click();
  expect(await page.getByLabel("Hasło", { exact: true }).getAttribute("type")).toBe("text");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Załóż konto" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByText("Zalogowano poprawnie").waitFor();
  // A child without a teacher has nothing to book.
  await page.getByText("Poczekaj, aż administrator przydzieli dziecku nauczyciela").waitFor();
  expect(await page.getByRole("link", { name: "Zarezerwuj", exact: true }).count()).toBe(0);

  // A second child invites the account that is there; its access token has expired since.
  const { student: sibling } = await makeClassroom();
  await sibling.rest("POST", "/student/invite_parent", { email });
  const second = await mailTo(email, (mail) =>
    mail.links.some((link) => link.includes("/zaproszenie/") && !links.includes(link)),
  );
  const { page: settings } = await openBrowser();
  await signIn(settings, sibling.email, { at: "/dashboard/ustawienia" });
  const parents = settings.getByRole("region", { name: "Rodzic lub opiekun" });
  await parents.getByText(email).waitFor();
  await spoilAccessToken(context);
  await page.goto(second.links.find((link) => link.includes("/zaproszenie/")) ?? "no link in the mail");
  await page.getByRole("button", { name: "Przyjmij zaproszenie" }).tap();
  await page.getByText("Gotowe! Ucznia widzisz już na swoim koncie.").waitFor();
  await parents.getByText("Ewa Nowa", { exact: true }).waitFor();
  await parents.getByText(email).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Przejdź do swojego konta" }).tap();
  await page.waitForURL("**/dashboard");
});

test("an expired access token is renewed silently; a session that ends over a half-filled form asks to sign in over it, else it leads to the sign-in, which says why", async () => {
  const { page, context } = await openBrowser();
  await signIn(page, "uczen@demo.pl", { at: null });
  await spoilAccessToken(context);
  await page.goto("/dashboard/ustawienia");
  await page.getByRole("heading", { name: "Twoje dane" }).waitFor();
  await spoilAccessToken(context);
  await page.getByLabel("Telefon rodzica").fill("600 200 004");
  await page.getByLabel("Nazwisko").fill("Nowak");
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await page.getByText("Dane zostały poprawnie zmienione").waitFor();

  await page.getByLabel("Telefon rodzica").fill("600 200 999");
  // In this order: what the screen asks meanwhile must not renew the session once more.
  await context.clearCookies({ name: "refreshToken" });
  await spoilAccessToken(context);
  // What asks in the background may notice first, and then the dialog covers the button.
  await page.getByRole("button", { name: "Zapisz", exact: true }).dispatchEvent("click");

  const dialog = page.getByRole("dialog", { name: "Sesja wygasła" });
  await dialog.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Zaloguj się", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  // What failed for want of a session is no error any more.
  await page.getByText("Sesja została wznowiona. Wyślij formularz jeszcze raz.").waitFor();
  expect(await page.getByRole("form", { name: "Twoje dane" }).getByRole("alert").count()).toBe(0);
  expect(await page.getByLabel("Telefon rodzica").inputValue()).toBe("600 200 999");
  const saved = page.waitForResponse((response) => response.url().includes("updateProfile"));
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  expect((await saved).status()).toBe(200);

  // Without unsaved work, in the same order as above.
  await context.clearCookies({ name: "refreshToken" });
  await spoilAccessToken(context);
  // What asks in the background may notice first; then there is nothing to click any more.
  await page
    .getByRole("link", { name: "Płatności" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await page.waitForURL("**/auth");
  await page.getByText("Sesja wygasła. Zaloguj się ponownie").waitFor();
});

test("who does not know the password is mailed a link for a new one, over unsaved work and in the settings", async () => {
  const { page, context } = await openBrowser({ size: "phone" });
  const { email } = (await makeClassroom()).student;
  await signIn(page, email, { at: "/dashboard/ustawienia" });
  await page.getByLabel("Telefon rodzica").fill("600 200 999");
  await context.clearCookies({ name: "refreshToken" });
  await spoilAccessToken(context);
  await page.getByRole("button", { name: "Zapisz", exact: true }).dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "Sesja wygasła" });
  await dialog.getByRole("button", { name: "Wyślij mi link do nowego" }).tap();
  const sent = page.getByText(`Link do ustawienia hasła wysłaliśmy na adres ${email}.`);
  await sent.waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // In another tab of the browser: this one goes on.
  const isReset = (link: string) => link.includes("/regen_pass/");
  const { links } = await mailTo(email, (mail) => mail.links.some(isReset));
  const other = await context.newPage();
  await other.goto(links.find(isReset) ?? "");
  await other.getByLabel("Nowe hasło", { exact: true }).fill("Nowiutkie2");
  await other.getByLabel("Powtórz nowe hasło").fill("Nowiutkie2");
  await other.getByRole("button", { name: "Zmień hasło" }).tap();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByLabel("Telefon rodzica").inputValue()).toBe("600 200 999");
  await page.getByRole("button", { name: "Zapisz", exact: true }).tap();
  await page.getByText("Dane zostały poprawnie zmienione").waitFor();

  await page.getByRole("link", { name: "Bezpieczeństwo" }).tap();
  await page.getByRole("button", { name: "Wyślij mi link do nowego" }).tap();
  await sent.waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Hasło", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto("/auth?tryb=rejestracja");
  await page.getByLabel("Imię").fill("Zofia");
  await page.getByLabel("Nazwisko").fill("Próbna");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Telefon").fill("+48 600 100 200");
  await page.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Załóż konto" }).click();
  await page.getByText("Konto zostało utworzone").waitFor();
}

/** As if fifteen minutes had passed. */
async function spoilAccessToken(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: "accessToken", value: "spent", url: productUrl() }]);
}

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  goOn,
  openBrowser,
  signIn,
} from "./harness/browser";
import { ADMIN_EMAIL, answer, openCentre, type Pair, savedFile } from "./harness/centre";
import { mailTo } from "./harness/outside";

/** An administrator and the people of the centre: found, invited, related, edited, shut out, forgotten. */
const PASSWORD = "Zaproszenie1";
let page: Page;
let centre: Awaited<ReturnType<typeof openCentre>>;
let pair: Pair;

beforeAll(async () => {
  [centre, { page }] = await Promise.all([openCentre(), openBrowser()]);
  pair = await centre.addPair("Żurawski", "Łęcka");
  await signIn(page, ADMIN_EMAIL, { at: "/dashboard/uczniowie" });
});
afterAll(closeBrowser);

const rows = (list: string) => page.getByRole("region", { name: list }).locator("tbody tr");
const info = () => page.getByRole("form", { name: "Dane" });

test("lists are searched without marks, ordered, and hide the disabled; the address keeps it", async () => {
  await goOn(page, "/dashboard/uczniowie");
  await page.getByRole("searchbox", { name: "Szukaj ucznia" }).fill(`lecka-${centre.run}`);
  await page.getByText("1 uczeń", { exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Szukaj ucznia" }).fill("600100004");
  await page.getByRole("link", { name: "Jakub Nowak" }).waitFor();

  await goOn(page, "/dashboard/nauczyciele?szukaj=demo.pl");
  await page.getByText("3 nauczycieli", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "Pokaż zablokowanych" }).click();
  await page.getByText("4 nauczycieli", { exact: true }).waitFor();
  await rows("Nauczyciele").first().getByText("Jabłoński").waitFor();
  await page.getByRole("button", { name: "E-mail" }).click();
  await rows("Nauczyciele").first().getByText("ewa.wrona@demo.pl").waitFor();
  await page.getByRole("button", { name: "E-mail" }).click();
  await rows("Nauczyciele").first().getByText("nauczyciel@demo.pl").waitFor();
  await goOn(page, "/dashboard/chat");
  await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
  await page.goBack();
  await rows("Nauczyciele").first().getByText("nauczyciel@demo.pl").waitFor();
  // What is owed stands in the row.
  await rows("Nauczyciele")
    .first()
    .locator("td")
    .filter({ hasText: /^[\d\s]+\szł$/ })
    .waitFor();
});

test.each(["nauczyciele", "uczniowie"])("an address below a person in %s is not found", async (list) => {
  await goOn(page, `/dashboard/${list}/${pair.student.id}/info/nic`);
  await page.getByRole("heading", { level: 1, name: "Nie znaleźliśmy strony" }).waitFor();
});

test.each([
  ["nauczyciele", "Teacher", "Nela"],
  ["uczniowie", "Student", "Szymek"],
  ["uczniowie/rodzice", "Parent", "Roma"],
  ["firma/administratorzy", "Admin", "Alina"],
])("an account is made in %s, and an invitation goes out", async (list, role, name) => {
  const email = `${name}.${centre.run}@example.com`.toLowerCase();
  await goOn(page, `/dashboard/${list}`);
  await page.getByRole("button", { name: "Dodaj konto" }).click();
  const form = page.getByRole("dialog", { name: "Dodaj konto" });
  expect(await form.getByLabel("Rodzaj konta").inputValue()).toBe(role);
  await form.getByLabel("Imię").fill(name);
  await form.getByLabel("Nazwisko").fill(`Nowa-${centre.run}`);
  await form.getByLabel("E-mail").fill(email);
  await form.getByRole("button", { name: "Utwórz konto i wyślij zaproszenie" }).click();
  await page.getByRole("heading", { level: 1, name: `${name} Nowa-${centre.run}` }).waitFor();
  await page.getByText("niepotwierdzony e-mail").first().waitFor();
  expect(page.url()).toContain(`/dashboard/${list}/`);
});

test("the invitation's link sets the password, and the new administrator is in", async () => {
  const email = `alina.${centre.run}@example.com`;
  const { links } = await mailTo(email);
  const { page: theirs, context } = await openBrowser({ size: "phone" });
  await theirs.goto(links.find((link) => link.includes("/regen_pass/")) ?? "no link in the mail");
  await theirs.getByLabel("Nowe hasło", { exact: true }).fill(PASSWORD);
  await theirs.getByLabel("Powtórz nowe hasło").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Zmień hasło" }).click();
  await theirs.getByText("Hasło zostało zmienione").first().waitFor();
  await signIn(theirs, email, { password: PASSWORD });
  await theirs.getByRole("heading", { level: 1, name: "Zajęcia" }).waitFor();

  // Shut out by a colleague: at the next step the door is closed.
  await page.getByRole("checkbox", { name: "Konto zablokowane" }).check();
  await info().getByRole("button", { name: "Zapisz" }).click();
  await answer(page, `Zablokować konto: Alina Nowa-${centre.run}?`, "Zablokuj konto");
  await page.getByText("Zaktualizowano").waitFor();
  // A dashboard that has noticed by itself leaves at the same moment.
  await goOn(theirs, "/dashboard/uczniowie").catch(() => undefined);
  await theirs.getByRole("heading", { level: 1, name: "Logowanie" }).waitFor();
  await context.close();

  await page.getByRole("link", { name: "Wszyscy administratorzy" }).click();
  await page.getByRole("searchbox", { name: "Szukaj administratora" }).fill(centre.run);
  await page.getByText("Nikt nie pasuje do wyszukiwania.").waitFor();
  await page.getByRole("checkbox", { name: "Pokaż zablokowanych" }).click();
  await page.getByRole("link", { name: `Alina Nowa-${centre.run}` }).click();
  await page.getByRole("checkbox", { name: "Konto zablokowane" }).uncheck();
  await info().getByRole("button", { name: "Zapisz" }).click();
  // The form takes in what was saved before the badge goes; the notice may still be the one of before.
  await page.getByText("zablokowane", { exact: true }).first().waitFor({ state: "hidden" });

  // Another address of an administrator asks for the password once more.
  const moved = `alina.nowa.${centre.run}@example.com`;
  await info().getByLabel("E-mail").fill(moved);
  await info().getByRole("button", { name: "Zapisz" }).click();
  const asked = page.getByRole("dialog", { name: "Zmienić e-mail administratora?" });
  const answerWith = async (password: string) => {
    await asked.getByLabel("Obecne hasło").fill(password);
    await asked.getByRole("button", { name: "Zmień e-mail" }).click();
  };
  await answerWith("Niepoprawne1");
  await asked.getByText("Nieprawidłowe hasło").waitFor();
  await answerWith(DEMO_PASSWORD);
  await asked.waitFor({ state: "hidden" });
  await mailTo(moved);
});

test("a colleague's edit meanwhile is shown, and keeps what was typed", async () => {
  const { teacher } = pair;
  // A first attempt has changed both already.
  const before = { _id: teacher.id, surname: teacher.surname, phone: "+48600111000" };
  await centre.rest("POST", "/admin/update_teacher", before).catch(() => undefined);
  await goOn(page, `/dashboard/nauczyciele/${teacher.id}`);
  await page.getByRole("heading", { level: 1, name: teacher.fullName }).waitFor();
  await info().getByLabel("Nazwisko").fill(`Żuraw-${centre.run}`);
  await centre.rest("POST", "/admin/update_teacher", { _id: teacher.id, phone: "+48600111222" });
  await info().getByRole("button", { name: "Zapisz" }).click();
  await page.getByText("Dane zmieniły się w międzyczasie").waitFor();
  await page.getByRole("button", { name: "Wczytaj aktualne dane" }).click();
  expect(await info().getByLabel("Telefon").inputValue()).toBe("600 111 222");
  // What is typed while the form is being saved stays, and is saved with the next press.
  await page.route(
    /adminPeople\.update/,
    async (route) => {
      await info().getByLabel("Telefon").fill("600 111 333");
      await route.continue();
    },
    { times: 1 },
  );
  await info().getByRole("button", { name: "Zapisz" }).click();
  await page.getByRole("heading", { level: 1, name: `Tomasz Żuraw-${centre.run}` }).waitFor();
  const isSaved = info().and(page.locator('[aria-busy="false"]'));
  await isSaved.waitFor();
  expect(await info().getByLabel("Telefon").inputValue()).toBe("600 111 333");
  const answered = page.waitForResponse(/adminPeople\.update/);
  await info().getByRole("button", { name: "Zapisz" }).click();
  expect((await answered).ok()).toBe(true);
  await isSaved.waitFor();
});

test("relations are made and undone by search, subjects are saved", async () => {
  const newcomer = await centre.addPerson("Student", "Gaja", "Nowicka");
  await goOn(page, `/dashboard/nauczyciele/${pair.teacher.id}/relacje`);
  await page.getByRole("searchbox", { name: "Szukaj wśród nieprzypisanych" }).fill(newcomer.surname);
  // The rows move while the search narrows them.
  const add = page.getByRole("button", { name: /^Dodaj ucznia: / });
  await expect.poll(() => add.count()).toBe(1);
  await page.getByRole("button", { name: `Dodaj ucznia: ${newcomer.fullName}` }).click();
  await page.getByText("Dodano relację").waitFor();
  await page
    .getByRole("searchbox", { name: "Szukaj wśród przypisanych" })
    .fill(newcomer.surname.toLowerCase());
  const remove = page.getByRole("button", { name: /^Usuń ucznia: / });
  await expect.poll(() => remove.count()).toBe(1);
  await page.getByRole("button", { name: `Usuń ucznia: ${newcomer.fullName}` }).click();
  await answer(page, `Usunąć relację z uczniem: ${newcomer.fullName}?`, "Usuń relację");
  await page.getByText("Usunięto relację").waitFor();
  await page.getByText("Nikt nie pasuje do wyszukiwania.").waitFor();
  await expectFocus(page.getByRole("heading", { name: "Przypisani uczniowie", exact: true }));

  await goOn(page, `/dashboard/uczniowie/${newcomer.id}/info`);
  await page.getByRole("link", { name: "Przypisz nauczyciela" }).click();
  await page.getByRole("searchbox", { name: "Szukaj wśród nieprzypisanych" }).fill(`Żuraw-${centre.run}`);
  await page.getByRole("button", { name: `Dodaj nauczyciela: Tomasz Żuraw-${centre.run}` }).click();
  await page.getByRole("button", { name: `Usuń nauczyciela: Tomasz Żuraw-${centre.run}` }).waitFor();
  await goOn(page, `/dashboard/nauczyciele/${pair.teacher.id}/relacje`);

  await page.getByRole("link", { name: "Przedmioty", exact: true }).click();
  await page.getByRole("button", { name: "Dodaj przedmiot" }).click();
  expect(await page.getByRole("combobox", { name: "Przedmiot" }).last().inputValue()).toBe("Matematyka");
  expect(await page.getByRole("combobox", { name: "Poziom" }).last().inputValue()).toBe("liceumP");
  await page.getByRole("button", { name: "Zapisz" }).click();
  await page.getByText("Zapisano").waitFor();
  await page.getByRole("link", { name: "Godziny dostępności" }).click();
  await page.getByText("Nauczyciel nie podał jeszcze godzin dostępności.").waitFor();
});

test("a person's data is handed out and erased on request", async () => {
  const { student } = pair;
  await goOn(page, `/dashboard/uczniowie/${student.id}`);
  const file = await savedFile(page, page.getByRole("button", { name: "Pobierz dane" }));
  expect(file.name).toBe(`dane-${student.id}.json`);
  expect(JSON.stringify(JSON.parse(file.text))).toContain(student.email);
  await page.getByRole("button", { name: "Usuń dane osobowe" }).click();
  await answer(page, /^Usunąć dane osobowe: .+\?$/, "Usuń dane osobowe");
  await page.getByText("Usunięto dane osobowe").waitFor();
  await page.getByRole("heading", { level: 1, name: "Konto usunięte" }).waitFor();
  await page.getByRole("link", { name: "Relacje", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Finanse", exact: true }).click();
  await page.getByText("Dane tego konta usunięto: nic nie można tu dodać.").waitFor();
  expect(await page.getByRole("button", { name: "Dodaj wpłatę" }).count()).toBe(0);
});

test("a popup closes at once, but asks first where something typed in it would go", async () => {
  await goOn(page, "/dashboard/uczniowie");
  const opener = page.getByRole("button", { name: "Dodaj konto" });
  const popup = page.getByRole("dialog", { name: "Dodaj konto" });
  const question = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  await opener.click();
  await popup.getByLabel("Imię").focus();
  await page.keyboard.press("Escape");
  await popup.waitFor({ state: "detached" });
  await expectFocus(opener);

  await opener.click();
  await popup.getByLabel("Imię").fill("Zofia");
  const ways = [
    () => page.keyboard.press("Escape"),
    () => popup.getByRole("button", { name: "Zamknij" }).click(),
    () => page.mouse.click(5, 5),
  ];
  for (const close of ways) {
    await close();
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expectFocus(popup.getByLabel("Imię"));
    // The question's own overlay fades, and takes clicks meanwhile.
    await expect.poll(() => page.locator(".mantine-Modal-overlay").count()).toBe(1);
  }
  expect(await popup.getByLabel("Imię").inputValue()).toBe("Zofia");
  await page.keyboard.press("Escape");
  await question.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole("button", { name: "Porzuć zmiany" }).click();
  await popup.waitFor({ state: "detached" });
  await expectFocus(opener);
});

test("Back and Forward of the browser, and links, ask before something typed is left", async () => {
  const question = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  const surname = info().getByLabel("Nazwisko");
  const go = (...steps: number[]) =>
    page.evaluate((all) => {
      for (const each of all) history.go(each);
    }, steps);
  await goOn(page, "/dashboard/uczniowie");
  await page.getByRole("link", { name: "Jakub Nowak" }).click();
  await page.getByRole("link", { name: "Finanse" }).click();
  await page.getByRole("link", { name: "Info", exact: true }).click();
  await surname.fill("Nowacki");
  const { pathname } = new URL(page.url());

  for (const steps of [[-1], [-3]]) {
    await go(...steps);
    await question.getByRole("button", { name: "Zostań" }).click();
    await question.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(pathname);
    await expectFocus(surname);
  }
  expect(await surname.inputValue()).toBe("Nowacki");

  await page.getByRole("link", { name: "Wszyscy uczniowie" }).click();
  // A step in the same moment as the answer is asked about as well.
  await question.getByRole("button", { name: "Zostań" }).evaluate((stay: HTMLElement) => {
    stay.click();
    history.go(-3);
  });
  await question.getByRole("button", { name: "Porzuć zmiany" }).click();
  await page.waitForURL("**/dashboard/uczniowie");
  await page.getByRole("heading", { level: 1, name: "Uczniowie" }).waitFor();
  await go(3);
  await surname.waitFor();
  expect(await surname.inputValue()).toBe("Nowak");
});

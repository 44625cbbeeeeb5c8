import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  goOn,
  openBrowser,
  picture,
  signIn,
} from "./harness/browser";
import { ADMIN_EMAIL, choosePerson, openCentre } from "./harness/centre";
import { mailTo } from "./harness/outside";
import { restAs } from "./harness/rest";

/** Documents from their publication to everybody's consent, and a child without a login. */
const DOCUMENTS = "/dashboard/firma/dokumenty";
let desk: Page;

beforeAll(async () => {
  ({ page: desk } = await openBrowser({ size: "desk" }));
  await signIn(desk, ADMIN_EMAIL, { at: DOCUMENTS });
});
afterAll(closeBrowser);

test("an administrator publishes a document, and everybody it concerns is asked before anything else", async () => {
  const run = randomUUID().slice(0, 6);
  const [title, kind] = [`Regulamin ${run}`, `regulamin-${run}`];
  // The other journeys begin without anything to accept: the next version is voluntary and concerns nobody of theirs.
  onTestFinished(async () => {
    const admin = await restAs(ADMIN_EMAIL, DEMO_PASSWORD);
    await admin("PUT", "/admin/document", { kind, title, text: "§1", mandatory: false, roles: ["Admin"] });
  });
  await goOn(desk, DOCUMENTS);
  await desk.getByRole("button", { name: "Opublikuj dokument" }).click();
  const form = desk.getByRole("dialog", { name: "Opublikuj dokument" });
  await form.getByLabel("Rodzaj").fill(kind);
  await form.getByLabel("Tytuł").fill(title);
  await form.getByLabel("Treść").fill("§1 Lekcja trwa 60 minut.");
  for (const role of ["Nauczyciel", "Rodzic"]) await form.getByLabel(role, { exact: true }).uncheck();
  expect(await axeFindings(desk)).toEqual([]);
  await form.getByRole("button", { name: "Opublikuj dokument" }).click();
  await desk
    .getByRole("dialog", { name: `Opublikować dokument: ${title}?` })
    .getByRole("button", { name: "Opublikuj dokument" })
    .click();
  const published = desk.getByRole("region", { name: `${title}, wersja 1` });
  await published.getByText("0 osób zaakceptowało").waitFor();
  await picture(desk, "documents-desk");

  // A visitor accepts with the registration and is not asked again.
  const email = `zgoda.${run}@example.com`;
  const { page: phone } = await openBrowser({ size: "phone" });
  await phone.goto("/auth?tryb=rejestracja");
  const box = phone.getByLabel(`Akceptuję: ${title}`);
  await box.waitFor();
  await phone.getByLabel("Imię").fill("Kasia");
  await phone.getByLabel("Nazwisko").fill("Zgodna");
  await phone.getByLabel("E-mail").fill(email);
  await phone.getByLabel("Telefon").fill("600 100 200");
  await phone.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
  await phone.getByRole("button", { name: "Załóż konto" }).click();
  await phone.getByText("Zaakceptuj ten dokument, aby kontynuować").waitFor();
  await picture(phone, "register-documents-phone");
  expect(await axeFindings(phone)).toEqual([]);
  await box.check();
  await phone.getByRole("button", { name: "Załóż konto" }).click();
  await phone.getByText("Konto zostało utworzone").waitFor();
  const { links } = await mailTo(email, (mail) => mail.links.some((link) => link.includes("/potwierdz/")));
  await phone.goto(links.find((link) => link.includes("/potwierdz/")) ?? "");
  await phone.getByRole("heading", { name: "Zajęcia", level: 1 }).waitFor();
  await published.getByText("1 osoba zaakceptowała").waitFor();

  // A student with an account is asked at the next sign-in.
  const { page: student } = await openBrowser({ size: "phone", scheme: "dark" });
  await signIn(student, "uczen2@demo.pl");
  await student.getByRole("heading", { name: "Zanim przejdziesz dalej" }).waitFor();
  await student.getByText(`Pokaż treść: ${title}`).click();
  await student.getByText("§1 Lekcja trwa 60 minut.").waitFor();
  await picture(student, "consent-step-phone-dark");
  expect(await axeFindings(student)).toEqual([]);
  await student.getByLabel(`Akceptuję: ${title}`).check();
  await student.getByRole("button", { name: "Akceptuję i przechodzę dalej" }).click();
  await student.getByRole("heading", { name: "Zajęcia", level: 1 }).waitFor();

  // A mother accepts for the child without a login.
  const { page: mother } = await openBrowser({ size: "phone" });
  await signIn(mother, "mama@demo.pl");
  await mother.getByRole("button", { name: "Przejdź do dokumentów" }).click();
  const sheet = mother.getByRole("dialog", { name: "Dokumenty do zaakceptowania za dziecko: Zosia" });
  await sheet.getByLabel(`Akceptuję: ${title}`).check();
  await picture(mother, "child-consents-phone");
  expect(await axeFindings(mother)).toEqual([]);
  await sheet.getByRole("button", { name: "Akceptuję za dziecko" }).click();
  await mother.getByRole("button", { name: "Przejdź do dokumentów" }).waitFor({ state: "detached" });

  await published.getByText("3 osoby zaakceptowały").waitFor();
  await published.getByRole("button", { name: `Kto zaakceptował: ${title}, wersja 1` }).click();
  await desk.getByRole("cell", { name: "Kasia Zgodna" }).waitFor();
  await desk.getByText("za dziecko: ", { exact: false }).first().waitFor();
  await picture(desk, "documents-who-desk");
});

test("an administrator adds a child without a login and notes down a check of a teacher", async () => {
  const centre = await openCentre();
  const parent = await centre.addPerson("Parent", "Wanda", "Opiekunka");
  const teacher = await centre.addPerson("Teacher", "Tomasz", "Sprawdzany");
  await goOn(desk, "/dashboard/uczniowie");
  await desk.getByRole("button", { name: "Dodaj ucznia bez konta" }).click();
  const form = desk.getByRole("dialog", { name: "Dodaj ucznia bez konta" });
  await form.getByLabel("Imię dziecka").fill("Hania");
  await form.getByLabel("Nazwisko dziecka").fill(`Mała-${centre.run}`);
  await choosePerson(form, "Rodzic", parent);
  await form.getByRole("button", { name: "Dodaj ucznia bez konta" }).click();
  await desk.getByRole("heading", { name: `Hania Mała-${centre.run}`, level: 1 }).waitFor();
  await desk.getByRole("link", { name: "Info", exact: true }).click();
  await desk.getByText("Uczeń nie ma własnego konta").waitFor();
  await picture(desk, "child-info-desk");
  await desk.getByRole("link", { name: "Napisz na czacie" }).click();
  await desk.getByRole("region", { name: "Rozmowa: Wanda Opiekunka" }).waitFor();

  await goOn(desk, `/dashboard/uczniowie/rodzice/${parent.id}`);
  await desk.getByRole("link", { name: `Hania Mała-${centre.run}` }).waitFor();
  await desk.getByText("płatnik", { exact: true }).waitFor();
  await picture(desk, "parent-children-desk");

  await goOn(desk, `/dashboard/nauczyciele/${teacher.id}/sprawdzenia`);
  await desk.getByText("Brakuje aktualnych sprawdzeń").waitFor();
  await desk.getByRole("button", { name: "Dodaj sprawdzenie" }).click();
  const check = desk.getByRole("dialog", { name: "Dodaj sprawdzenie" });
  await check.getByLabel("Rodzaj").selectOption({ label: "Krajowy Rejestr Karny" });
  await check.getByLabel("Numer lub sygnatura").fill("KRK/2026/17");
  await check.getByRole("button", { name: "Dodaj sprawdzenie" }).click();
  await desk.getByText("KRK/2026/17").waitFor();
  await picture(desk, "teacher-vetting-desk");
});

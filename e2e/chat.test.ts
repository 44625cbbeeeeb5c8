import { randomUUID } from "node:crypto";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, DEMO_PASSWORD, goOn, openBrowser, picture, signIn } from "./harness/browser";
import { mailTo } from "./harness/outside";
import { productUrl } from "./harness/product-url";
import { type Rest, restAs } from "./harness/rest";

/** Two people write with each other: a teacher at a desk, a student on a phone. */
const PASSWORD = "Nauka2026";
/** So many messages are loaded at a time. */
const PAGE = 50;
const WORDS = PAGE + 20;
const TO_NEWEST = "Przejdź do najnowszych";
const run = randomUUID().slice(0, 8);
type Writer = { id: string; token: string; name: string; surname: string; email: string };

let admin: Rest;
let teacher: Writer;
let second: Writer;
let student: Writer;
let desk: Page;
let phone: Page;
let phoneContext: BrowserContext;

beforeAll(async () => {
  admin = await restAs("admin@demo.pl", DEMO_PASSWORD);
  [teacher, second, student] = await Promise.all([
    register("Zdzisława", "Żółkiewska", "Teacher"),
    register("Bogumił", "Ćwikła", "Teacher"),
    register("Łucja", "Maj", "Student"),
  ]);
  for (const { id } of [teacher, second]) await relate("add", id);
  ({ page: desk } = await openBrowser({ size: "desk" }));
  ({ page: phone, context: phoneContext } = await openBrowser({ size: "phone" }));
  for (const page of [desk, phone]) page.setDefaultTimeout(15_000);
  await Promise.all([
    signIn(desk, teacher.email, { password: PASSWORD }),
    signIn(phone, student.email, { password: PASSWORD, at: "/dashboard/chat" }),
  ]);
});
afterAll(closeBrowser);

test("contacts show name, role, presence and unread messages; searching narrows them", async () => {
  await say(second, student, "Dzień dobry, od kiedy zaczynamy?");
  await say(second, student, "Mam wolne wtorki.");
  await contact(phone, second).getByText("Nauczyciel · Mam wolne wtorki.").waitFor();
  await expect.poll(() => contact(phone, second).textContent()).toMatch(/Nowe wiadomości:\s*2/);
  await contact(phone, second).locator("time").waitFor();
  await contact(phone, teacher).getByText("(Online teraz)").waitFor({ state: "attached" });
  expect(await contact(phone, second).getByText("(Online teraz)").count()).toBe(0);
  await expect.poll(() => phone.title()).toMatch(/^\(2\) Chat/);
  await picture(phone, "chat-contacts-phone");

  await phone.getByRole("searchbox", { name: "Szukaj w kontaktach" }).fill("zolk");
  await expect.poll(() => contacts(phone).count()).toBe(1);
  await contact(phone, teacher).click();
  await phone.getByText("Nie masz żadnych wiadomości").waitFor();
  await phone.getByRole("button", { name: "Wróć do kontaktów" }).click();
  await expect.poll(() => contacts(phone).count()).toBe(2);
  await contact(phone, teacher).click();
});

test("a message is shown at once, counted where it is not read, and marked as read when it is", async () => {
  await write(phone, "Dzień dobry!\nMam pytanie o zadanie 7.");
  await bubble(phone, "Mam pytanie o zadanie 7.").getByLabel("Wysłano").waitFor();
  await desk.getByRole("link", { name: /^Chat.*Nieprzeczytane: 1 wiadomość/ }).waitFor();
  await expect.poll(() => desk.title()).toMatch(/^\(1\) Zajęcia/);
  await desk.getByRole("link", { name: /^Chat/ }).click();
  await desk.getByText("Wybierz użytkownika").waitFor();
  await contact(desk, student).click();
  await bubble(desk, "Mam pytanie o zadanie 7.").waitFor();
  await bubble(phone, "Mam pytanie o zadanie 7.").getByLabel("Przeczytano").waitFor();
  await expect.poll(() => desk.title()).toMatch(/^Chat/);
  await field(desk).pressSequentially("Pro");
  await phone.getByText("pisze…", { exact: true }).waitFor();
  await write(desk, "Proszę pytać, jestem przy biurku.");
  await bubble(phone, "Proszę pytać, jestem przy biurku.").waitFor();
  await phone.getByText("pisze…", { exact: true }).waitFor({ state: "detached" });
  await bubble(desk, "Proszę pytać, jestem przy biurku.").getByLabel("Przeczytano").waitFor();
  await Promise.all([picture(desk, "chat-conversation-desk"), picture(phone, "chat-conversation-phone")]);
});

test("a draft survives opening another conversation", async () => {
  await field(phone).fill("Jeszcze nie wysłane");
  await phone.getByRole("button", { name: "Wróć do kontaktów" }).click();
  await contact(phone, second).click();
  await bubble(phone, "Mam wolne wtorki.").waitFor();
  expect(await field(phone).inputValue()).toBe("");
  await phone.goBack();
  await contact(phone, teacher).click();
  expect(await field(phone).inputValue()).toBe("Jeszcze nie wysłane");
  await field(phone).fill("");
});

test("written without a connection, messages go out once and in order when it is back", async () => {
  await phoneContext.setOffline(true);
  for (const text of ["Pierwsza", "Druga", "Trzecia"]) await write(phone, text);
  await bubble(phone, "Trzecia").getByLabel("Wysyłanie…").waitFor();
  // The banner that says so takes its room from the messages, not from where one writes.
  await phone.getByText("Brak połączenia z internetem").waitFor();
  await expect.poll(() => isWithinWindow(field(phone))).toBe(true);
  await say(teacher, student, "Tymczasem z biurka");
  await phoneContext.setOffline(false);
  for (const page of [desk, phone]) {
    await expect
      .poll(async () => (await texts(page)).slice(-4), { timeout: 30_000 })
      .toEqual(["Tymczasem z biurka", "Pierwsza", "Druga", "Trzecia"]);
  }
  await bubble(phone, "Trzecia").getByLabel("Przeczytano").waitFor();
});

test("contacts that cannot be loaded are said to be so, and loaded when they can be; two windows of one person show the same", async () => {
  const other = await phoneContext.newPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  // Alone, or with other questions of the screen.
  await other.route(/chat\.contacts/, (route) => route.fulfill({ status: 500, body: "[]" }));
  await other.goto("/dashboard/chat");
  await other.getByText("Nie udało się wczytać danych").waitFor();
  await other.unrouteAll({ behavior: "wait" });
  // It is tried again without a click, too, which may be first.
  const again = other.getByRole("button", { name: "Spróbuj ponownie" });
  await contact(other, teacher).or(again).first().waitFor();
  if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined);
  await contact(other, teacher).waitFor();

  await goOn(other, "/dashboard/zajecia");
  await say(second, student, "To jak, wtorek?");
  await other.getByRole("link", { name: /^Chat.*Nieprzeczytane: 1 wiadomość/ }).waitFor();
  await write(phone, "Z telefonu");
  await other.getByRole("link", { name: /^Chat/ }).click();
  await contact(other, teacher).click();
  await bubble(other, "Z telefonu").waitFor();
  await write(other, "Z komputera");
  await bubble(phone, "Z komputera").waitFor();
  expect(await texts(other)).toEqual(await texts(phone));
  await contact(other, second).click();
  await bubble(other, "To jak, wtorek?").waitFor();
  await expect.poll(() => phone.title()).not.toMatch(/^\(/);
  await other.close();
});

test("a long conversation opens at its newest message, and older ones load upwards without a jump", async () => {
  let newest = `Słówko ${WORDS}`;
  // An open page would hear of each.
  await phone.goto("about:blank");
  for (let at = 1; at <= WORDS; at += 1) await say(second, student, `Słówko ${at}`);
  await phone.goto("/dashboard/chat");
  await contact(phone, second).click();
  await bubble(phone, newest).waitFor();
  expect(await isInView(phone, newest)).toBe(true);
  const log = phone.getByRole("log");
  expect((await texts(phone)).length).toBeLessThan(60);
  // A list that changes at this moment stays at its end: only what shows the way back has been scrolled.
  await expect
    .poll(() =>
      log.evaluate((element, back) => {
        const isAway = document.querySelector(`[aria-label="${back}"]`) !== null;
        if (!isAway) element.scrollTo(0, 0);
        return isAway;
      }, TO_NEWEST),
    )
    .toBe(true);
  await bubble(phone, "Słówko 1").waitFor({ state: "attached" });
  expect(await isInView(phone, `Słówko ${WORDS - PAGE + 1}`)).toBe(true);
  await phone.getByRole("button", { name: TO_NEWEST }).waitFor();
  await expect
    .poll(async () => {
      await log.evaluate((element) => element.scrollTo(0, 0));
      return phone.getByText("To początek rozmowy").count();
    })
    .toBe(1);
  expect((await texts(phone)).filter((text) => text.startsWith("Słówko"))).toEqual(
    Array.from({ length: WORDS }, (_, at) => `Słówko ${at + 1}`),
  );
  // What comes below does not move what one reads.
  newest = "Na jutro wystarczy";
  await say(second, student, newest);
  await bubble(phone, newest).waitFor({ state: "attached" });
  expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
  await phone.getByRole("button", { name: TO_NEWEST }).click();
  await expect.poll(() => isInView(phone, newest)).toBe(true);
  await field(phone).fill("Jeden\nDwa\nTrzy\nCztery\nPięć");
  await expect.poll(() => isInView(phone, newest)).toBe(true);
  await field(phone).fill("Sześć\nSiedem\nOsiem\nDziewięć\nDziesięć");
  await twoFrames(phone);
  expect(await isInView(phone, newest)).toBe(true);
  await field(phone).fill("");
});

test("when a relation ends, nobody can write any more, and what was written stays", async () => {
  await relate("delete", teacher.id);
  await desk.getByText("Nie możecie już do siebie pisać.").waitFor();
  expect(await field(desk).count()).toBe(0);
  await bubble(desk, "Z komputera").waitFor();
  await phone.getByRole("button", { name: "Wróć do kontaktów" }).click();
  await contact(phone, teacher).click();
  await phone.getByText("Nie możecie już do siebie pisać.").waitFor();
  await bubble(phone, "Z komputera").waitFor();
  await Promise.all([picture(desk, "chat-ended-desk"), picture(phone, "chat-ended-phone")]);
});

/** Waits until what the page changed is drawn, and what it changed while drawing. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const contacts = (page: Page) => page.getByRole("navigation", { name: "Kontakty" }).getByRole("listitem");
const contact = (page: Page, { name, surname }: Writer) =>
  page.getByRole("navigation", { name: "Kontakty" }).getByRole("link", { name: `${name} ${surname}` });
const field = (page: Page) => page.getByRole("textbox", { name: "Treść wiadomości" });
/** The bubble of a message with this text. */
const bubble = (page: Page, text: string) =>
  page
    .getByRole("log")
    .locator("> div", { has: page.getByText(text, { exact: !text.includes(" zadanie") }) });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
  expect(await field(page).inputValue()).toBe("");
}

/** The messages in the order shown. */
function texts(page: Page): Promise<string[]> {
  return page.getByRole("log").locator("> div > p").allTextContents();
}

function isInView(page: Page, text: string): Promise<boolean> {
  return bubble(page, text).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const frame = element.parentElement?.getBoundingClientRect();
    return frame !== undefined && bottom <= frame.bottom && top >= frame.top;
  });
}

/** Whether all of it is within the window. */
function isWithinWindow(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight);
}

async function relate(what: "add" | "delete", teacherId: string): Promise<void> {
  await admin("POST", `/admin/${what}_relation_student_teacher`, { teacherId, studentId: student.id });
}

/** Sends without a screen. */
async function say(from: Writer, to: Writer, text: string): Promise<void> {
  const response = await fetch(`${productUrl()}/trpc/chat.send`, {
    method: "POST",
    headers: { authorization: `Bearer ${from.token}`, "content-type": "application/json" },
    body: JSON.stringify({ recipientId: to.id, text, clientKey: randomUUID() }),
  });
  if (!response.ok) throw new Error(`not sent: ${response.status}`);
}

/** Registers over REST and follows the mail's link. */
async function register(name: string, surname: string, userType: string): Promise<Writer> {
  const email = `${userType.toLowerCase()}.${surname.length}.${run}@example.com`;
  const phoneNumber = "+48600100200";
  const account = { name, surname, email, userType, phone: phoneNumber };
  const url = productUrl();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ...account, password: PASSWORD, passwordConfirmation: PASSWORD });
  await fetch(`${url}/api/user/create`, { method: "POST", headers, body });
  const { links } = await mailTo(email);
  const confirmation = links.map((link) => /\/potwierdz\/([^/?#]+)/.exec(link)?.[1]).find(Boolean);
  await fetch(`${url}/api/user/confirm/${confirmation}`, { method: "POST", headers, body: "{}" });
  const answer = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { accessToken: token } = (await answer.json()) as { accessToken: string };
  const profile = await fetch(`${url}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } });
  const { _id: id } = (await profile.json()) as { _id: string };
  return { id, token, name, surname, email };
}

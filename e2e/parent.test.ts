import { slotToWire } from "@korki/contracts/wire/slot";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  expectFocus,
  goOn,
  openBrowser,
  openByMenu,
  picture,
  rowsOf,
  signIn,
  sizesOf,
  visit,
} from "./harness/browser";
import { answer, openCentre } from "./harness/centre";
import { inDays, makeClassroom, makeParent } from "./harness/classroom";
import { layoutShift, watchLayoutShift } from "./harness/layout-shift";
import { mailTo } from "./harness/outside";
import { productUrl } from "./harness/product-url";
import { restAs } from "./harness/rest";

/** The demo's people have the same ids in every demo. */
const demoId = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** A parent has an area of lessons, and placeholders where payments and students will be. */
afterAll(async () => {
  await setPolicy(null);
  await closeBrowser();
});

test.each(sizesOf("phone"))(
  "on a %s: one entry in the menu, three placeholders, help, and the way out",
  async (size) => {
    const { page, context } = await openBrowser({ size });
    await signIn(page, "rodzic@demo.pl");
    await page.getByText("Tutaj pojawią się zajęcia Twojego dziecka").waitFor();
    await page.getByText(/^Twoje konto nie jest teraz połączone z żadnym dzieckiem/).waitFor();
    for (const [address, text] of [
      ["/dashboard/platnosci", "Tutaj pojawią się Twoje płatności"],
      ["/dashboard/uczniowie", "Tutaj pojawią się konta Twoich dzieci"],
    ] as const) {
      await visit(page, address);
      await page.getByText(text).waitFor();
    }
    await visit(page, "/dashboard/ustawienia");
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

/** The chips that choose whose lessons are shown. */
function switchOf(page: Page) {
  return page.getByRole("group", { name: "Czyje zajęcia", includeHidden: true });
}

/** How often the screen was touched since the page was loaded, or the count begun again. */
async function tapsOn(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.taps ?? 0));
}

async function countTapsAgain(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.taps = "0";
  });
}

/** Replaces the centre's rules; lessons that exist keep theirs. */
async function setPolicy(cutOff: { hours: number } | null): Promise<void> {
  const admin = await restAs("admin@demo.pl", DEMO_PASSWORD);
  const current = (await admin("GET", "/cancellation_policy")) as { version: number } | null;
  await admin("PUT", "/admin/cancellation_policy", {
    cutOff,
    late: "charge",
    freeLatePerMonth: 0,
    payTeacher: true,
    creditDays: null,
    version: current?.version ?? 0,
  });
}

const MOTHER = "mama@demo.pl";
const SMALL_PHONE = { width: 360, height: 640 };
const BOOKED_TAPS = 4;
const UNSAVED = "Masz niezapisane zmiany";
type WireLesson = { _id: string; teacherId: string; subject: string; subjectLevel: string };
type WireBalance = { subject: string; subjectLevel: string; avaiableLessons: number };
type WireChild = { _id: string; name: string };

/** The mails to the mother that link to a lesson. */
async function mailsAbout(lesson: WireLesson): Promise<number> {
  const inbox = await fetch(`${productUrl()}/dev/inbox.json?to=${MOTHER}`);
  return ((await inbox.json()) as { text: string }[]).filter(({ text }) => text.includes(lesson._id)).length;
}

async function confirmAsTeacher({ _id, teacherId }: WireLesson): Promise<void> {
  for (const email of ["nauczyciel@demo.pl", "nauczyciel2@demo.pl"]) {
    const teacher = await restAs(email, DEMO_PASSWORD);
    const profile = (await teacher("GET", "/user/profile")) as { _id: string };
    if (profile._id !== teacherId) continue;
    await teacher("PUT", `/teacher/lesson_status/${_id}`, { status: "Potwierdzona" });
  }
}

test.each(sizesOf("phone"))(
  "on a %s: a mother books for two children, is told once, cancels for one, and sees what it costs",
  async (size) => {
    const mother = await restAs(MOTHER, DEMO_PASSWORD);
    const lessonsOf = async (studentId: string) =>
      (await mother("GET", `/parent/lessons/${studentId}`)) as WireLesson[];
    const children = (await mother("GET", "/parent/children")) as WireChild[];
    expect(children.map(({ name }) => name)).toEqual(["Jakub", "Zosia"]);
    const { page, context } = await openBrowser({ size, scheme: size === "phone" ? "light" : "dark" });
    await page.addInitScript(() => {
      addEventListener(
        "pointerdown",
        () => {
          const { dataset } = document.documentElement;
          dataset.taps = String(Number(dataset.taps ?? 0) + 1);
        },
        true,
      );
    });
    await setPolicy({ hours: 168 });
    await signIn(page, MOTHER, { at: null });
    // Whoever aims at a day hits it: nothing moves while the form loads.
    await watchLayoutShift(page);
    await page.goto("/dashboard/zajecia/rezerwacja");
    await page
      .getByRole("radio", { name: /^\d+:\d\d–/ })
      .first()
      .waitFor();
    expect(await layoutShift(page)).toBe(0);

    const booked: WireLesson[] = [];
    const leftOf = async ({ subject, subjectLevel }: Pick<WireLesson, "subject" | "subjectLevel">) => {
      const rows = (await mother("GET", `/parent/avaiable_lessons/${children[1]?._id}`)) as WireBalance[];
      const row = rows.find((each) => each.subject === subject && each.subjectLevel === subjectLevel);
      return row?.avaiableLessons ?? 0;
    };
    for (const { name, _id: studentId } of children) {
      const before = await lessonsOf(studentId);
      await goOn(page, "/dashboard/zajecia");
      await switchOf(page).getByRole("radio", { name }).check();
      // The choice is remembered: whoever opens the product finds the child chosen.
      if (name === "Zosia") await page.reload();
      else await countTapsAgain(page);
      await page.getByRole("link", { name: "Zarezerwuj", exact: true }).click();
      await page
        .getByRole("radio", { name: /[1-9]\d* woln/ })
        .nth(3)
        .check();
      await page
        .getByRole("radio", { name: /^\d+:\d\d–/ })
        .first()
        .check();
      await picture(page, `parent-booking-${name}-${size}`);
      await page.getByRole("button", { name: "Zarezerwuj" }).click();
      await page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
      expect(await tapsOn(page)).toBeLessThanOrEqual(BOOKED_TAPS);
      const added = (await lessonsOf(studentId)).filter(
        ({ _id }) => !before.some((lesson) => lesson._id === _id),
      );
      expect(added).toHaveLength(1);
      booked.push(...added);
    }
    await picture(page, `parent-lessons-${size}`);

    // The child without a login has no mailbox: its mother is told, and once.
    const [, zosias] = booked;
    if (!zosias) throw new Error("nothing was booked for the second child");
    await confirmAsTeacher(zosias);
    const { subject } = await mailTo(MOTHER, ({ text }) => text.includes(zosias._id));
    expect(subject).toContain("Lekcja potwierdzona");
    expect(await mailsAbout(zosias)).toBe(1);

    // The lesson is counted when it is booked, and stays so when it is cancelled too late.
    const leftBefore = (await leftOf(zosias)) + 1;

    // What cancelling costs stands there before the click.
    await goOn(page, `/dashboard/zajecia?lekcja=${zosias._id}`);
    const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
    const cost = /Stracisz 1 opłaconą lekcję|za tę lekcję trzeba zapłacić/;
    await sheet.getByText(cost).waitFor();
    await sheet.getByRole("button", { name: "Odwołaj lekcję" }).click();
    const question = page.getByRole("form", { name: /^Odwołać lekcję/ });
    await question.getByText(cost).waitFor();
    await picture(page, `parent-cancelling-${size}`);
    await question.getByRole("button", { name: /^Odwołaj i (strać|zapłać)/ }).click();
    await sheet.getByText("Odwołana po terminie: rozliczona").waitFor();
    await sheet.getByRole("button", { name: "Zamknij" }).click();

    await openByMenu(page, "Płatności");
    await page.getByText("Historia wpłat").waitFor();
    const left = await leftOf(zosias);
    expect(left).toBe(leftBefore - 1);
    await rowsOf(page, "Dostępne lekcje")
      .filter({ hasText: new RegExp(`${zosias.subject}.*[−-]?${Math.abs(left)}`) })
      .waitFor();
    await picture(page, `parent-payments-${size}`);
    // One child's subject does not narrow the other child's events.
    await switchOf(page).getByRole("radio", { name: "Jakub" }).check();
    const events = rowsOf(page, "Rozliczenie");
    await page.getByRole("combobox", { name: "Przedmiot" }).selectOption({ label: "Fizyka, liceum podst." });
    await expect.poll(() => events.filter({ hasNotText: "Fizyka" }).count()).toBe(0);
    await switchOf(page).getByRole("radio", { name: "Zosia" }).check();
    await events.filter({ hasText: zosias.subject }).first().waitFor();
    for (const entry of ["Chat", "Ustawienia"]) {
      await openByMenu(page, entry);
      await page.getByRole("heading", { name: entry, level: 1 }).waitFor();
    }
    expect(await mailsAbout(zosias)).toBe(1);
    await context.close();
  },
);

test("on a small phone the first screen says when the next lesson is, what is due, what was done and what is to do", async () => {
  // Of yesterday's lesson nobody has said yet that it took place. The demo's teacher never has another one in its block.
  const admin = await restAs("admin@demo.pl", DEMO_PASSWORD);
  const slot = slotToWire({ date: inDays(-1), block: 5 });
  const { _id: over } = (await admin("PUT", "/admin/lesson", {
    teacherId: demoId(100_002),
    studentId: demoId(100_004),
    ...slot,
    subject: "Matematyka",
    subjectLevel: "liceumP",
  })) as { _id: string };
  await admin("POST", `/admin/lesson/${over}`, { ...slot, status: "Potwierdzona", description: "" });
  const { page, context } = await openBrowser({ size: "phone", scheme: "light" });
  await page.setViewportSize(SMALL_PHONE);
  const answers = page.getByRole("list", { name: "W skrócie" }).getByRole("listitem");
  // What cannot be read says so, and is read again at a tap.
  const failing = [/families\.children/, /attention\.get/];
  for (const call of failing) await page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
  await signIn(page, MOTHER);
  const again = page.getByRole("button", { name: "Spróbuj ponownie" }).first();
  for (const call of failing) {
    await again.waitFor();
    expect(await answers.count()).toBe(0);
    const answered = page.waitForResponse(call);
    await page.unroute(call);
    await again.tap();
    await answered;
  }
  await answers.first().waitFor();

  const next = page.getByRole("region", { name: "Następna lekcja" });
  for (const question of ["Następna lekcja", "Do zapłaty", "Ostatnia lekcja", "Do zrobienia"]) {
    const answer = answers.filter({ hasText: question }).or(next.filter({ hasText: question }));
    await answer.waitFor();
    const { y = 0, height = SMALL_PHONE.height } = (await answer.boundingBox()) ?? {};
    expect([question, y + height <= SMALL_PHONE.height]).toEqual([question, true]);
  }
  await answers
    .filter({ hasText: "Ostatnia lekcja" })
    .getByText(/^(Zrealizowana|Uczeń nieobecny)$/)
    .waitFor();
  expect(await next.locator("time").getAttribute("datetime")).not.toBe(inDays(-1));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await picture(page, "parent-small-phone");

  // Each child has its mark, and one that is chosen rules the whole screen.
  const planned = rowsOf(page, "Zaplanowane lekcje").getByRole("button");
  for (const name of ["Jakub", "Zosia"]) {
    const row = planned.filter({ hasText: name }).first();
    expect(await row.locator("[data-colour]").textContent()).toBe(name[0]);
  }
  await switchOf(page).getByRole("radio", { name: "Zosia" }).check();
  await next.filter({ hasText: "Zosia" }).waitFor();
  for (const part of [next, answers, page.getByRole("region", { name: "Co teraz" })]) {
    await expect.poll(() => part.filter({ hasText: "Jakub" }).count()).toBe(0);
  }
  await next.getByRole("button").tap();
  const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
  await sheet.getByText("Zosia Nowak").waitFor();
  await context.close();
  await admin("DELETE", `/admin/lesson/${over}`);
});

test("the end of a guardianship takes the data off the open screen, and off the lesson that lies over it", async () => {
  const admin = await restAs("admin@demo.pl", DEMO_PASSWORD);
  const mother = await restAs(MOTHER, DEMO_PASSWORD);
  const childrenNow = async () => (await mother("GET", "/parent/children")) as WireChild[];
  const children = await childrenNow();
  const [jakub, zosia] = ["Jakub", "Zosia"].map((name) => children.find((child) => child.name === name));
  const [lesson] = (await mother("GET", `/parent/lessons/${jakub?._id}`)) as WireLesson[];
  const [guardianship] = (await admin("GET", `/admin/guardianships/${jakub?._id}`)) as { _id: string }[];
  // The next attempt, and other files, find the family as it was.
  onTestFinished(async () => {
    await admin("PUT", "/admin/guardianship", { ...guardianship, to: null });
  });
  const { page, context } = await openBrowser({ size: "phone" });
  await signIn(page, MOTHER);
  await switchOf(page).waitFor();
  await goOn(page, `/dashboard/zajecia?lekcja=${lesson?._id}`);
  const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
  await sheet.getByText("Jakub Nowak").first().waitFor();
  await admin("DELETE", `/admin/guardianship/${guardianship?._id}`);
  await expect.poll(() => switchOf(page).count()).toBe(0);
  await expect.poll(() => sheet.getByText("Jakub Nowak").count()).toBe(0);
  await sheet.getByText("Tej lekcji już nie ma").waitFor();
  expect(await childrenNow()).toMatchObject([{ _id: zosia?._id }]);
  await context.close();
});

test("a form that is begun for one child stays until the parent agrees to leave it, and a payment link opens whichever child is shown", async () => {
  const { admin, student } = await makeClassroom();
  const { email } = await makeParent(student);
  const [guardianship] = (await admin("GET", `/admin/guardianships/${student.id}`)) as {
    parentId: string;
  }[];
  await admin("PUT", "/admin/guardianship", { ...guardianship, payer: true });
  const { page, context } = await openBrowser({ size: "desk" });
  await signIn(page, email, { at: "/dashboard/zajecia/rezerwacja" });
  const topic = page.getByLabel("Temat zajęć");
  await topic.fill("Całki");

  // A sibling whose name comes first does not take it over.
  const sibling = await (await openCentre()).addPerson("Student", "Ada", student.surname);
  const rights = { book: true, pay: false };
  const related = { parentId: guardianship?.parentId, studentId: sibling.id, rights, payer: false };
  await admin("PUT", "/admin/guardianship", related);
  const [one, other] = ["Ada", student.name].map((name) => switchOf(page).getByRole("radio", { name }));
  await one?.waitFor();
  // Nor does what is chosen in another tab.
  await page.evaluate((id) => localStorage.setItem("korki.uczen", id), sibling.id);
  await topic.fill("Całki i pochodne");
  expect(await other?.isChecked()).toBe(true);
  await one?.click();
  await answer(page, UNSAVED, "Zostań");
  expect(await other?.isChecked()).toBe(true);
  expect(await topic.inputValue()).toBe("Całki i pochodne");
  await one?.click();
  await answer(page, UNSAVED, "Porzuć zmiany");
  await expect.poll(() => one?.isChecked()).toBe(true);
  await topic.waitFor({ state: "detached" });

  const items = [{ subject: "Matematyka", subjectLevel: "liceumP", lessons: 4 }];
  await admin("POST", "/admin/payment_link", { studentId: student.id, items });
  const mail = await mailTo(email, ({ subject }) => /^Do zapłaty: 360/.test(subject));
  const link = new URL(mail.links.find((each) => each.includes("zamowienie=")) ?? "");
  await goOn(page, link.pathname + link.search);
  await page
    .getByRole("dialog", { name: "Zamówienie" })
    .getByRole("link", { name: /^Zapłać 360\szł$/ })
    .waitFor();
  expect(await one?.isChecked()).toBe(true);
  await context.close();
});

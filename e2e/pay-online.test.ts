import { addMonths, monthName, monthOf, weekdayOf } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  goOn,
  openBrowser,
  picture,
  type Size,
  signIn,
  signInOnBoth,
  sizesOf,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL, answer } from "./harness/centre";
import { book, type Classroom, inDays, makeClassroom } from "./harness/classroom";
import { unreadable } from "./harness/layout";
import { mailTo } from "./harness/outside";
import { doorsOf, restAs, restAsVisitor } from "./harness/rest";

/** A student pays for lessons online: choose, pay at the provider, come back, find the confirmation. */
let room: Classroom;
let pages: Record<Size, Page>;
let office: Record<Size, Page>;

/** A parent of the student, with all rights. */
async function makeParent(name: string, surname: string, { admin, student }: Classroom): Promise<string> {
  const email = `${name}.${student.email}`.toLowerCase();
  // Whom the student invites would wait for the agreement of the parent who pays.
  await admin("POST", "/admin/invite_parent", { studentId: student.id, email });
  const { links } = await mailTo(email);
  const token = links.map((link) => /\/zaproszenie\/([^/?#]+)/.exec(link)?.[1]).find(Boolean);
  const person = { name, surname, phone: "+48600100200", password: DEMO_PASSWORD };
  await restAsVisitor("POST", `/user/invitation/${token}`, person);
  return email;
}

/** The parent who pays for the student. */
async function makePayer(name: string, surname: string, of: Classroom): Promise<string> {
  const email = await makeParent(name, surname, of);
  const [guardianship] = (await of.admin("GET", `/admin/guardianships/${of.student.id}`)) as object[];
  await of.admin("PUT", "/admin/guardianship", { ...guardianship, payer: true });
  return email;
}

beforeAll(async () => {
  room = await makeClassroom();
  pages = await signInOnBoth(room.student.email, "light", { at: null });
  office = await signInOnBoth(ADMIN_EMAIL, "dark", { at: null });
});
afterAll(closeBrowser);

test.each(sizesOf("phone"))("a student tops up lessons and gets the confirmation: %s", async (size) => {
  const page = pages[size];
  await page.goto("/dashboard/platnosci?doladuj=1");
  const form = page.getByRole("dialog", { name: "Doładuj lekcje" });
  await form.getByLabel("Poziom").selectOption("liceumP");
  await form.getByLabel("Liczba lekcji").fill("3");
  await form.getByRole("button", { name: "Więcej lekcji" }).click();
  await picture(page, `top-up-${size}`);
  if (size === "phone") expect(await unreadable(page, size)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  // Until the provider's page is there, a second press would place a second order.
  await page.route(/trnRequest/, (route) => route.fulfill({ status: 204 }), { times: 1 });
  const [request] = await Promise.all([
    page.waitForRequest(/trnRequest/),
    page.waitForRequest(/orders\.list/),
    form.getByRole("button", { name: /^Zapłać 360\szł$/ }).click(),
  ]);
  expect(await form.locator("button[type=submit]").isEnabled()).toBe(false);
  await page.goto(request.url());

  await page.getByRole("heading", { name: /^Do zapłaty: 360,00/ }).waitFor();
  await page.getByRole("button", { name: /^Zapłać 360,00/ }).click();

  const order = page.getByRole("dialog", { name: "Zamówienie" });
  await order.getByText("Opłacone", { exact: true }).waitFor();
  await order.getByText("Wpłata dotarła, lekcje są już dostępne.").waitFor();
  await picture(page, `paid-order-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    order.getByRole("button", { name: "Pobierz potwierdzenie" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^potwierdzenie-PW-\d{4}-\d+\.pdf$/);
  await mailTo(room.student.email, ({ subject }) => subject.startsWith("Potwierdzenie wpłaty PW/"));
});

test.each(sizesOf("desk"))(
  "exactly what is due goes to the provider, and what is planned later is told apart: %s",
  async (size) => {
    const own = await makeClassroom();
    for (const days of [2, 20]) await book(own, inDays(days), 4);
    const { page } = await openBrowser({ size });
    await signIn(page, own.student.email, { at: "/dashboard/platnosci" });
    await page.getByRole("heading", { name: /^90\szł, do / }).waitFor();
    await page.getByText(/^Matematyka.*: 1 lekcja, 90\szł$/).waitFor();
    await page.getByText(/^Zaplanowane na później: 90\szł/).waitFor();
    await picture(page, `due-${size}`);
    await page.getByRole("button", { name: /^Zapłać 90\szł$/ }).click();
    await page.getByRole("heading", { name: /^Do zapłaty: 90,00/ }).waitFor();
  },
);

test.each(sizesOf("phone"))("what is due for two children is paid at once: %s", async (size) => {
  const [own, other] = [await makeClassroom(), await makeClassroom()];
  const email = await makePayer("Ewa", "Szczepańska", own);
  await addSibling(own, other);
  for (const each of [own, other]) await book(each, inDays(2), 4);
  const { page } = await openBrowser({ size });
  await signIn(page, email);
  await page
    .getByText(/^Do zapłaty: Bartek/)
    .nth(1)
    .waitFor();
  const together = page.getByRole("button", { name: /^Zapłać razem 180\szł$/ });
  await together.waitFor();
  await picture(page, `due-together-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  await together.click();
  await page.getByRole("heading", { name: /^Do zapłaty: 180,00/ }).waitFor();
});

/** The parent of the first student pays for the other one, too; returns who that is. */
async function addSibling({ admin, student }: Classroom, other: Classroom): Promise<string> {
  const [{ parentId }] = (await admin("GET", `/admin/guardianships/${student.id}`)) as [{ parentId: string }];
  const rights = { book: true, pay: true };
  await admin("PUT", "/admin/guardianship", { parentId, studentId: other.student.id, rights, payer: true });
  return parentId;
}

test.each(sizesOf("phone"))(
  "a former payer's first screen says each part of a bill once, and leads to it without a child: %s",
  async (size) => {
    const rooms = [await makeClassroom(), await makeClassroom(), await makeClassroom()] as const;
    const [own, second, third] = rooms;
    const email = await makePayer("Iga", "Szczepańska", own);
    const { admin } = own;
    await addSibling(own, second);
    const payerId = await addSibling(own, third);
    for (const days of [2, 9]) await book(own, inDays(days), 4);
    await book(second, inDays(2), 4);
    await issueBill(payerId, own);
    const leave = async ({ student }: Classroom) => {
      const [guardianship] = (await admin("GET", `/admin/guardianships/${student.id}`)) as { _id: string }[];
      await admin("DELETE", `/admin/guardianship/${guardianship?._id}`);
    };
    await leave(own);

    const { page } = await openBrowser({ size });
    await signIn(page, email);
    const ofChild = page.getByRole("link", { name: /^Do zapłaty: Bartek: 90\szł, do / });
    const former = page.getByRole("link", { name: /^Rachunek za .+: 180\szł, do / });
    await ofChild.waitFor();
    await former.waitFor();
    await picture(page, `former-bill-${size}`);
    const chips = page.getByRole("group", { name: "Czyje zajęcia" }).getByRole("radio");
    await chips.nth(1).check();
    await former.waitFor({ state: "detached" });
    await leave(third);
    // An only child is no choice.
    await former.waitFor();
    await leave(second);
    await page.getByText("Tutaj pojawią się zajęcia Twojego dziecka").waitFor();
    await page.getByRole("link", { name: /^Rachunek za .+: 270\szł, do / }).waitFor();
    await picture(page, `former-payer-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Przejdź do płatności" }).click();
    await page.getByRole("button", { name: /^Zapłać 270\szł$/ }).waitFor();
    await visit(page, "/dashboard/ustawienia");
    await page.getByRole("heading", { name: "Ustawienia" }).waitFor();
  },
);

/** A student with a bill of two lessons, 180 zł. */
async function makeBilled(): Promise<Classroom> {
  const own = await makeClassroom();
  for (const days of [2, 9]) await book(own, inDays(days), 4);
  await issueBill(own.student.id, own);
  return own;
}

/** Issues next month's bill of one payer alone, with all that is planned before. */
async function issueBill(payerId: string, { admin }: Classroom): Promise<void> {
  await admin("PUT", `/admin/billing/${payerId}`, { mode: "advance" });
  const { year, month } = addMonths(monthOf(inDays(0)), 1);
  const path = `/admin/bills/${monthName({ year, month })}`;
  const preview = (await admin("GET", `${path}/preview`)) as {
    bills: { payerId: string }[];
    token: string;
  };
  const others = preview.bills.map(({ payerId }) => payerId).filter((id) => id !== payerId);
  await admin("POST", path, { token: preview.token, without: others });
}

test.each(sizesOf("phone"))(
  "from the message of a monthly bill to the provider it takes two taps, and then nothing is due: %s",
  async (size) => {
    const { student } = await makeBilled();

    const mail = await mailTo(student.email, ({ subject }) => /^Rachunek za .*: 180\szł$/.test(subject));
    const link = mail.links.find((each) => each.includes("/rachunek/")) ?? "";
    const { page } = await openBrowser({ size });
    await signIn(page, student.email, { at: null });
    // The first tap is the message's link.
    await page.goto(new URL(link).pathname);
    const bill = page.getByRole("dialog", { name: "Rachunek" });
    await bill.getByText(/^Bartek Szczepański, Matematyka.*: 2 lekcje, 180\szł$/).waitFor();
    const { pathname, search } = new URL(page.url());
    await picture(page, `bill-${size}`);
    await bill.getByRole("button", { name: /^Zapłać 180\szł$/ }).click();
    await page.getByRole("heading", { name: /^Do zapłaty: 180,00/ }).waitFor();
    await page.getByRole("button", { name: /^Zapłać 180,00/ }).click();
    await page.getByRole("dialog", { name: "Zamówienie" }).getByText("Opłacone", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Nic nie musisz teraz płacić.").waitFor();
    await page.getByText(/^Matematyka.*: opłacone do /).waitFor();
    await goOn(page, pathname + search);
    await bill.getByText("Zapłacony", { exact: true }).waitFor();
  },
);

test("a bill's payment that is over begins again at the bill", async () => {
  const { student } = await makeBilled();
  const { page } = await openBrowser({ size: "phone" });
  await signIn(page, student.email, { at: "/dashboard/platnosci" });
  await page.getByRole("button", { name: /^Zapłać 180\szł$/ }).click();
  await page.getByRole("heading", { name: /^Do zapłaty: 180,00/ }).waitFor();
  await visit(page, "/dashboard/platnosci");
  await page.getByRole("button", { name: /^Zapłać lub anuluj zamówienie z / }).click();
  const order = page.getByRole("dialog", { name: "Zamówienie" });
  await order.getByRole("button", { name: "Anuluj zamówienie" }).click();
  await answer(page, "Anulować to zamówienie?", "Anuluj zamówienie");
  await order.getByRole("button", { name: "Spróbuj ponownie" }).click();
  const bill = page.getByRole("dialog", { name: "Rachunek" });
  await bill.getByRole("button", { name: /^Zapłać 180\szł$/ }).waitFor();
  await order.waitFor({ state: "detached" });
});

test("what came too much for a bill is shown to its payer, and noted as given back", async () => {
  const { admin, student } = await makeBilled();
  const bills = (await student.rest("GET", "/student/bills")) as { _id: string }[];
  await admin("POST", "/admin/input_payment", { billId: bills[0]?._id, moneyAmount: 220 });
  const { page } = await openBrowser({ size: "phone" });
  await signIn(page, student.email, { at: "/dashboard/platnosci" });
  await page.getByRole("region", { name: /^Nadpłata: 40\szł$/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await visit(office.desk, `/dashboard/uczniowie/${student.id}/finanse`);
  await office.desk.getByRole("button", { name: "Zwrócono nadpłatę" }).click();
  await answer(office.desk, /^Nadpłata zwrócona: 40\szł\?$/, "Tak, zwrócono");
  await office.desk.getByText("Zapisano zwrot nadpłaty").waitFor();
  await office.desk.getByRole("region", { name: /^Nadpłata:/ }).waitFor({ state: "detached" });
  await visit(page, "/dashboard/platnosci");
  await page.getByText("Zapłacone i wycofane rachunki").waitFor();
  expect(await page.getByRole("region", { name: /^Nadpłata:/ }).count()).toBe(0);
});

test.each(sizesOf("phone"))(
  "a child's weekly lessons wait for the parent's answers, a yes and a no: %s",
  async (size) => {
    const own = await makeClassroom();
    const { student } = own;
    const email = await makePayer("Ola", "Szczepańska", own);
    const child = await openBrowser({ size });
    await signIn(child.page, student.email, { at: "/dashboard/zajecia/stale-terminy/nowy" });
    await child.page.getByLabel("Przedmiot").selectOption("Matematyka");
    await child.page.getByLabel("Poziom").selectOption("liceumP");
    await child.page.getByLabel("Dzień tygodnia").selectOption(weekdayOf(inDays(3)));
    await child.page.getByLabel("Od", { exact: true }).fill(inDays(3));
    await child.page.getByLabel("Do", { exact: true }).fill(inDays(24));
    await child.page.getByRole("button", { name: "Sprawdź terminy" }).click();
    await child.page.getByRole("button", { name: "Zarezerwuj 4 lekcje" }).click();
    // The teacher hears of it only after the parent's yes.
    await child.page
      .getByText("Poprosiliśmy o zgodę rodzica, który płaci. Nauczyciel dowie się, gdy się zgodzi.")
      .waitFor();
    await child.context.close();
    await askForFiveLessons(own);

    const { page } = await openBrowser({ size });
    const mail = await mailTo(email, ({ subject }) => /prosi o stały termin/.test(subject));
    const link = new URL(mail.links.find((each) => each.includes("/dashboard/")) ?? "");
    await signIn(page, email, { at: link.pathname + link.search });
    await page
      .getByRole("button", { name: /^Zgadzam się: Bartek prosi o stały termin/ })
      .first()
      .waitFor();
    await visit(page, "/dashboard/zajecia");
    for (const [answer, amount, said] of [
      ["Zgadzam się", 360, "Zgoda"],
      ["Nie", 450, "Bez zgody"],
    ] as const) {
      const asked = page.getByRole("button", {
        name: new RegExp(`^${answer}: Bartek prosi o stały termin, ${amount}\\szł`),
      });
      await asked.waitFor();
      if (answer === "Zgadzam się") {
        await picture(page, `approval-${size}`);
        expect(await axeFindings(page)).toEqual([]);
      }
      await asked.click();
      await page.getByText(said, { exact: true }).waitFor();
      await asked.waitFor({ state: "detached" });
    }
    expect(await student.rest("GET", "/student/lessons")).toHaveLength(4);
  },
);

/** The student asks for a weekly lesson on another day than in three days. */
async function askForFiveLessons({ student, teacher }: Classroom): Promise<void> {
  const { mutate } = await doorsOf(student.email, DEMO_PASSWORD);
  const body = {
    teacherId: teacher.id,
    weekday: weekdayOf(inDays(4)),
    block: 5,
    subject: "Matematyka",
    level: "liceumP",
    from: inDays(4),
    to: inDays(32),
  };
  const { token } = await mutate<{ token: string }>("series.preview", body);
  await mutate("series.create", { ...body, token });
}

test("the message of a payment link leads to what can be paid; who comes back refused tries again", async () => {
  const items = [{ subject: "Matematyka", subjectLevel: "liceumP", lessons: 4 }];
  await room.admin("POST", "/admin/payment_link", { studentId: room.student.id, items });
  const mail = await mailTo(room.student.email, ({ subject }) => /^Do zapłaty: 360/.test(subject));
  const link = new URL(mail.links.find((each) => each.includes("zamowienie=")) ?? "");
  const page = pages.phone;
  await goOn(page, link.pathname + link.search);
  const order = page.getByRole("dialog", { name: "Zamówienie" });
  await order
    .getByText(/^Zamówienie czeka na płatność\. Zapłacisz BLIKIEM, kartą albo przelewem\./)
    .waitFor();
  await picture(page, "order-to-pay-phone");
  expect(await axeFindings(page)).toEqual([]);
  await order.getByRole("link", { name: /^Zapłać 360\szł$/ }).click();
  await page.getByRole("button", { name: "Odrzuć płatność" }).click();
  await order.getByText("Czeka na płatność", { exact: true }).waitFor();
  await order.getByText(/^Operator płatności nie ma jeszcze tej wpłaty/).waitFor();
  await order.getByRole("link", { name: "Spróbuj ponownie" }).waitFor();
});

test("from the message of a low balance to paid it takes the payer four taps on a phone at most", async () => {
  const { admin, student } = room;
  const parentEmail = await makePayer("Ewa", "Szczepańska", room);
  const balance = { studentId: student.id, subject: "Matematyka", subjectLevel: "liceumP", desc: "korekta" };
  const [left] = (await student.rest("GET", "/student/avaiable_lessons")) as { avaiableLessons: number }[];
  await admin("POST", "/admin/ledger_adjustment", { ...balance, quantity: 1 - (left?.avaiableLessons ?? 0) });

  const isLow = ({ subject }: { subject: string }) => subject === "Kończą się opłacone lekcje";
  const linkIn = async (email: string) =>
    (await mailTo(email, isLow)).links.find((link) => link.includes("doladuj=1")) ?? "";
  expect(await linkIn(student.email)).toContain("/dashboard/platnosci?doladuj=1");
  const { page } = await openBrowser({ size: "phone" });
  await signIn(page, parentEmail, { at: null });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  taps += 1;
  await page.goto(new URL(await linkIn(parentEmail)).pathname + new URL(await linkIn(parentEmail)).search);
  const form = page.getByRole("dialog", { name: "Doładuj lekcje" });
  expect(await form.getByLabel("Przedmiot").inputValue()).toBe("Matematyka");
  await tap(form.getByRole("button", { name: /^Zapłać 360\szł$/ }));
  await page.getByRole("heading", { name: /^Do zapłaty: 360,00/ }).waitFor();
  await page.getByRole("button", { name: /^Zapłać 360,00/ }).waitFor();
  // The last tap is the provider's.
  expect(taps + 1).toBeLessThanOrEqual(4);
});

test.each(sizesOf("desk"))(
  "the other parent sees who ordered, and orders the same only once that is cancelled: %s",
  async (size) => {
    const [anna, jan] = [
      await makeParent("Anna", "Szczepańska", room),
      await makeParent("Jan", "Szczepański", room),
    ];
    const mother = await restAs(anna, DEMO_PASSWORD);
    const item = { subject: "Fizyka", subjectLevel: "liceumR", lessons: 4 };
    await mother("PUT", "/order", { studentId: room.student.id, items: [item] });

    const { page: father } = await openBrowser({ size });
    await signIn(father, jan, { at: "/dashboard/platnosci?doladuj=1&przedmiot=Fizyka&poziom=liceumR" });
    const waiting = father.getByText(/^Anna Szczepańska, .*Fizyka, liceum rozsz\., 4 lekcje/).last();
    const order = async () => {
      await father.getByRole("button", { name: /^Zapłać 400/ }).click();
      await father.getByRole("button", { name: "Kup mimo to" }).click();
    };
    await waiting.waitFor();
    await order();
    await father
      .getByRole("dialog", { name: "Doładuj lekcje" })
      .getByText(/^Takie zamówienie czeka już na płatność: Anna Szczepańska/)
      .waitFor();
    await picture(father, `order-of-the-other-parent-${size}`);
    expect(await axeFindings(father)).toEqual([]);

    const { page: phone } = await openBrowser({ size: "phone" });
    await signIn(phone, anna, { at: "/dashboard/platnosci" });
    await phone.getByRole("button", { name: /^Zapłać lub anuluj zamówienie/ }).click();
    await phone
      .getByRole("dialog", { name: "Zamówienie", exact: true })
      .getByRole("button", { name: "Anuluj zamówienie" })
      .click();
    await phone
      .getByRole("dialog", { name: "Anulować to zamówienie?" })
      .getByRole("button", { name: "Anuluj zamówienie" })
      .click();
    await phone.getByRole("dialog", { name: "Zamówienie" }).getByText("Wygasło", { exact: true }).waitFor();
    await waiting.waitFor({ state: "detached" });
    await order();
    await father.getByRole("heading", { name: /^Do zapłaty: 400,00/ }).waitFor();
  },
);

test.each(sizesOf("desk"))(
  "an administrator looks into a suspect notification and reconciles the books with the provider: %s",
  async (size) => {
    await restAsVisitor("POST", "/payments/p24/status", { sessionId: "podrobione", sign: "x" });
    const page = office[size];
    await page.goto("/dashboard/firma/platnosci-online");
    await page.getByRole("button", { name: "Porównaj", exact: true }).click();
    await page.getByText("Wszystko się zgadza.").waitFor();
    await page.getByText("Nieprawidłowy podpis").first().waitFor();
    await picture(page, `online-payments-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    await visit(page, "/dashboard/zajecia");
    await page
      .getByRole("link", { name: /^Nieprawidłowy podpis/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Oznacz jako sprawdzone/ })
      .first()
      .click();
    await page.getByText("Żadne powiadomienie nie budzi zastrzeżeń.").waitFor();
  },
);

test("an administrator reads what a refund gives back before it is asked for", async () => {
  const page = office.desk;
  await visit(page, `/dashboard/uczniowie/${room.student.id}/finanse`);
  const paid = page.getByRole("row").filter({ hasText: "Opłacone" });
  await paid
    .getByRole("button", { name: /^Szczegóły zamówienia/ })
    .first()
    .click();
  const refund = page.getByRole("form", { name: "Zwróć pieniądze" });
  await refund.getByText(/^Do zwrotu: \d+ niewykorzystan\S+ lekcj\S+, \d+\szł$/).waitFor();
  await refund.getByLabel("Powód zwrotu").fill("Rezygnacja");
  await picture(page, "refund-desk");
  expect(await axeFindings(page)).toEqual([]);
  await refund.getByRole("button", { name: "Zwróć pieniądze" }).click();
  await answer(page, /^Zwrócić \d+\szł\?$/, "Zwróć pieniądze");
  await page.getByText("Zlecono zwrot").waitFor();
});

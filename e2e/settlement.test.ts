import { instantOf } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  goOn,
  openBrowser,
  picture,
  rowsOf,
  type Size,
  signIn,
  sizesOf,
  visit,
} from "./harness/browser";
import { ADMIN_EMAIL } from "./harness/centre";
import { bookConfirmed, type Classroom, inDays, makeClassroom } from "./harness/classroom";
import { mailTo } from "./harness/outside";
import { doorsOf, restAsVisitor } from "./harness/rest";

/** What cancelling costs, who decides, and the page that settles it: student, teacher, parent and administrator. */
const SIZES = sizesOf("phone");
const SOON = inDays(2);
const LATER = inDays(3);
/** Blocks of each size's own lessons; `decided` is cancelled as `asked` is, over REST. */
const BLOCKS: Record<Size, { charged: number; asked: number; decided: number; priced: number }> = {
  phone: { charged: 2, asked: 3, decided: 6, priced: 6 },
  desk: { charged: 4, asked: 5, decided: 7, priced: 8 },
};

let room: Classroom;
let parentEmail: string;
let onTime: string;
const charged = {} as Record<Size, string>;
const asked = {} as Record<Size, string>;
let packageId: string;

/** The student's mother, who pays. */
async function makePayer({ admin, student }: Classroom): Promise<string> {
  const email = `rodzic.${student.email}`;
  await student.rest("POST", "/student/invite_parent", { email });
  const { links } = await mailTo(email);
  const token = links.map((link) => /\/zaproszenie\/([^/?#]+)/.exec(link)?.[1]).find(Boolean);
  await restAsVisitor("POST", `/user/invitation/${token}`, {
    name: "Ewa",
    surname: "Szczepańska",
    phone: "+48600100200",
    password: DEMO_PASSWORD,
  });
  const [guardianship] = (await admin("GET", `/admin/guardianships/${student.id}`)) as object[];
  await admin("PUT", "/admin/guardianship", { ...guardianship, payer: true });
  return email;
}

/** Replaces the centre's rules; lessons that exist keep theirs. */
async function setPolicy(change: object): Promise<void> {
  const current = (await room.admin("GET", "/cancellation_policy")) as { version: number } | null;
  await room.admin("PUT", "/admin/cancellation_policy", {
    cutOff: null,
    late: "charge",
    freeLatePerMonth: 0,
    payTeacher: true,
    creditDays: null,
    ...change,
    version: current?.version ?? 0,
  });
}

beforeAll(async () => {
  room = await makeClassroom();
  parentEmail = await makePayer(room);
  const { admin, student } = room;
  const offer = { name: "Pakiet na próbę", subject: null, subjectLevel: "liceumP", lessons: 10, price: 800 };
  ({ _id: packageId } = (await admin("PUT", "/admin/package", { ...offer, validDays: 5 })) as {
    _id: string;
  });
  const pair = { subject: "Matematyka", subjectLevel: "liceumP" };
  const payment = { moneyAmount: 800, lessonAmount: 10, desc: "pakiet", ...pair };
  await admin("POST", "/admin/input_payment", {
    studentId: student.id,
    ...payment,
    packageId,
    method: "gotowka",
  });
  for (const size of SIZES) {
    await setPolicy({ cutOff: { hours: 168 } });
    charged[size] = await bookConfirmed(room, SOON, BLOCKS[size].charged);
    await setPolicy({ cutOff: { hours: 168 }, late: "ask" });
    asked[size] = await bookConfirmed(room, SOON, BLOCKS[size].asked);
    const decided = await bookConfirmed(room, SOON, BLOCKS[size].decided);
    await student.rest("PUT", `/student/lesson_status/${decided}`, { status: "Odwolana przez ucznia" });
  }
  await setPolicy({ cutOff: { hours: 2 } });
  onTime = await bookConfirmed(room, LATER, 2);
});
afterAll(async () => {
  await setPolicy({});
  await room.admin("DELETE", `/admin/package/${packageId}`);
  await closeBrowser();
});

const openLesson = (page: Page, id: string) => goOn(page, `/dashboard/zajecia?lekcja=${id}`);

test.each(SIZES)("a student sees what cancelling costs before the click: %s", async (size) => {
  const { page } = await openBrowser({ size, scheme: "dark" });
  await signIn(page, room.student.email, { at: `/dashboard/zajecia?lekcja=${onTime}` });
  const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
  const cancel = async (expected: RegExp, label: RegExp, becomes: string) => {
    await sheet.getByText(expected).waitFor();
    await sheet.getByRole("button", { name: "Odwołaj lekcję" }).click();
    const question = page.getByRole("form", { name: /^Odwołać lekcję/ });
    await question.getByText(expected).waitFor();
    await question.getByRole("button", { name: label }).click();
    await sheet.getByText(becomes).waitFor();
  };
  await sheet.getByText(/^Bezpłatne odwołanie do .+, \d+:\d\d$/).waitFor();
  await openLesson(page, charged[size]);
  await sheet.getByText(/^Stracisz 1 opłaconą lekcję \(\d+\szł\)$/).waitFor();
  await picture(page, `late-cancellation-${size}`);
  expect(await axeFindings(page)).toEqual([]);
  await cancel(/^Stracisz 1/, /^Odwołaj i strać lekcję/, "Odwołana po terminie: rozliczona");
  await openLesson(page, asked[size]);
  await cancel(
    /o rozliczeniu zdecyduje nauczyciel/,
    /^Odwołaj lekcję$/,
    "Odwołana po terminie: czeka na decyzję nauczyciela",
  );
});

test.each(SIZES)(
  "the teacher decides in the list of open decisions, and waives a charge with a reason: %s",
  async (size) => {
    const { page } = await openBrowser({ size, scheme: "light" });
    await signIn(page, room.teacher.email, { at: "/dashboard/zajecia" });
    const decisions = rowsOf(page, "Odwołane po terminie: zdecyduj");
    // Each size leaves two.
    const open = 2 * (SIZES.length - SIZES.indexOf(size));
    await expect.poll(() => decisions.count()).toBe(open);
    await picture(page, `late-decisions-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    for (const [left, answer, said] of [
      [open - 1, /^Rozlicz lekcję:/, "Lekcja zostanie rozliczona"],
      [open - 2, /^Nie rozliczaj lekcji:/, "Lekcja nie zostanie rozliczona"],
    ] as const) {
      await decisions.first().getByRole("button", { name: answer }).click();
      await page.getByText(said, { exact: true }).waitFor();
      await expect.poll(() => decisions.count()).toBe(left);
    }
    await openLesson(page, charged[size]);
    await page.getByRole("button", { name: "Zrezygnuj z rozliczenia" }).click();
    await page.getByLabel("Powód").fill("Nagła choroba");
    await page.getByRole("button", { name: "Zrezygnuj z rozliczenia" }).click();
    await page.getByText("Odwołana po terminie: rozliczona").waitFor({ state: "detached" });
  },
);

test.each(sizesOf("desk"))(
  "an administrator corrects a balance, sets a price of one student's own, and the month adds up: %s",
  async (size) => {
    const { admin, teacher, student } = room;
    const { page } = await openBrowser({ size, scheme: "light" });
    const whose = `${student.name} ${student.surname}`;
    const price = size === "phone" ? 75 : 77;
    await signIn(page, ADMIN_EMAIL, { at: `/dashboard/uczniowie/${student.id}/rozliczenie` });
    await page.getByRole("button", { name: "Dodaj korektę" }).click();
    const form = page.getByRole("dialog", { name: "Dodaj korektę" });
    await form.getByLabel("Liczba lekcji").fill("−1");
    await form.getByLabel("Powód").fill(`Pomyłka (${size})`);
    await form.getByRole("button", { name: "Dodaj korektę" }).click();
    await rowsOf(page, "Rozliczenie")
      .filter({ hasText: `Pomyłka (${size})` })
      .waitFor();
    await picture(page, `ledger-admin-${size}`);

    await visit(page, "/dashboard/firma/cennik");
    await page.getByRole("button", { name: "Dodaj cenę" }).click();
    const priceForm = page.getByRole("dialog", { name: "Dodaj cenę" });
    await priceForm.getByLabel("Uczeń", { exact: true }).fill(student.email);
    await page.getByRole("option").filter({ hasText: student.email }).click();
    await priceForm.getByLabel("Cena", { exact: true }).fill(String(price));
    await priceForm.getByLabel("Stawka", { exact: true }).fill("50");
    await priceForm.getByRole("button", { name: "Zapisz" }).click();
    await rowsOf(page, "Ceny indywidualne")
      .filter({ hasText: whose })
      .filter({ hasText: String(price) })
      .waitFor();
    const [year, month, day] = LATER.split("-").map(Number);
    const { _id } = (await admin("PUT", "/admin/lesson", {
      teacherId: teacher.id,
      studentId: student.id,
      subject: "Matematyka",
      subjectLevel: "liceumP",
      dateYear: year,
      dateMonth: month,
      dateDay: day,
      blockIndex: BLOCKS[size].priced,
    })) as { _id: string };
    await openLesson(page, _id);
    await page.getByText(new RegExp(`${price}\\szł od ucznia`)).waitFor();
    await visit(page, "/dashboard/firma/cennik");
    const own = rowsOf(page, "Ceny indywidualne").filter({ hasText: whose });
    await own.getByRole("button", { name: /^Usuń cenę: / }).click();
    await page
      .getByRole("dialog", { name: new RegExp(`^Usunąć cenę: ${whose}`) })
      .getByRole("button", { name: "Usuń", exact: true })
      .click();
    await own.waitFor({ state: "detached" });

    // The charged cancellations, one of each size, are a row of their own, and the sum holds them.
    const [ofYear, ofMonth] = SOON.split("-").map(Number);
    await visit(page, `/dashboard/nauczyciele/${teacher.id}/statystyki?rok=${ofYear}&miesiac=${ofMonth}`);
    const figures = page.getByRole("region", { name: /^Statystyki miesięczne: / });
    const [charges, sum] = [SIZES.length, `${60 * SIZES.length}\\szł`];
    await expect
      .poll(() => figures.textContent())
      .toMatch(
        new RegExp(
          `odwołane po terminie, rozliczone\\s*${charges}\\s*${sum}\\s*${sum}\\s*Razem\\s*${charges}\\s*${sum}`,
        ),
      );
  },
);

test("student and payer are e-mailed once, a week before lessons expire, and read every movement, also as CSV", async () => {
  const { query } = await doorsOf(ADMIN_EMAIL, DEMO_PASSWORD);
  const warnings = { page: 1, pageSize: 5, kind: "lessons-expiring", search: room.student.email };
  // The package was bought with five days to go: the worker looks for such lessons once a minute.
  await expect
    .poll(async () => (await query<{ total: number }>("notifications.list", warnings)).total, {
      timeout: 90_000,
      interval: 2_000,
    })
    .toBe(2);
  for (const [size, email] of [
    ["desk", room.student.email],
    ["phone", parentEmail],
  ] as const) {
    const { page } = await openBrowser({ size });
    await signIn(page, email, { at: await ledgerInMail(email) });
    const rows = rowsOf(page, "Rozliczenie");
    await rows
      .filter({ hasText: /Wpłata 800\szł, gotówka/ })
      .filter({ hasText: /ważna do/ })
      .waitFor();
    await rows.filter({ hasText: "Pomyłka (desk)" }).waitFor();
    await rows
      .filter({ hasText: /Odwołana bezpłatnie/ })
      .first()
      .waitFor();
    await picture(page, `ledger-${email === parentEmail ? "parent" : "student"}-${size}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Pobierz CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^rozliczenie-\d{4}-\d\d-\d\d\.csv$/);
  }
});

/** Where the warning leads. Nobody is warned at night: until nine the messages wait. */
async function ledgerInMail(email: string): Promise<string> {
  if (Date.now() < instantOf(inDays(0), 9 * 60).getTime()) return "/dashboard/platnosci";
  const { text, links } = await mailTo(
    email,
    ({ subject }) => subject === "Zbliża się termin ważności lekcji",
  );
  expect(text).toContain("Matematyka");
  const { pathname, search } = new URL(links.find((each) => each.includes("/dashboard/platnosci")) ?? "");
  return pathname + search;
}

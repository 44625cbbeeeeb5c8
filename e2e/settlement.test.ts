import { instantOf } from "@korki/domain";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  openBrowser,
  picture,
  rowsOf,
  type Size,
  signIn,
  signInOnBoth,
  visit,
} from "./harness/browser";
import { bookConfirmed, type Classroom, inDays, makeClassroom } from "./harness/classroom";
import { mailTo } from "./harness/outside";
import { restAsVisitor } from "./harness/rest";

/** What cancelling costs, who decides, and the page that settles it: student, teacher, parent and administrator. */
const SIZES: Size[] = ["phone", "desk"];
const SOON = inDays(2);
const LATER = inDays(3);
/** Blocks of each size's own lessons. */
const BLOCKS: Record<Size, { charged: number; asked: number }> = {
  phone: { charged: 2, asked: 3 },
  desk: { charged: 4, asked: 5 },
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
  }
  await setPolicy({ cutOff: { hours: 2 } });
  onTime = await bookConfirmed(room, LATER, 2);
});
afterAll(async () => {
  await setPolicy({});
  await room.admin("DELETE", `/admin/package/${packageId}`);
  await closeBrowser();
});

const openLesson = (page: Page, id: string) => visit(page, `/dashboard/zajecia?lekcja=${id}`);

test("a student sees what cancelling costs before the click, on a phone and at a desk", async () => {
  const pages = await signInOnBoth(room.student.email, "dark", { at: null });
  for (const size of SIZES) {
    const page = pages[size];
    const sheet = page.getByRole("dialog", { name: "Szczegóły lekcji" });
    const cancel = async (expected: RegExp, label: RegExp, becomes: string) => {
      await sheet.getByText(expected).waitFor();
      await sheet.getByRole("button", { name: "Odwołaj lekcję" }).click();
      const question = page.getByRole("form", { name: /^Odwołać lekcję/ });
      await question.getByText(expected).waitFor();
      await question.getByRole("button", { name: label }).click();
      await sheet.getByText(becomes).waitFor();
    };
    await openLesson(page, onTime);
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
    await page.context().close();
  }
});

test("the teacher decides in the list of open decisions, and waives a charge with a reason", async () => {
  const pages = await signInOnBoth(room.teacher.email, "light", { at: null });
  for (const [index, size] of SIZES.entries()) {
    const page = pages[size];
    const decisions = rowsOf(page, "Odwołane po terminie: zdecyduj");
    await visit(page, "/dashboard/zajecia");
    await expect.poll(() => decisions.count()).toBe(SIZES.length - index);
    await picture(page, `late-decisions-${size}`);
    expect(await axeFindings(page)).toEqual([]);
    // One is charged, one is not.
    const answer = size === "phone" ? /^Rozlicz lekcję:/ : /^Nie rozliczaj lekcji:/;
    await decisions.first().getByRole("button", { name: answer }).click();
    await page
      .getByText(size === "phone" ? "Lekcja zostanie rozliczona" : "Lekcja nie zostanie rozliczona", {
        exact: true,
      })
      .waitFor();
    await expect.poll(() => decisions.count()).toBe(SIZES.length - index - 1);
    await openLesson(page, charged[size]);
    await page.getByRole("button", { name: "Zrezygnuj z rozliczenia" }).click();
    await page.getByLabel("Powód").fill("Nagła choroba");
    await page.getByRole("button", { name: "Zrezygnuj z rozliczenia" }).click();
    await page.getByText("Odwołana po terminie: rozliczona").waitFor({ state: "detached" });
    await page.context().close();
  }
});

test("an administrator corrects a balance, sets a price of one student's own, and the month adds up", async () => {
  const { admin, teacher, student } = room;
  const pages = await signInOnBoth("admin@demo.pl", "dark", { at: null });
  const whose = `${student.name} ${student.surname}`;
  for (const size of SIZES) {
    const page = pages[size];
    const price = size === "phone" ? 75 : 77;
    await page.goto(`/dashboard/uczniowie/${student.id}/rozliczenie`);
    await page.getByRole("button", { name: "Dodaj korektę" }).click();
    const form = page.getByRole("dialog", { name: "Dodaj korektę" });
    await form.getByLabel("Liczba lekcji").fill("−1");
    await form.getByLabel("Powód").fill(`Pomyłka (${size})`);
    await form.getByRole("button", { name: "Dodaj korektę" }).click();
    await rowsOf(page, "Rozliczenie")
      .filter({ hasText: `Pomyłka (${size})` })
      .waitFor();
    await picture(page, `ledger-admin-${size}`);
    expect(await axeFindings(page)).toEqual([]);

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
      blockIndex: BLOCKS[size].charged + 4,
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

    // The one charged cancellation is a row of its own, and the sum holds it.
    const [ofYear, ofMonth] = SOON.split("-").map(Number);
    await page.goto(`/dashboard/nauczyciele/${teacher.id}/statystyki`);
    await page.getByLabel("Miesiąc").selectOption(String(ofMonth));
    await page.getByLabel("Rok").selectOption(String(ofYear));
    await page.getByRole("button", { name: "Wygeneruj" }).click();
    const figures = page.getByRole("region", { name: /^Statystyki miesięczne: / });
    await expect
      .poll(() => figures.textContent())
      .toMatch(/odwołane po terminie, rozliczone\s*1\s*60\szł\s*60\szł\s*Razem\s*1\s*60\szł/s);
    await page.context().close();
  }
});

test("student and parent read every movement, with its day of expiry, on the screen and as CSV", async () => {
  const readers = [
    ["desk", room.student.email],
    ["phone", parentEmail],
  ] as const;
  for (const [size, email] of readers) {
    const { page, context } = await openBrowser({ size });
    await signIn(page, email, { at: "/dashboard/platnosci" });
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
    expect(await axeFindings(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Pobierz CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^rozliczenie-\d{4}-\d\d-\d\d\.csv$/);
    await context.close();
  }
});

test("student and payer are e-mailed once, a week before lessons expire, and the mail leads to them", async () => {
  const { page: desk, context } = await openBrowser({ size: "desk", scheme: "dark" });
  await signIn(desk, "admin@demo.pl", { at: null });
  // The package was bought with five days to go: the worker looks for such lessons once a minute.
  const found = new URLSearchParams({ rodzaj: "lessons-expiring", szukaj: room.student.email });
  const rows = desk.getByRole("main").locator("tbody tr");
  await expect
    .poll(
      async () => {
        await desk.goto(`/dashboard/firma/powiadomienia?${found}`);
        await desk.getByText(/^[12] powiadomieni|Żadne powiadomienie nie pasuje/).waitFor();
        return rows.count();
      },
      { timeout: 90_000, interval: 5_000 },
    )
    .toBe(2);
  await context.close();
  // Nobody is warned at night: until nine the messages wait.
  if (Date.now() < instantOf(inDays(0), 9 * 60).getTime()) return;
  const isWarning = ({ subject }: { subject: string }) => subject === "Zbliża się termin ważności lekcji";
  for (const [size, email] of [
    ["desk", room.student.email],
    ["phone", parentEmail],
  ] as const) {
    const { text, links } = await mailTo(email, isWarning);
    expect(text).toContain("Matematyka");
    const link = links.find((each) => each.includes("/dashboard/platnosci"));
    const reader = await openBrowser({ size });
    await signIn(reader.page, email, { at: null });
    await reader.page.goto(new URL(link ?? "").pathname + new URL(link ?? "").search);
    await rowsOf(reader.page, "Rozliczenie")
      .filter({ hasText: /ważna do/ })
      .first()
      .waitFor();
    await reader.context.close();
  }
});

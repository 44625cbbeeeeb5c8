import { blockHours } from "@korki/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, openBrowser, rowsOf, signIn, sizesOf, visit } from "./harness/browser";
import { ADMIN_EMAIL, openCentre, type Pair } from "./harness/centre";

/** One page answers a phone call, and every figure leads to the lessons that it counts. */
let centre: Awaited<ReturnType<typeof openCentre>>;
let pair: Pair;
const year = new Date().getFullYear() + 1;

beforeAll(async () => {
  centre = await openCentre();
  pair = await centre.addPair("Dudek", "Gil");
  for (const block of [3, 4]) await centre.addLesson(pair, `${year}-03-05`, block);
  await centre.rest("POST", "/admin/input_payment", {
    studentId: pair.student.id,
    moneyAmount: 450,
    lessonAmount: 5,
    desc: "wplata",
    subject: "Fizyka",
    subjectLevel: "liceumP",
  });
});
afterAll(closeBrowser);

test.each(sizesOf("desk"))(
  "%s: a student's page says how to reach them, what is left, what comes next, what was paid",
  async (size) => {
    const { page } = await openBrowser({ size, scheme: size === "desk" ? "dark" : "light" });
    await signIn(page, ADMIN_EMAIL, { at: `/dashboard/uczniowie?szukaj=${pair.student.email}` });
    await page.getByRole("link", { name: pair.student.fullName }).press("Enter");
    await page.waitForURL(/przeglad$/);
    const card = (name: string) => page.getByRole("region", { name, exact: true });
    await card("Kontakt").getByRole("link", { name: pair.student.email }).waitFor();
    await card("Kontakt").getByRole("link", { name: pair.teacher.fullName }).waitFor();
    await card("Dostępne lekcje").getByText("Fizyka, liceum podst.: 3").waitFor();
    await card("Ostatnie wpłaty")
      .getByText(/450\szł/)
      .waitFor();
    const next = card("Najbliższe lekcje").getByRole("button", { name: /5 marca/ });
    await expect.poll(() => next.count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    await next.first().press("Enter");
    const lesson = page.getByRole("dialog", { name: "Lekcja", exact: true });
    await lesson.getByRole("button", { name: "Edytuj", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await lesson.waitFor({ state: "detached" });

    await visit(page, `/dashboard/nauczyciele/${pair.teacher.id}/statystyki?rok=${year}&miesiac=3`);
    await page.getByRole("region", { name: "Lekcje w czasie" }).getByText("Według statusu").first().waitFor();
    const planned = page.getByRole("link", { name: /^2, pokaż lekcje: Zaplanowane lekcje/ });
    await planned.press("Enter");
    await page.getByText("2 lekcje", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("planned");
    // Of planned lessons the nearest comes first.
    if (size === "desk") {
      await expect.poll(() => rowsOf(page, "Lekcje").first().textContent()).toContain(blockHours(3));
    }

    // So does money: the student's payments of this month add up to the figure that led to them.
    await visit(page, `/dashboard/uczniowie/${pair.student.id}/statystyki`);
    await page
      .getByRole("link", { name: /^450\szł, pokaż listę: Wpłaty/ })
      .first()
      .press("Enter");
    await page.getByRole("heading", { name: /^Wpłaty miesiąca: / }).waitFor();
    await page.getByText(/^Razem 450\szł$/).waitFor();
    await page.close();
  },
);

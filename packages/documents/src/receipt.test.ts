import { expect, test } from "vitest";
import { renderReceipt } from "./receipt";
import { lettersOf } from "./testing/letters-of";

/** One blue pixel, as PNG. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWOQ9bsBAAHPAUQK73JsAAAAAElFTkSuQmCC";

test("a receipt is a PDF whose fonts contain all of its Polish letters", async () => {
  const pdf = await renderReceipt({
    number: "PW/2026/17",
    paidOn: "22 listopada 2026",
    letterhead: {
      centreName: "Żółć & Gęślą Jaźń",
      contactEmail: "kontakt@demo.pl",
      colour: "#1d4ed8",
      logo: Buffer.from(PIXEL, "base64"),
    },
    payer: "Łucja Świątek",
    student: "Zażółć Ćwiek",
    items: [{ subject: "Matematyka", level: "liceumP", lessons: 4, amount: 360 }],
    amount: 360,
  });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.includes("/Subtype /Image")).toBe(true);
  const letters = lettersOf(pdf);
  for (const letter of "ŻółćęśąźńŁŚĆ") expect(letters).toContain(letter);
});

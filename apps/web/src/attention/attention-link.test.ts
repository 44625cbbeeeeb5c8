import { expect, test } from "vitest";
import { paths } from "../paths";
import { linkOf } from "./attention-link";

test("a held slot is booked for the child that waits for it", () => {
  const [teacherId, studentId] = ["t", "s"];
  const item = { text: "", teacherId, studentId, held: { date: "2026-12-01", block: 4 } };
  expect(linkOf("Parent", "slot-held", item)).toBe(
    "/dashboard/zajecia/rezerwacja?teacher=t&dzien=2026-12-01&blok=4&uczen=s",
  );
});

test("a line about a month leads to that month", () => {
  const item = { text: "", month: "2026-09" };
  expect(linkOf("Admin", "bill-overdue", item)).toBe("/dashboard/firma/rachunki?rok=2026&miesiac=9");
  expect(linkOf("Admin", "invoice-failed", item)).toBe("/dashboard/firma/faktury?rok=2026&miesiac=9");
  expect(linkOf("Admin", "settlement-objection", item)).toBe(
    "/dashboard/firma/rozliczenia?rok=2026&miesiac=9",
  );
  // The page shows the month of the statistics, too.
  expect(linkOf("Teacher", "settlement", item)).toBe(
    "/dashboard/platnosci?rozliczenie.rok=2026&rozliczenie.miesiac=9",
  );
  expect(linkOf("Admin", "invoices-stopped", { text: "" })).toBe(paths.invoices);
});

test("what a child asks for, a series, lessons or a second guardian, is answered in the list of what is asked", () => {
  expect(linkOf("Parent", "asked", { text: "", approvalId: "a", studentId: "s" })).toBe(
    paths.attention("asked"),
  );
});

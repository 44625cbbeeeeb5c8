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

test("what a child asks for, a series, lessons or a second guardian, is answered in the list of what is asked", () => {
  expect(linkOf("Parent", "asked", { text: "", approvalId: "a", studentId: "s" })).toBe(
    paths.attention("asked"),
  );
});

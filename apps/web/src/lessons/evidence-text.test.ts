import type { RoomEvidence } from "@korki/contracts/classroom";
import { expect, test } from "vitest";
import { evidenceText } from "./evidence-text";

const at = (time: string) => new Date(`2026-11-24T${time}+01:00`).toISOString();
const visit = (role: "teacher" | "student", from: string, to: string | null): RoomEvidence["visits"][0] => ({
  userId: role,
  role,
  enteredAt: at(from),
  leftAt: to === null ? null : at(to),
});
const text = (togetherSeconds: number, ...visits: RoomEvidence["visits"]) =>
  evidenceText({ visits, togetherSeconds, teacherSeconds: 0, studentSeconds: 0 });

test("says from when to when each was in the room, and how long both", () => {
  expect(
    text(3_480, visit("student", "16:47:00", "17:45:00"), visit("teacher", "16:43:00", "17:46:00")),
  ).toBe("nauczyciel 16:43–17:46, uczeń 16:47–17:45, razem 58 min");
  expect(text(0, visit("teacher", "16:43:00", null))).toBe("nauczyciel 16:43–teraz, razem 0 min");
  // Less than a minute.
  expect(text(10, visit("teacher", "16:43:05", "16:43:40"), visit("student", "16:43:30", "16:44:00"))).toBe(
    "nauczyciel 16:43–16:43, uczeń 16:43–16:44, razem 0 min",
  );
  expect(text(0)).toBe("Nikogo nie było w sali.");
});

test("says when somebody went to an address outside, and nothing about how long", () => {
  const teacher = [visit("teacher", "16:43:00", "16:43:00"), visit("teacher", "16:50:00", "16:50:00")];
  expect(text(0, ...teacher, visit("student", "16:47:00", "16:47:00"))).toBe(
    "nauczyciel 16:43 i 16:50, uczeń 16:47",
  );
});

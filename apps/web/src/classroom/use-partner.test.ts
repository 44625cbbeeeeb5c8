import { expect, it } from "vitest";
import { partnerIn } from "./use-partner";

const lesson = { teacherId: "teacher", studentId: "child", studentContactId: "mother" };
const admin = { userId: "admin", role: "admin" } as const;
const mother = { userId: "mother", role: "student" } as const;
const father = { userId: "father", role: "student" } as const;

it.each([
  ["the parent of a child without a login, before anybody is there", [], null, "mother"],
  ["the parent of a child without a login, who is there as the student", [admin, mother], "child", "mother"],
  ["the same parent, who is away for a moment", [admin], "mother", "mother"],
  ["the same parent, whoever came meanwhile", [father, mother], "mother", "mother"],
  ["the other parent, who is there alone", [father], "mother", "father"],
])("a teacher writes with %s", (_, others, before, partner) => {
  expect(partnerIn(lesson, "teacher", others, before)).toBe(partner);
});

it("a teacher writes with the student where there is nobody else to write with", () => {
  expect(partnerIn({ ...lesson, studentContactId: null }, "teacher", [], null)).toBe("child");
});

const teacher = { userId: "teacher", role: "teacher" } as const;
const substitute = { userId: "substitute", role: "teacher" } as const;

it.each([
  ["the lesson's teacher, before anybody is there", [admin], null, "teacher"],
  ["the teacher who is there", [admin, teacher], null, "teacher"],
  [
    "the substitute who is there, though the page knows the former teacher",
    [substitute],
    "teacher",
    "substitute",
  ],
  [
    "the one who came last, while the former teacher's picture is still there",
    [teacher, substitute],
    null,
    "substitute",
  ],
])("everybody else writes with %s", (_, others, before, partner) => {
  expect(partnerIn(lesson, "mother", others, before)).toBe(partner);
});

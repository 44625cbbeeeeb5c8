import { expect, it } from "vitest";
import { partnerIn } from "./use-partner";

const lesson = { teacherId: "teacher", studentId: "child" };
const admin = { userId: "admin", role: "admin" } as const;
const mother = { userId: "mother", role: "student" } as const;
const father = { userId: "father", role: "student" } as const;

it.each([
  ["the student before anybody is there", [], null, "child"],
  ["the parent of a child without a login, who is there as the student", [admin, mother], "child", "mother"],
  ["the same parent, who is away for a moment", [admin], "mother", "mother"],
  ["the same parent, whoever came meanwhile", [father, mother], "mother", "mother"],
  ["the other parent, who is there alone", [father], "mother", "father"],
])("a teacher writes with %s", (_, others, before, partner) => {
  expect(partnerIn(lesson, "teacher", others, before)).toBe(partner);
});

it("everybody else writes with the teacher", () => {
  expect(partnerIn(lesson, "mother", [], null)).toBe("teacher");
});

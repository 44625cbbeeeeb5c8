import { expect, test } from "vitest";
import { containsPersonalData } from "./account-security";

const ola = { name: "Aleksandra", surname: "Nowak-Lis", email: "ola.nowak7@example.pl" };

test.each([
  ["Aleksandra1", true],
  ["xxALEKSANDRAxx", true],
  ["MojNowak12", true],
  ["Ola.Nowak7!", true],
  // Three letters are no part, nor is the mail server's name.
  ["Lisek12345", false],
  ["Example12pl", false],
  ["Korepetycje1", false],
])("%s contains who the person is: %s", (password, contains) => {
  expect(containsPersonalData(password, ola)).toBe(contains);
});

test("a person without a surname has none in the password", () => {
  expect(containsPersonalData("Korepetycje1", { ...ola, surname: "" })).toBe(false);
});

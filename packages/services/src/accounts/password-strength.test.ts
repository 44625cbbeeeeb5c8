import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { assertStrongPassword } from "./password-strength";

const ola = { name: "Aleksandra", surname: "Nowak", email: "ola.nowak7@example.pl" };

test.each(["Password1", "QWERTY123", "Iloveyou1", "Haslo123", "Hasło2026!", "Polska123", "Korki2026"])(
  "%s is among the most common",
  (password) => {
    expect(() => assertStrongPassword(password, ola)).toThrow(accountSecurityTexts.commonPassword);
  },
);

test("the list of common passwords has at least 10,000 entries", () => {
  expect(new Set(dictionary["passwords-common"]).size).toBeGreaterThanOrEqual(10_000);
});

test("a password that contains the name or the address is refused, another one is not", () => {
  expect(() => assertStrongPassword("Aleksandra77x", ola)).toThrow(accountSecurityTexts.personalPassword);
  expect(() => assertStrongPassword("Ola.nowak7xx", ola)).toThrow(accountSecurityTexts.personalPassword);
  expect(() => assertStrongPassword("Korepetycje1", ola)).not.toThrow();
});

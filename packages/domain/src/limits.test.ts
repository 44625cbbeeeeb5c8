import { describe, expect, it } from "vitest";
import {
  AVATAR_COLOURS,
  avatarColour,
  descriptionPreview,
  EMAIL_MAX,
  isPlainName,
  NAME_MAX,
  PASSWORD_MAX,
  passwordFault,
  validEmail,
  validName,
  validPhone,
  validTelegramCode,
} from "./limits";

const label = (length: number) => "a".repeat(length);

describe("e-mail addresses", () => {
  it.each([
    "uczen@demo.pl",
    "Jan.Kowalski+korki@poczta.example.com",
    "o'brien@example.co.uk",
    "a@b.pl",
    "x@xn--d-uga.pl",
    `${label(64)}@example.com`,
    `a@${label(63)}.pl`,
    `${label(64)}@${label(63)}.${label(63)}.${label(61)}`,
  ])("takes %s", (address) => {
    expect(validEmail(address)).toBe(true);
  });

  it.each([
    "",
    "@",
    "uczen",
    "uczen@",
    "@demo.pl",
    "uczen@demo",
    "uczen@.pl",
    "uczen@demo.",
    "uczen@demo..pl",
    "uczen@-demo.pl",
    "uczen@demo-.pl",
    "uczen@demo.123",
    "a@b@demo.pl",
    "a b@demo.pl",
    " a@demo.pl",
    "a@demo.pl\n",
    "a@demo.pl\r\nBcc: b@demo.pl",
    ".a@demo.pl",
    "a.@demo.pl",
    "a..b@demo.pl",
    "<a@demo.pl>",
    `${label(65)}@example.com`,
    `a@${label(64)}.pl`,
    `${label(64)}@${label(63)}.${label(63)}.${label(62)}`,
  ])("refuses %j", (address) => {
    expect(validEmail(address)).toBe(false);
  });

  it("measures the longest address", () => {
    expect(`${label(64)}@${label(63)}.${label(63)}.${label(61)}`).toHaveLength(EMAIL_MAX);
  });

  it("answers at once for hostile input", () => {
    expect(validEmail(`${"a.".repeat(50_000)}@`)).toBe(false);
    expect(validEmail(`a@${"-".repeat(250)}`)).toBe(false);
  });
});

describe("passwords", () => {
  it.each([
    ["Korepetycje1", null],
    ["Abcdefgh", null],
    ["zażółćŁ1", null],
    ["Abcdefg", "too-short"],
    ["", "too-short"],
    ["abc", "too-short"],
    ["abcdefgh", "no-uppercase"],
    ["12345678", "no-uppercase"],
    [`A${"a".repeat(PASSWORD_MAX - 1)}`, null],
    [`A${"a".repeat(PASSWORD_MAX)}`, "too-long"],
  ])("%j: %s", (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });
});

describe("names, phones, codes", () => {
  it.each([
    ["Jan", true],
    ["Ola", true],
    ["Łuk", true],
    ["Al", false],
    ["Al ", false],
    ["   ", false],
    ["", false],
    ["\u200b\u2060\u3164\u2800", false],
    ["Al\u200b", false],
    ["a".repeat(NAME_MAX), true],
    ["a".repeat(NAME_MAX + 1), false],
  ])("name %j: %s", (name, valid) => {
    expect(validName(name)).toBe(valid);
  });

  it.each([
    ["Anna Maria", true],
    ["d'Arc-Nowak", true],
    ["J. R. Kowalski", true],
    ["http://evil.pl", false],
    ["Wygrana na evil.pl", false],
    ["evil/x", false],
    ["\u202elp.live", false],
  ])("%s may be a name: %s", (name, plain) => {
    expect(isPlainName(name)).toBe(plain);
  });

  it.each([
    ["+48600100200", true],
    ["+4860010020", false],
    ["+486001002000", false],
    ["600100200", false],
    ["+49600100200", false],
    ["+48 60010020", false],
    ["+48600100200\n", false],
    ["", false],
  ])("phone %j: %s", (phone, valid) => {
    expect(validPhone(phone)).toBe(valid);
  });

  it.each([
    ["01234567", true],
    ["1234567", false],
    ["123456789", false],
    ["1234567a", false],
    ["１２３４５６７８", false],
  ])("messenger code %j: %s", (code, valid) => {
    expect(validTelegramCode(code)).toBe(valid);
  });
});

describe("what tables and contacts show", () => {
  it.each([
    ["", ""],
    ["dziesięć10", "dziesięć10"],
    ["jedenaście1", "jedenaście..."],
    ["🎓🎓🎓🎓🎓🎓🎓🎓🎓🎓🎓", "🎓🎓🎓🎓🎓🎓🎓🎓🎓🎓..."],
  ])("%j is shown as %j", (text, shown) => {
    expect(descriptionPreview(text)).toBe(shown);
  });

  it("gives a user one of six colours, always the same", () => {
    const ids = Array.from({ length: 300 }, (_, i) => `0193-${i.toString(16)}`);
    expect(ids.map(avatarColour)).toEqual(ids.map(avatarColour));
    expect(new Set(ids.map(avatarColour)).size).toBe(AVATAR_COLOURS);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { confirmEmailUrl, linkToken, readLinkToken, resetPasswordUrl } from "./link-token";

const SECRET = "a-secret-of-more-than-thirty-two-characters";
const link = { id: "01a1fb25-f90c-700e-919a-1b19a0726a7a" };

test("a token contains its link's id and signature, and nothing else", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const token = linkToken(SECRET, { id });
      expect(token).toMatch(/^[\w-]{64}$/);
      expect(readLinkToken(SECRET, token)).toBe(id);
    }),
  );
});

test("whatever was changed, cut, lengthened or signed by others is no token", () => {
  const token = linkToken(SECRET, link);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === "A" ? "B" : "A";
    expect(readLinkToken(SECRET, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  }
  expect(readLinkToken(SECRET, token.slice(1))).toBeNull();
  expect(readLinkToken(SECRET, `${token}A`)).toBeNull();
  expect(readLinkToken(SECRET, "")).toBeNull();
  expect(readLinkToken(`${SECRET}!`, token)).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => readLinkToken(SECRET, text) === null));
});

test("links lead to the public address", () => {
  const settings = { publicUrl: "https://korki.example", authSecret: SECRET };
  const token = linkToken(SECRET, link);
  expect(confirmEmailUrl(settings, link)).toBe(`https://korki.example/potwierdz/${token}`);
  expect(resetPasswordUrl(settings, link)).toBe(`https://korki.example/regen_pass/${token}`);
});

import { expect, test } from "vitest";
import { knownDevice, rememberDevice } from "./known-device";

const now = new Date("2026-11-22T10:00:00Z");
const ola = { authSecret: "a".repeat(32), cookie: undefined, email: "ola@example.pl", now };
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

test("a browser is known to the account that it signed in to, for 90 days", () => {
  expect(knownDevice(ola)).toBeNull();
  const cookie = rememberDevice(ola);
  const device = knownDevice({ ...ola, cookie });
  expect(device).toMatch(/^[\w-]{16}$/);
  expect(knownDevice({ ...ola, cookie, now: inDays(89.9) })).toBe(device);
  expect(knownDevice({ ...ola, cookie, now: inDays(90.1) })).toBeNull();
});

test("signing in again keeps the device and renews its time", () => {
  const cookie = rememberDevice(ola);
  const renewed = rememberDevice({ ...ola, cookie, now: inDays(60) });
  expect(knownDevice({ ...ola, cookie: renewed, now: inDays(120) })).toBe(knownDevice({ ...ola, cookie }));
  expect(renewed.split("~")).toHaveLength(1);
});

test("a sign-in to one account makes the browser known to no other one", () => {
  const cookie = rememberDevice(ola);
  expect(knownDevice({ ...ola, cookie, email: "jan@example.pl" })).toBeNull();
  const both = rememberDevice({ ...ola, cookie, email: "jan@example.pl" });
  expect(knownDevice({ ...ola, cookie: both })).toBe(knownDevice({ ...ola, cookie }));
  expect(knownDevice({ ...ola, cookie: both, email: "jan@example.pl" })).not.toBeNull();
});

test("keeps the newest five accounts", () => {
  let cookie: string | undefined;
  const emails = Array.from({ length: 7 }, (_, at) => `osoba${at}@example.pl`);
  for (const email of emails) cookie = rememberDevice({ ...ola, cookie, email });
  const known = emails.filter((email) => knownDevice({ ...ola, cookie, email }) !== null);
  expect(known).toEqual(emails.slice(2));
});

test.each(["", "~~~", "x", `${"a".repeat(16)}.9999999999.${"A".repeat(43)}`])("%j is forged", (cookie) => {
  expect(knownDevice({ ...ola, cookie })).toBeNull();
});

test("another secret's mark is forged", () => {
  const cookie = rememberDevice({ ...ola, authSecret: "b".repeat(32) });
  expect(knownDevice({ ...ola, cookie })).toBeNull();
});

test("a browser that was known before the owner's recovery is a new one afterwards", () => {
  const cookie = rememberDevice(ola);
  expect(knownDevice({ ...ola, cookie, since: now })).toBeNull();
  const again = { ...ola, now: inDays(1), since: now };
  const renewed = rememberDevice({ ...again, cookie });
  expect(knownDevice({ ...again, cookie: renewed })).not.toBeNull();
  expect(knownDevice({ ...again, cookie: renewed })).not.toBe(knownDevice({ ...ola, cookie }));
});

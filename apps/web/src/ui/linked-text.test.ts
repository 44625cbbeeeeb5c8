import { expect, it } from "vitest";
import { linkParts } from "./linked-text";

it.each([
  ["Dzień dobry", []],
  ["Link: https://meet.jit.si/abc-123.", ["https://meet.jit.si/abc-123"]],
  [
    "(http://example.com/a?b=1&c=2#d), i https://example.com",
    ["http://example.com/a?b=1&c=2#d", "https://example.com"],
  ],
  ["HTTPS://EXAMPLE.COM/Ścieżka", ["HTTPS://EXAMPLE.COM/Ścieżka"]],
  [
    "(https://pl.wikipedia.org/wiki/Pole_(geometria)), https://example.com/a_(b).",
    ["https://pl.wikipedia.org/wiki/Pole_(geometria)", "https://example.com/a_(b)"],
  ],
  ["javascript:alert(1) data:text/html,x ftp://example.com", []],
  ["https://", []],
  ['<a href="https://example.com">x</a>', ["https://example.com"]],
])("finds the addresses of %j", (message, addresses) => {
  const parts = linkParts(message);
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(addresses);
  expect(parts.map(({ text }) => text).join("")).toBe(message);
});

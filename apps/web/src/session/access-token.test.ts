import { describe, expect, it } from "vitest";
import { isSpent } from "./access-token";

const now = new Date("2025-11-21T12:00:00Z");

function tokenUntil(exp: unknown): string {
  return `header.${btoa(JSON.stringify({ exp })).replaceAll("+", "-").replaceAll("/", "_")}.signature`;
}

describe("whether an access token is spent", () => {
  it("expires by its own expiry, a little ahead of time", () => {
    const seconds = now.getTime() / 1000;
    expect(isSpent(tokenUntil(seconds - 1), now)).toBe(true);
    expect(isSpent(tokenUntil(seconds + 3), now)).toBe(true);
    expect(isSpent(tokenUntil(seconds + 60), now)).toBe(false);
  });

  it("takes what it cannot read for good: the server decides", () => {
    for (const token of ["", "abc", "a.b.c", tokenUntil("soon"), tokenUntil(undefined)]) {
      expect(isSpent(token, now)).toBe(false);
    }
  });
});

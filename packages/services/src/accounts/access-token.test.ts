import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { readAccessToken, signAccessToken } from "./access-token";

const NOW = new Date("2026-11-20T12:00:00Z");
const CLAIMS = {
  userId: "01980000-0000-7000-8000-000000000001",
  sessionId: "01980000-0000-7000-8000-000000000002",
};
const REFUSED = { code: "unauthenticated" };

test("a token says whose session it is, for 15 minutes", async () => {
  const token = await signAccessToken("a".repeat(32), CLAIMS, NOW);
  await expect(readAccessToken("a".repeat(32), token, NOW)).resolves.toMatchObject(CLAIMS);
  const late = new Date(NOW.getTime() + 15 * 60_000 + 1);
  await expect(readAccessToken("a".repeat(32), token, late)).rejects.toMatchObject(REFUSED);
});

test("a token of another centre, or of another algorithm, is none", async () => {
  const foreign = await signAccessToken("b".repeat(32), CLAIMS, NOW);
  await expect(readAccessToken("a".repeat(32), foreign, NOW)).rejects.toMatchObject(REFUSED);
  const key = new TextEncoder().encode(`access:${"a".repeat(32)}`);
  const other = await new SignJWT({ sid: CLAIMS.sessionId })
    .setProtectedHeader({ alg: "HS512" })
    .setSubject(CLAIMS.userId)
    .setExpirationTime(Math.floor(NOW.getTime() / 1000) + 60)
    .sign(key);
  await expect(readAccessToken("a".repeat(32), other, NOW)).rejects.toMatchObject(REFUSED);
});

import { createHash, createHmac, randomBytes } from "node:crypto";
import { newId, type TokenRow } from "@korki/db";
import { REFRESH_TOKEN_DAYS } from "@korki/domain";

/** How long a refresh token, and the cookie that carries it, is good for. */
export const REFRESH_TOKEN_SECONDS = REFRESH_TOKEN_DAYS * 24 * 3600;

/** A new refresh token, and the row by which it is known again: its hash alone. */
export function makeRefreshToken(now: Date): { token: string; row: TokenRow } {
  const token = randomBytes(32).toString("base64url");
  return { token, row: rowOf(token, now) };
}

/**
 * The one token that follows a refresh token. It is computed from that token with a key made of AUTH_SECRET, so that
 * everybody who renews at once gets the same one, though only its hash is kept.
 */
export function successorOf(secret: string, token: string, now: Date): { token: string; row: TokenRow } {
  const next = createHmac("sha256", `refresh:${secret}`).update(token).digest("base64url");
  return { token: next, row: rowOf(next, now) };
}

function rowOf(token: string, now: Date): TokenRow {
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_SECONDS * 1000);
  return { id: newId(), hash: hashRefreshToken(token), expiresAt };
}

/** SHA-256 is enough for a secret of 256 random bits. */
export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

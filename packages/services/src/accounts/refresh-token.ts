import { createHash, randomBytes } from "node:crypto";
import { newId, type TokenRow } from "@korki/db";
import { REFRESH_TOKEN_DAYS } from "@korki/domain";

/** How long a refresh token, and the cookie that carries it, is good for. */
export const REFRESH_TOKEN_SECONDS = REFRESH_TOKEN_DAYS * 24 * 3600;

/** A new refresh token, and the row by which it is known again: its hash alone. */
export function makeRefreshToken(now: Date): { token: string; row: TokenRow } {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_SECONDS * 1000);
  return { token, row: { id: newId(), hash: hashRefreshToken(token), expiresAt } };
}

/** SHA-256 is enough for a secret of 256 random bits. */
export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

import { createSecretKey, type KeyObject, randomUUID } from "node:crypto";
import { commonTexts } from "@korki/contracts/texts/common";
import { ACCESS_TOKEN_MINUTES } from "@korki/domain";
import { jwtVerify, SignJWT } from "jose";
import { ServiceError } from "../errors";

/** The content of an access token. Whether the session is still valid is decided by the database. */
export type AccessClaims = { userId: string; sessionId: string };

/**
 * A bearer token for one session, signed with AUTH_SECRET (HS256).
 *
 * @param tokenId the same one, at the same time, makes the same token
 */
export async function signAccessToken(
  secret: string,
  claims: AccessClaims,
  now: Date,
  tokenId: string = randomUUID(),
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(claims.userId)
    .setJti(tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_MINUTES * 60)
    .sign(key(secret));
}

/** Most tokens that are remembered at once. */
const REMEMBERED_MAX = 10_000;
/** What was read from tokens whose signature was found good, by secret and token. */
const remembered = new Map<string, AccessClaims & { expiresAt: Date }>();

/**
 * Throws `unauthenticated` for a token that is not ours, was tampered with, or has expired. A signature that was
 * found good stays good: it is computed once per token, not at each of the calls that a screen makes with it.
 */
export async function readAccessToken(
  secret: string,
  token: string,
  now: Date,
): Promise<AccessClaims & { expiresAt: Date }> {
  const known = remembered.get(`${secret} ${token}`);
  if (known && known.expiresAt > now) return known;
  const read = await verifyAccessToken(secret, token, now);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(`${secret} ${token}`, read);
  return read;
}

async function verifyAccessToken(
  secret: string,
  token: string,
  now: Date,
): Promise<AccessClaims & { expiresAt: Date }> {
  try {
    const { payload } = await jwtVerify(token, key(secret), { algorithms: ["HS256"], currentDate: now });
    const { sub: userId, sid: sessionId, exp = 0 } = payload;
    if (typeof userId === "string" && typeof sessionId === "string") {
      return { userId, sessionId, expiresAt: new Date(exp * 1000) };
    }
  } catch {
    // The same answer for all: every unusable token means "log in again".
  }
  throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
}

const keys = new Map<string, KeyObject>();

function key(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const made = createSecretKey(`access:${secret}`, "utf8");
  keys.set(secret, made);
  return made;
}

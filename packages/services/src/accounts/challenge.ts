import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** How long a browser may take to answer. */
const CHALLENGE_SECONDS = 300;
const BYTES = { random: 16, expires: 6, mark: 32 };

type Purpose = { authSecret: string; for: string; now: Date };

/**
 * Makes a WebAuthn challenge that is signed for its purpose instead of stored: asking for one, which anybody may,
 * writes nothing.
 */
export function makeChallenge({ authSecret, for: purpose, now }: Purpose): Uint8Array<ArrayBuffer> {
  const body = Buffer.concat([randomBytes(BYTES.random), Buffer.alloc(BYTES.expires)]);
  body.writeUIntBE(now.getTime() + CHALLENGE_SECONDS * 1000, BYTES.random, BYTES.expires);
  return new Uint8Array(Buffer.concat([body, mark(authSecret, purpose, body)]));
}

/** Returns when a challenge expires; null where it was not made here for this purpose, or has expired. */
export function readChallenge({ authSecret, for: purpose, now }: Purpose, challenge: string): Date | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== BYTES.random + BYTES.expires + BYTES.mark) return null;
  const body = bytes.subarray(0, -BYTES.mark);
  if (!timingSafeEqual(bytes.subarray(-BYTES.mark), mark(authSecret, purpose, body))) return null;
  const expiresAt = new Date(body.readUIntBE(BYTES.random, BYTES.expires));
  return expiresAt > now ? expiresAt : null;
}

function mark(authSecret: string, purpose: string, body: Buffer): Buffer {
  return createHmac("sha256", `challenge:${authSecret}`).update(purpose).update(body).digest();
}

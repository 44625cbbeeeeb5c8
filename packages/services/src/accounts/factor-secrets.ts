import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { RECOVERY_CODES, TOTP_PERIOD_SECONDS, TOTP_TOLERANCE_STEPS } from "@korki/domain";
import { generateSync } from "otplib";

const IV_BYTES = 12;
const TAG_BYTES = 16;

function keyOf(authSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", `korki:${purpose}`, 32));
}

/** Encrypts an authenticator's secret for its account (AES-256-GCM, with a key made of AUTH_SECRET). */
export function encryptSecret(authSecret: string, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(authSecret, "totp"), iv).setAAD(Buffer.from(userId));
  const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Throws for what was encrypted with another AUTH_SECRET or for another account. */
export function decryptSecret(authSecret: string, userId: string, kept: string): string {
  const bytes = Buffer.from(kept, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(authSecret, "totp"), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const secret = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return secret.toString("utf8");
}

/** Returns whether this looks like an authenticator's code, which can be guessed, and not like one for recovery. */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Returns the 30-second step whose code this is, up to one step off the clock, or null. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  if (!isTotpCode(code)) return null;
  const present = Math.floor(now.getTime() / 1000 / TOTP_PERIOD_SECONDS);
  for (let off = -TOTP_TOLERANCE_STEPS; off <= TOTP_TOLERANCE_STEPS; off += 1) {
    const step = present + off;
    const right = generateSync({ secret, epoch: step * TOTP_PERIOD_SECONDS });
    if (timingSafeEqual(Buffer.from(right), Buffer.from(code))) return step;
  }
  return null;
}

/** Without letters and digits that are mistaken for each other. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Long enough that a hash without a salt is as good as one that is slow (118 bits). */
const RECOVERY_CODE_LENGTH = 24;

/** Ten codes in groups of four characters. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from(
      { length: RECOVERY_CODE_LENGTH },
      () => ALPHABET[randomInt(ALPHABET.length)],
    ).join("");
    return code.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** What is kept of a recovery code: a hash under a key made of AUTH_SECRET. */
export function hashRecoveryCode(authSecret: string, userId: string, code: string): string {
  const bare = code.replaceAll("-", "");
  return createHmac("sha256", keyOf(authSecret, "recovery-codes")).update(`${userId}|${bare}`).digest("hex");
}

import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { RECOVERY_CODES, TOTP_PERIOD_SECONDS, TOTP_TOLERANCE_STEPS } from "@korki/domain";
import { generateSync } from "otplib";
import { keyFor, openSecret, sealSecret } from "../sealed-secret";

/** Encrypts an authenticator's secret for its account (AES-256-GCM, with a key made of AUTH_SECRET). */
export function encryptSecret(authSecret: string, userId: string, secret: string): string {
  return sealSecret(authSecret, "totp", userId, secret);
}

/** Throws for what was encrypted with another AUTH_SECRET or for another account. */
export function decryptSecret(authSecret: string, userId: string, kept: string): string {
  return openSecret(authSecret, "totp", userId, kept);
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
  return createHmac("sha256", keyFor(authSecret, "recovery-codes")).update(`${userId}|${bare}`).digest("hex");
}

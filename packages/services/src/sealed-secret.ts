import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the key of a purpose, made of AUTH_SECRET. */
export function keyFor(authSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", `korki:${purpose}`, 32));
}

/**
 * Encrypts a secret that has to be read again (AES-256-GCM).
 *
 * @param about what the secret belongs to: it opens for nothing else
 */
export function sealSecret(authSecret: string, purpose: string, about: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(authSecret, purpose), iv).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** A secret that this AUTH_SECRET does not open. */
export class SecretUnreadable extends Error {
  override name = "SecretUnreadable";
}

/**
 * Throws `SecretUnreadable` for what was sealed with another AUTH_SECRET, for another purpose or about something else.
 */
export function openSecret(authSecret: string, purpose: string, about: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyFor(authSecret, purpose), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString("utf8");
  } catch (error) {
    throw new SecretUnreadable(`a secret of "${purpose}" cannot be opened`, { cause: error });
  }
}

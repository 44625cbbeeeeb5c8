import { createHmac, timingSafeEqual } from "node:crypto";

/** 16 bytes of the link's id and 32 of its signature, in base64url. */
const SHAPE = /^[\w-]{64}$/;

/**
 * The token at the end of an e-mailed link: the link's id, signed with AUTH_SECRET. It is stored nowhere and computed
 * whenever the mail is rendered.
 */
export function linkToken(secret: string, link: { id: string }): string {
  const id = Buffer.from(link.id.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signature(secret, id)]).toString("base64url");
}

/** Returns the id of a token's link, or null if the token was not made here. */
export function readLinkToken(secret: string, token: string): string | null {
  if (!SHAPE.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), signature(secret, id))) return null;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type Signing = { publicUrl: string; authSecret: string };

/** The link of a registration's e-mail: the page that confirms (rules §2). */
export function confirmEmailUrl({ publicUrl, authSecret }: Signing, link: { id: string }): string {
  return `${publicUrl}/potwierdz/${linkToken(authSecret, link)}`;
}

/** The link of a recovery or an invitation: the form that sets a password. */
export function resetPasswordUrl({ publicUrl, authSecret }: Signing, link: { id: string }): string {
  return `${publicUrl}/regen_pass/${linkToken(authSecret, link)}`;
}

/** The link to sign in: the page whose button does it (rules §38). */
export function loginUrl({ publicUrl, authSecret }: Signing, link: { id: string }): string {
  return `${publicUrl}/wejdz/${linkToken(authSecret, link)}`;
}

/** Returns the six digits that stand for a link to sign in, where it was opened in another browser. */
export function loginCode(secret: string, link: { id: string }): string {
  const bytes = createHmac("sha256", `login-code:${secret}`).update(link.id).digest();
  return String(bytes.readUInt32BE(0) % 1_000_000).padStart(6, "0");
}

/** Returns the link of an alert: the page that undoes the reported change. */
export function notMeUrl({ publicUrl, authSecret }: Signing, link: { id: string }): string {
  return `${publicUrl}/to_nie_ja/${linkToken(authSecret, link)}`;
}

/** The link of an invitation to be a student's parent. */
export function invitationUrl({ publicUrl, authSecret }: Signing, link: { id: string }): string {
  return `${publicUrl}/zaproszenie/${linkToken(authSecret, link)}`;
}

function signature(secret: string, id: Buffer): Buffer {
  return createHmac("sha256", `link:${secret}`).update(id).digest();
}

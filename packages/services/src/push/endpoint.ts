import { createECDH } from "node:crypto";

/** The push services of Google, Mozilla, Apple and Microsoft; a dot at the beginning: what is below it. */
const HOSTS = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.services.mozilla.com",
  "web.push.apple.com",
  ".push.apple.com",
  ".notify.windows.com",
];

/**
 * Whether messages may be sent to this address: to a push service of a browser over https, or in a demo to this machine.
 * Every other address would make the server call whatever a person names.
 */
export function isPushEndpoint(address: string, { demo }: { demo: boolean }): boolean {
  if (!URL.canParse(address) || !/^https?:\/\/[^/?#\\@]+\//.test(address)) return false;
  const { protocol, hostname, port, hash } = new URL(address);
  if (hash !== "") return false;
  if (demo && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true;
  if (protocol !== "https:" || port !== "") return false;
  return HOSTS.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host));
}

const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** Whether these are the keys of a device: a point of P-256 and 16 random bytes, in base64url. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (bytesOf(p256dh)?.length !== POINT_BYTES || bytesOf(auth)?.length !== SECRET_BYTES) return false;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh, "base64url");
    return true;
  } catch {
    return false;
  }
}

function bytesOf(key: string): Buffer | null {
  return /^[\w-]+={0,2}$/.test(key) ? Buffer.from(key, "base64url") : null;
}

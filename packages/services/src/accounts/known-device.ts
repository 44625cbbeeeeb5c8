import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { findLastReset } from "@korki/db";
import { KNOWN_DEVICE_DAYS } from "@korki/domain";
import type { Ctx } from "../context";

/** How long the cookie that makes a browser known is kept. */
export const KNOWN_DEVICE_SECONDS = KNOWN_DEVICE_DAYS * 24 * 3600;

/** The most accounts that one browser keeps, the newest first. */
const ACCOUNTS_MAX = 5;
const ENTRY = /^([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/;

type Device = {
  authSecret: string;
  cookie: string | undefined;
  email: string;
  now: Date;
  /** Cookies of this moment and earlier make no browser known; null: none is too old. */
  since?: Date | null;
};

/** Returns what makes the caller's browser known to an account: a recovery and "to nie ja" end it (rules §19). */
export async function deviceOf(ctx: Ctx, email: string): Promise<Device> {
  const device = { authSecret: ctx.settings.authSecret, cookie: ctx.deviceCookie, email, now: ctx.now() };
  // Only an account's own browser costs a look into the database.
  return knownDevice(device) === null ? device : { ...device, since: await findLastReset(ctx.db, email) };
}

/**
 * Returns the device's id where this browser has signed in to the account before, else null. The cookie has one
 * entry per account; each is signed with AUTH_SECRET for its account, so that neither a guess nor the sign-in to
 * another account makes a browser known.
 */
export function knownDevice({ authSecret, cookie = "", email, now, since = null }: Device): string | null {
  for (const entry of cookie.split("~").slice(0, ACCOUNTS_MAX)) {
    const [, deviceId, expires, mark] = ENTRY.exec(entry) ?? [];
    if (!deviceId || !expires || !mark || Number(expires) * 1000 <= now.getTime()) continue;
    const madeAt = (Number(expires) - KNOWN_DEVICE_SECONDS) * 1000;
    if (since !== null && madeAt <= since.getTime()) continue;
    const ours = signature(authSecret, email, deviceId, expires);
    if (timingSafeEqual(Buffer.from(mark, "base64url"), ours)) return deviceId;
  }
  return null;
}

/** Returns the cookie that makes this browser known to the account; entries of other accounts stay. */
export function rememberDevice(device: Device): string {
  const { authSecret, cookie = "", email, now } = device;
  const deviceId = knownDevice(device) ?? randomBytes(12).toString("base64url");
  const expires = String(Math.floor(now.getTime() / 1000) + KNOWN_DEVICE_SECONDS);
  const mark = signature(authSecret, email, deviceId, expires).toString("base64url");
  const others = cookie
    .split("~")
    .filter((entry) => ENTRY.test(entry) && knownDevice({ ...device, since: null, cookie: entry }) === null);
  return [`${deviceId}.${expires}.${mark}`, ...others].slice(0, ACCOUNTS_MAX).join("~");
}

function signature(secret: string, email: string, deviceId: string, expires: string): Buffer {
  return createHmac("sha256", `device:${secret}`).update(`${email}|${deviceId}|${expires}`).digest();
}

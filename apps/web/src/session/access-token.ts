import { ACCESS_TOKEN_COOKIE, REFRESH_TOKEN_DAYS } from "@korki/domain";

/** As long as the refresh token: the startup check takes the cookie for "there may be a session". */
const MAX_AGE_SECONDS = REFRESH_TOKEN_DAYS * 24 * 60 * 60;

/** The access token kept in this browser; null where nobody is signed in. */
export function accessToken(): string | null {
  for (const pair of document.cookie.split("; ")) {
    const [name, value] = pair.split("=");
    if (name === ACCESS_TOKEN_COOKIE && value) return decodeURIComponent(value);
  }
  return null;
}

/** Keeps a token for this site alone (rules §2); the server reads it from a header, never from the cookie. */
export function keepAccessToken(token: string): void {
  writeCookie(encodeURIComponent(token), MAX_AGE_SECONDS);
}

export function dropAccessToken(): void {
  writeCookie("", 0);
}

/** Whether a token has expired or will within `aheadMs`, by its own expiry; false if it cannot be read. */
export function isSpent(token: string, now: Date, aheadMs = 5_000): boolean {
  try {
    const payload = token.split(".")[1] ?? "";
    const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp?: unknown };
    return typeof exp === "number" && exp * 1000 < now.getTime() + aheadMs;
  } catch {
    return false;
  }
}

function writeCookie(value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // The Cookie Store API would do, but is not there on plain http, nor in every browser.
  const cookie = `${ACCESS_TOKEN_COOKIE}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${secure}`;
  Reflect.set(document, "cookie", cookie);
}

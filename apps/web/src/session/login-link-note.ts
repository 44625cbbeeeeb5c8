import { LOGIN_LINK_MINUTES } from "@korki/domain";
import { keptKey } from "../updates/version-marker";

const KEY = keptKey("login-link");

/** Notes that this browser asked for a link to sign in, for a reload or a restart; null removes the note. */
export function noteLoginLink(email: string | null): void {
  if (email === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, `${Date.now()} ${email}`);
}

/** Returns for which address this browser asked for a link, as long as the link works; else null. */
export function notedLoginLink(): string | null {
  const [at, email = ""] = localStorage.getItem(KEY)?.split(" ") ?? [];
  const age = Date.now() - Number(at);
  if (age >= 0 && age < LOGIN_LINK_MINUTES * 60_000) return email;
  noteLoginLink(null);
  return null;
}

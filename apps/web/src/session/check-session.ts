import { isUnreachable, statusOf } from "../server/errors";
import { accessToken } from "./access-token";
import { clearSession, currentSession, enterSession, markUnreachable } from "./session-store";

let running: Promise<void> | null = null;

/**
 * The session check of the specification's section 4: with the token's cookie the profile is fetched and the person
 * is signed in; without one, or when the profile call fails, everything is cleared. A server that cannot be reached
 * is no failed call: the session stays, and the check runs again when the connection is back.
 */
export function checkSession(): Promise<void> {
  running ??= check().finally(() => {
    running = null;
  });
  return running;
}

async function check(): Promise<void> {
  if (!accessToken()) return clearSession();
  try {
    const { serverClient } = await import("../server/server-client");
    const profile = await serverClient.account.profile.query();
    const before = currentSession();
    if (before.isLogged && before.id !== profile.id) location.reload();
    else enterSession(profile);
  } catch (error) {
    if (currentSession().phase === "expired") return;
    if (isUnreachable(error) || statusOf(error) === 429) markUnreachable();
    else clearSession();
  }
}

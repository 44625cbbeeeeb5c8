import type { AppRouter } from "@korki/api/router";
import { createTRPCClient } from "@trpc/client";
import { accessToken, keepAccessToken } from "../session/access-token";
import {
  clearSession,
  currentSession,
  enterSession,
  leaveSession,
  markUnreachable,
  requireFactor,
} from "../session/session-store";
import { announceToTabs, onTabNews } from "../session/tabs";
import { callLinks } from "./call-links";
import { onConnectionBack } from "./connection";
import { hasDetail, isUnreachable, statusOf } from "./errors";
import { publicClient } from "./public-client";

/** Calls of a signed-in person from outside React; screens use the hooks of `trpc.ts`. */
const serverClient = createTRPCClient<AppRouter>({ links: callLinks() });

const RETRY_MS = 5_000;

let running: Promise<void> | null = null;

/** Starts the session check, and keeps the session right while the page is open. Called once, at startup. */
export function followSession(): void {
  void checkSession();
  onTabNews((news) => {
    if (news === "signedOut") clearSession();
    else void checkSession();
  });
  const retry = () => {
    if (currentSession().phase === "unreachable") void checkSession();
  };
  onConnectionBack(retry);
  setInterval(retry, RETRY_MS);
}

/**
 * Checks the session (rules §2): with the token's cookie the profile is fetched and the person is signed in; without
 * one, or when the profile call fails, everything is cleared. A server that cannot be reached is no failed call: the
 * session stays, and the check runs again when the connection is back.
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
    const profile = await serverClient.account.profile.query({ withPeople: false });
    const before = currentSession();
    if (before.isLogged && before.id !== profile.id) location.reload();
    else enterSession(profile);
  } catch (error) {
    if (currentSession().phase === "expired") return;
    if (hasDetail(error, "factorRequired")) requireFactor();
    else if (isUnreachable(error) || statusOf(error) === 429) markUnreachable();
    else clearSession();
  }
}

/** Signs in with the token that a login returned: keeps it, fetches the profile, notifies the other tabs. */
export async function enterWithToken(token: string): Promise<void> {
  keepAccessToken(token);
  await checkSession();
  if (currentSession().phase === "signedIn" && accessToken()) announceToTabs("signedIn");
}

/** Ends the session on the server and here; here even where the server cannot be reached. */
export async function logout(): Promise<void> {
  const told = publicClient.account.logout.mutate({}).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  leaveSession();
}

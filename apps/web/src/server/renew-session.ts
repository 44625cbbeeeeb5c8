import { accessToken, keepAccessToken } from "../session/access-token";
import { sessionExpired } from "../session/session-store";
import { isUnreachable, statusOf } from "./errors";
import { publicClient } from "./public-client";

/**
 * - `renewed`: a new access token is in its cookie;
 * - `ended`: the server knows this session no more, and it is cleared here;
 * - `unreachable`: nothing is known, try later.
 */
export type Renewal = "renewed" | "ended" | "unreachable";

/** Shared by all tabs of this browser. */
const LOCK = "korki-renew-session";

let running: Promise<Renewal> | null = null;

/**
 * Gets a new access token for one that the server took no more. However many calls and tabs ask at once, one request
 * goes out: a refresh token works only once (rules §2).
 *
 * @param spent the token that was refused; if another tab has put a newer one in place, that one serves
 */
export async function renewSession(spent: string | null): Promise<Renewal> {
  running ??= acrossTabs(() => renew(spent)).finally(() => {
    running = null;
  });
  const renewal = await running;
  // It may have been under way for another token, and have found this one in its place.
  return renewal === "renewed" && accessToken() === spent ? renewSession(spent) : renewal;
}

async function renew(spent: string | null): Promise<Renewal> {
  const held = accessToken();
  if (held && held !== spent) return "renewed";
  if (!held) return ended();
  try {
    const { accessToken: renewed } = await publicClient.account.refresh.mutate({});
    keepAccessToken(renewed);
    return "renewed";
  } catch (error) {
    const status = statusOf(error);
    return isUnreachable(error) || status === 429 || status === 500 ? "unreachable" : ended();
  }
}

function ended(): Renewal {
  sessionExpired();
  return "ended";
}

/** Web Locks are there on https and on localhost; elsewhere the server's grace for two tabs has to do. */
function acrossTabs(work: () => Promise<Renewal>): Promise<Renewal> {
  return "locks" in navigator ? navigator.locks.request(LOCK, work) : work();
}

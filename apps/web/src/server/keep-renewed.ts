import { now } from "../clock";
import { accessToken, isSpent } from "../session/access-token";
import { renewSession } from "./renew-session";

const CHECK_MS = 15_000;
/** So long before its end a token is exchanged: time for several tries. */
const AHEAD_MS = 60_000;

/**
 * Exchanges the access token before it ends, and hands on each new one, so that an open connection outlives the token
 * which it was opened with. Returns how to stop.
 *
 * @param handOn returns whether it could: else it is tried again
 */
export function keepRenewed(handOn: (token: string) => boolean): () => void {
  let known = accessToken();
  const check = async () => {
    const held = accessToken();
    if (held && isSpent(held, now(), AHEAD_MS)) await renewSession(held);
    const fresh = accessToken();
    if (!fresh || fresh === known) return;
    if (handOn(fresh)) known = fresh;
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  return () => clearInterval(timer);
}

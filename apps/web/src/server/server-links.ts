import type { AppRouter } from "@korki/api/router";
import { createWSClient, splitLink, type TRPCLink, wsLink } from "@trpc/client";
import { now } from "../clock";
import { accessToken, isSpent } from "../session/access-token";
import { onSessionEnd } from "../session/session-store";
import { callLinks } from "./call-links";
import { renewSession } from "./renew-session";
import { subscriptionUrl } from "./trpc-url";

/** The server's close code for an expired token or an ended session. */
const SESSION_ENDED = 4401;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10_000;

/** How every call and subscription of a signed-in person travels; subscriptions over a websocket. */
export function serverLinks(): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => op.type === "subscription",
      true: subscriptionLink(),
      false: callLinks(),
    }),
  ];
}

/**
 * Subscriptions over one websocket, opened with the first and closed a while after the last. A lost connection comes
 * back automatically; one that the server closed when its token expired comes back with a new token.
 */
function subscriptionLink(): TRPCLink<AppRouter> {
  let isRefused = false;
  const client = createWSClient({
    url: subscriptionUrl,
    connectionParams: async () => ({ token: (await freshToken(isRefused)) ?? "" }),
    onOpen() {
      isRefused = false;
    },
    onClose(cause) {
      if (cause?.code === SESSION_ENDED) isRefused = true;
    },
    retryDelayMs: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
    lazy: { enabled: true, closeMs: 10_000 },
    keepAlive: { enabled: true, intervalMs: 25_000, pongTimeoutMs: 10_000 },
  });
  onSessionEnd(() => void client.close());
  return wsLink({ client });
}

/** @param isRefused the server closed the connection because of its token, whatever this device's clock says */
async function freshToken(isRefused: boolean): Promise<string | null> {
  const token = accessToken();
  if (token && (isRefused || isSpent(token, now()))) await renewSession(token);
  return accessToken();
}

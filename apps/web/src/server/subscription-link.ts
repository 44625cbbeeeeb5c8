import type { AppRouter } from "@korki/api/router";
import { createWSClient, type TRPCLink, wsLink } from "@trpc/client";
import { accessToken, isSpent } from "../session/access-token";
import { renewSession } from "../session/renew-session";
import { onSessionEnd } from "../session/session-store";
import { subscriptionUrl } from "./trpc-url";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10_000;

/**
 * Subscriptions over one websocket, opened with the first and closed a while after the last. A lost connection comes
 * back by itself, and each subscription resumes after the last event that it saw.
 */
export function subscriptionLink(): TRPCLink<AppRouter> {
  const client = createWSClient({
    url: subscriptionUrl,
    connectionParams: async () => ({ token: (await freshToken()) ?? "" }),
    retryDelayMs: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
    lazy: { enabled: true, closeMs: 10_000 },
    keepAlive: { enabled: true, intervalMs: 25_000, pongTimeoutMs: 10_000 },
  });
  onSessionEnd(() => void client.close());
  return wsLink({ client });
}

async function freshToken(): Promise<string | null> {
  const token = accessToken();
  if (token && isSpent(token, new Date())) await renewSession(token);
  return accessToken();
}

/** The server's tRPC address, on this very origin (rules §1). */
export const TRPC_URL = "/trpc";

/** The same path over a websocket, for subscriptions. */
export function subscriptionUrl(): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${TRPC_URL}`;
}

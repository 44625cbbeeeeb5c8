import type { LiveTopic } from "@korki/contracts/live";
import { createTRPCClient, createWSClient, wsLink } from "@trpc/client";
import { WebSocket } from "ws";
import type { AppRouter } from "../trpc/router";

/** Node's websocket under the type of the browser's, which tRPC's client expects. */
export const BrowserWebSocket = WebSocket as unknown as typeof globalThis.WebSocket;

/** What an open screen has heard so far. */
export type LiveScreen = {
  heard: LiveTopic[];
  /** Times that the subscription started. */
  starts: () => number;
  /** how connections and subscriptions ended */
  states: string[];
  client: ReturnType<typeof createWSClient>;
  leave: () => Promise<void>;
};

/**
 * Opens a subscription to changes, as an open screen does.
 *
 * @param token asked for at each connection, as the web app does
 */
export function openLiveScreen(origin: string, token: string | (() => Promise<string>)): LiveScreen {
  const heard: LiveTopic[] = [];
  let starts = 0;
  const states: string[] = [];
  const client = createWSClient({
    url: `${origin.replace("http", "ws")}/trpc`,
    WebSocket: BrowserWebSocket,
    connectionParams: async () => ({ token: typeof token === "string" ? token : await token() }),
    retryDelayMs: () => 50,
    onClose: (cause) => void states.push(`closed ${cause?.code}`),
  });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] });
  const subscription = trpc.live.changes.subscribe(undefined, {
    onStarted: () => {
      starts += 1;
    },
    onData: ({ topic }) => void heard.push(topic),
    onError: (error) => void states.push(`error ${error.data?.code}`),
  });
  return {
    heard,
    starts: () => starts,
    states,
    client,
    async leave() {
      subscription.unsubscribe();
      await client.close();
    },
  };
}

import type { LiveLessonEvent } from "@korki/contracts/lessons";
import { createTRPCClient, createWSClient, wsLink } from "@trpc/client";
import { WebSocket } from "ws";
import type { AppRouter } from "../trpc/router";

/** What an open screen has heard so far. */
export type LiveScreen = {
  heard: LiveLessonEvent[];
  /** of the events heard */
  ids: string[];
  /** how connections and subscriptions ended */
  states: string[];
  client: ReturnType<typeof createWSClient>;
  leave: () => Promise<void>;
};

/**
 * Somebody at an open screen that follows lessons.
 *
 * @param token asked for at each connection, as the web app does
 * @param lastEventId the last event that was heard before
 */
export function openLiveScreen(
  origin: string,
  token: string | (() => Promise<string>),
  lastEventId?: string,
): LiveScreen {
  const heard: LiveLessonEvent[] = [];
  const ids: string[] = [];
  const states: string[] = [];
  const client = createWSClient({
    url: `${origin.replace("http", "ws")}/trpc`,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    connectionParams: async () => ({ token: typeof token === "string" ? token : await token() }),
    retryDelayMs: () => 50,
    onClose: (cause) => void states.push(`closed ${cause?.code}`),
  });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] });
  const subscription = trpc.live.lessons.subscribe(lastEventId ? { lastEventId } : {}, {
    onData: ({ id, data }) => {
      heard.push(data);
      ids.push(id);
    },
    onError: (error) => void states.push(`error ${error.data?.code}`),
  });
  return {
    heard,
    ids,
    states,
    client,
    async leave() {
      subscription.unsubscribe();
      await client.close();
    },
  };
}

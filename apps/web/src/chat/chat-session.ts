import { type ChatCalls, ChatClient, openChatConnection } from "@korki/chat-client";
import { useSyncExternalStore } from "react";
import { now } from "../clock";
import { renewSession } from "../server/renew-session";
import { accessToken, isSpent } from "../session/access-token";
import { currentSession, onSessionChange, onSessionEnd } from "../session/session-store";
import { forgetDrafts, unsentOf } from "./drafts";

/** The chat of the signed-in person. Each window has one connection, from the dashboard's first screen to the end. */
let session: { readonly userId: string; readonly client: ChatClient } | null = null;

/** Begins the chat of this person, unless it runs already. */
export function startChat(userId: string, calls: ChatCalls): ChatClient {
  if (session?.userId === userId) return session.client;
  endChat();
  forgetDrafts(userId);
  const connection = openChatConnection({
    userId,
    token: freshToken,
    onRefused: async () => (await renewSession(accessToken())) !== "ended",
  });
  const client = new ChatClient(userId, connection, calls, unsentOf(userId));
  session = { userId, client };
  client.start();
  return client;
}

/** The snapshot that a screen shows; re-renders with each change. */
export function useChatSnapshot(client: ChatClient) {
  return useSyncExternalStore(client.subscribe, client.snapshot);
}

function endChat(): void {
  session?.client.stop();
  session = null;
}

async function freshToken(): Promise<string | null> {
  const token = accessToken();
  if (token && isSpent(token, now())) await renewSession(token);
  return accessToken();
}

// A connection that was refused for want of a session tries no more, until the person signs in over the screen.
let wasExpired = false;
onSessionChange(() => {
  const { phase } = currentSession();
  if (wasExpired && phase === "signedIn") session?.client.start();
  wasExpired = phase === "expired";
});

onSessionEnd(endChat);

import type { ChatClient } from "@korki/chat-client";
import { useMemo } from "react";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { startChat } from "./chat-session";

/** Returns the running chat of the signed-in person. */
export function useChat(): ChatClient {
  const { id } = useProfile();
  const { client: server } = trpc.useUtils();
  return useMemo(
    () =>
      startChat(id, {
        contacts: (which) => server.chat.contacts.query(which),
        history: (input) => server.chat.history.query(input),
      }),
    [id, server],
  );
}

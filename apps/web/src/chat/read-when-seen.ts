import type { ChatClient } from "@korki/chat-client";

/**
 * Marks a conversation as read up to a message, as soon as the person looks at the page.
 *
 * @returns stops waiting for that
 */
export function readWhenSeen(
  client: Pick<ChatClient, "markRead">,
  contactId: string,
  newest: number,
): () => void {
  const seen = () => {
    if (document.visibilityState === "visible" && newest > 0) client.markRead(contactId, newest);
  };
  seen();
  document.addEventListener("visibilitychange", seen);
  return () => document.removeEventListener("visibilitychange", seen);
}

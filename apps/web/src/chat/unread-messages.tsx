import { useEffect } from "react";
import { useChatSnapshot } from "./chat-session";
import { showUnreadCount } from "./unread-count";
import { useChat } from "./use-chat";

/** Keeps the chat running on every screen, and shows the unread count in the side panel and the tab's title. */
export default function UnreadMessages() {
  const { contacts } = useChatSnapshot(useChat());
  const unread = contacts?.reduce((sum, contact) => sum + contact.unread, 0) ?? 0;
  useEffect(() => showUnreadCount(unread), [unread]);
  return null;
}

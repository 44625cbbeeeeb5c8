import { useEffect } from "react";
import { showUnreadCount } from "../dashboard/unread-count";
import { useChatSnapshot } from "./chat-session";
import { useChat } from "./use-chat";

/** Keeps the chat running on every screen, and tells the side panel and the tab's title what is unread. */
export default function UnreadMessages() {
  const { contacts } = useChatSnapshot(useChat());
  const unread = contacts?.reduce((sum, contact) => sum + contact.unread, 0) ?? 0;
  useEffect(() => showUnreadCount(unread), [unread]);
  return null;
}

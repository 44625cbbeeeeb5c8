import { useSyncExternalStore } from "react";
import { showUnreadInTitle } from "../ui/page-title";

let unread = 0;
const listeners = new Set<() => void>();

/** The chat tells how many unread messages there are: the side panel and the tab's title show it. */
export function showUnreadCount(count: number): void {
  if (count === unread) return;
  unread = count;
  showUnreadInTitle(count);
  for (const listener of listeners) listener();
}

export function forgetUnreadCount(): void {
  showUnreadCount(0);
}

/** The number of unread messages that the chat reported last. */
export function useUnreadCount(): number {
  return useSyncExternalStore(subscribe, () => unread);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What tabs of this browser tell each other about the session that they share. */
export type TabNews = "signedIn" | "signedOut";

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("korki-session") : null;

/** Tells the other tabs. */
export function announceToTabs(news: TabNews): void {
  channel?.postMessage(news);
}

/** Hears what the other tabs tell. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (data === "signedIn" || data === "signedOut") listener(data);
  };
  channel?.addEventListener("message", heard);
  return () => channel?.removeEventListener("message", heard);
}

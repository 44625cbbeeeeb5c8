import { unreadablePush } from "@korki/contracts/texts/push";
import { isDashboardScreen } from "../visitor-paths";
import type { PushMessage, WorkerRequest } from "./worker-messages";

declare const self: ServiceWorkerGlobalScope;

const ICON = "/icon-192.png";

/**
 * Shows every message that comes, also while a page is open, and says so to the server (rules §33). A message that is
 * about the same lesson as an older one takes its place.
 */
export function followPush(): void {
  self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(addressOf(event.notification, event.action)));
  });
  // The browser has exchanged its subscription: the page tells the server when it is opened next.
  self.addEventListener("pushsubscriptionchange", (event) => {
    const { oldSubscription } = event as unknown as { oldSubscription?: PushSubscription };
    if (!oldSubscription) return;
    const renewal = self.registration.pushManager.subscribe(oldSubscription.options);
    (event as ExtendableEvent).waitUntil(renewal.catch(() => undefined));
  });
}

async function show(data: PushMessageData | null): Promise<void> {
  const message = read(data);
  // Browsers take push away from who shows nothing.
  const { title, body, tag, url, shown, badge, actions = [] } = { ...unreadablePush, ...message };
  await self.registration.showNotification(title, {
    body,
    icon: ICON,
    badge: ICON,
    lang: "pl",
    data: { url, actions },
    ...(tag ? { tag, renotify: true } : {}),
    actions: actions.map((action, at) => ({ action: String(at), title: action.title })),
  } as NotificationOptions);
  const answers = [shown ? report(shown) : null, badge === undefined ? null : setBadge(badge)];
  await Promise.allSettled(answers);
}

/** Reads only what it knows, so that fields of later versions do no harm. */
function read(data: PushMessageData | null): Partial<PushMessage> {
  try {
    const message: unknown = data?.json();
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}

function report(token: string): Promise<Response> {
  return fetch("/api/push/shown", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
    keepalive: true,
  });
}

async function setBadge(count: number): Promise<void> {
  if (count > 0) await navigator.setAppBadge?.(count);
  else await navigator.clearAppBadge?.();
}

function addressOf({ data }: Notification, action: string): string {
  const { url, actions = [] } = (data ?? {}) as Partial<PushMessage>;
  return actions[Number(action || Number.NaN)]?.url ?? url ?? "/dashboard";
}

/**
 * Opens a page of the product in a window that is there, without losing what is typed; other pages in a new one. Rooms
 * of lessons and bills are pages of their own, which the application's window cannot show.
 */
async function open(address: string): Promise<void> {
  const { origin, href, pathname, search } = new URL(address, self.location.origin);
  if (origin === self.location.origin) {
    const windows = await self.clients.matchAll({ type: "window" });
    const isScreen = isDashboardScreen(pathname);
    const page = windows.find(({ url }) => {
      const shown = new URL(url).pathname;
      return isScreen ? isDashboardScreen(shown) : shown === pathname;
    });
    if (page) {
      const focused = await page.focus().catch(() => page);
      if (isScreen) focused.postMessage({ type: "open", path: pathname + search } satisfies WorkerRequest);
      return;
    }
  }
  await self.clients.openWindow(href);
}

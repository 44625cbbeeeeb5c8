import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useUnreadCount } from "../chat/unread-count";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import type { WorkerRequest } from "../updates/worker-messages";
import { isDashboardScreen } from "../visitor-paths";
import { forgetForeignDevice, hasDevice } from "./device";
import { useRenewPush } from "./use-renew-push";

/**
 * Keeps this device's part of push in order while the application is open (rules §33): the subscription is renewed with
 * the server, or ended where the person removed the device, a notification that is tapped opens its screen, what is read
 * here leaves the notifications and the badge.
 */
export default function PushUpkeep() {
  const { id } = useProfile();
  const navigate = useNavigate();
  const onRequest = useEffectEvent(({ data }: MessageEvent<WorkerRequest | null>) => {
    if (data?.type !== "open") return;
    // A page of its own: a worker of another version may ask for it, too.
    if (!isDashboardScreen(data.path.split("?")[0] ?? "")) return location.assign(data.path);
    void navigate(data.path);
  });
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers) return;
    const listener = (event: MessageEvent) => onRequest(event);
    workers.addEventListener("message", listener);
    return () => workers.removeEventListener("message", listener);
  }, []);
  useEffect(() => void forgetForeignDevice(id).catch(() => undefined), [id]);
  return hasDevice(id) ? <OwnDevice key={id} /> : null;
}

function OwnDevice() {
  const { key = null } =
    trpc.push.get.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY }).data ?? {};
  const onKey = useEffectEvent(useRenewPush());
  useEffect(() => {
    if (key !== null) onKey(key).catch(() => undefined);
  }, [key]);

  const attention = trpc.attention.get.useQuery({ items: 1 }).data;
  const unread = useUnreadCount();
  useEffect(() => {
    if (!attention) return;
    const count = attention.reduce((sum, each) => sum + each.count, unread);
    const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    change?.catch(() => undefined);
  }, [attention, unread]);

  const { pathname, search } = useLocation();
  useEffect(() => void closeRead(pathname + search).catch(() => undefined), [pathname, search]);
  return null;
}

/** Takes away the notifications that lead to the screen which is open. */
async function closeRead(path: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { url } = (notification.data ?? {}) as { url?: string };
    if (url && URL.canParse(url) && `${new URL(url).pathname}${new URL(url).search}` === path)
      notification.close();
  }
}

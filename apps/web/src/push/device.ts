import { commonTexts } from "@korki/contracts/texts/common";
import { deviceName } from "@korki/domain";
import { onSessionEnd } from "../session/session-store";

/**
 * What this browser can do: nothing, push after the two steps to the home screen (iPhone), nothing more because the
 * person refused, or push.
 */
type PushAbility = "none" | "home-screen-first" | "refused" | "able";

const OWNER_KEY = "korki-push-owner";

export function pushAbility(): PushAbility {
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1);
  // Below iOS 16.4 there is none in an installed application either; the steps name that version.
  if (isApple && (!isInstalled() || !("PushManager" in window))) return "home-screen-first";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "none";
  return Notification.permission === "denied" ? "refused" : "able";
}

function isMac(): boolean {
  return /Macintosh/.test(navigator.userAgent);
}

/** Whether it runs as an application of its own, from the home screen. */
function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || matchMedia("(display-mode: standalone)").matches;
}

/** A subscription as the server takes it. */
type Subscription = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  name: string;
};

/** Asks for the permission and subscribes this browser for a person. Returns null if it is refused. */
export async function subscribeDevice(key: string, userId: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const subscription = await subscribeWith(key);
  localStorage.setItem(OWNER_KEY, userId);
  return toInput(subscription);
}

/** Returns this browser's subscription where the person has one here; with the centre's present key. */
export async function renewDevice(key: string, userId: string): Promise<Subscription | null> {
  if (localStorage.getItem(OWNER_KEY) !== userId || pushAbility() !== "able") return null;
  if (Notification.permission !== "granted") return null;
  return toInput(await subscribeWith(key));
}

async function subscribeWith(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function toInput(subscription: PushSubscription): Subscription {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const name = deviceName(navigator.userAgent) ?? commonTexts.unknownDevice;
  return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" }, name };
}

/** Whether this person gets messages in this browser. */
export function hasDevice(userId: string): boolean {
  return localStorage.getItem(OWNER_KEY) === userId;
}

/** Ends this browser's subscription: whoever signs in next gets nothing of this person. */
export async function forgetDevice(): Promise<void> {
  if (localStorage.getItem(OWNER_KEY) === null) return;
  localStorage.removeItem(OWNER_KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  await navigator.clearAppBadge?.();
}

/** The subscription of a person who was here before and is not the one who is signed in now. */
export async function forgetForeignDevice(userId: string): Promise<void> {
  if (!hasDevice(userId)) await forgetDevice();
}

onSessionEnd((wasLeft) => {
  if (wasLeft) void forgetDevice().catch(() => undefined);
});

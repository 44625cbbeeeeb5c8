import { APP_VERSION } from "@korki/domain";
import { clientsClaim, setCacheNameDetails } from "workbox-core";
import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { followPush } from "./push-events";
import type { PageMessage, WorkerAnswer } from "./worker-messages";

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the application at hand: what the first page needs is stored when the worker is installed, other screens when
 * they are first opened. Addresses are answered by the network, and by the stored page only where there is none: so
 * the page is never older than the server, and opens offline.
 */
const SCREENS_CACHE = `korki-screens-${APP_VERSION}`;
const MANIFEST = "manifest.webmanifest";
const LOGO = "/logo.svg";
const NAVIGATION_TIMEOUT_MS = 4_000;

// Cache names end with the version: a page of another version knows whose they are (version-marker.ts).
setCacheNameDetails({ prefix: "korki", suffix: APP_VERSION });
// The manifest changes with the centre's face, not with the version.
const stored = self.__WB_MANIFEST.filter((entry) => typeof entry === "string" || entry.url !== MANIFEST);
precacheAndRoute(stored, { directoryIndex: "", cleanURLs: false });

const visitorPage = createHandlerBoundToURL("/index.html");
const dashboardPage = createHandlerBoundToURL("/dashboard.html");
const storedPage: typeof visitorPage = (options) =>
  new URL(options.request.url).pathname.split("/")[1] === "dashboard"
    ? dashboardPage(options)
    : visitorPage(options);

registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        const answer = await Promise.race([fetch(options.request), timeout(NAVIGATION_TIMEOUT_MS)]);
        return answer.status >= 502 && answer.status <= 504 ? storedPage(options) : answer;
      } catch {
        return storedPage(options);
      }
    },
    // A lesson's room is nothing without a network, and needs the headers of its own address.
    {
      denylist: [
        /^\/lekcja\//,
        /^\/(?:api|trpc|socket\.io|dev|healthz|readyz|metrics)(?:\/|$)/,
        /\.[a-z0-9]+$/i,
      ],
    },
  ),
);

// Built files carry their content's hash in their name: one that is stored is right forever.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request }) => {
    const stored = await caches.match(request);
    if (stored) return stored;
    const answer = await fetch(request);
    if (answer.ok) {
      const cache = await caches.open(SCREENS_CACHE);
      await cache.put(request, answer.clone());
    }
    return answer;
  },
);

// The logo is the centre's own: the newest, and offline the last one seen.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SCREENS_CACHE).then((cache) => cache.add(LOGO)));
});
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === LOGO,
  async ({ request }) => {
    try {
      const answer = await fetch(request);
      if (answer.ok) await (await caches.open(SCREENS_CACHE)).put(LOGO, answer.clone());
      return answer;
    } catch {
      return (await caches.match(LOGO)) ?? Response.error();
    }
  },
);

self.addEventListener("message", (event) => {
  const message = event.data as PageMessage | null;
  if (message?.type === "whichVersion")
    event.ports[0]?.postMessage({ version: APP_VERSION } satisfies WorkerAnswer);
  if (message?.type === "takeOver") void self.skipWaiting();
  if (message?.type === "claim") event.waitUntil(self.clients.claim());
});

followPush();
clientsClaim();

function timeout(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("timeout")), ms));
}

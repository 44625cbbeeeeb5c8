import { beforeEach, expect, test, vi } from "vitest";
import { followPush } from "./push-events";

const ORIGIN = "https://korki.example";
/** What the worker did, in its order. */
let done: string[];

/** Taps a notification that leads to an address while windows show these paths. */
async function tap(path: string, ...shown: string[]): Promise<string[]> {
  done = [];
  const listeners = new Map<string, (event: object) => void>();
  const windows = shown.map((at) => {
    const window = {
      url: ORIGIN + at,
      focus: async () => {
        done.push(`focus ${at}`);
        return window;
      },
      postMessage: ({ path }: { path: string }) => done.push(`show ${path} in ${at}`),
    };
    return window;
  });
  vi.stubGlobal("self", {
    location: { origin: ORIGIN },
    clients: {
      matchAll: async () => windows,
      openWindow: async (href: string) => done.push(`open ${href}`),
    },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  followPush();
  let work: Promise<unknown> = Promise.resolve();
  listeners.get("notificationclick")?.({
    notification: { close: () => undefined, data: { url: ORIGIN + path } },
    action: "",
    waitUntil: (promise: Promise<unknown>) => {
      work = promise;
    },
  });
  await work;
  return done;
}

beforeEach(() => vi.unstubAllGlobals());

test("a notification about a screen shows it in a window of the application, else in a new one", async () => {
  const screen = "/dashboard/zajecia?lekcja=1";
  expect(await tap(screen, "/rachunek/1", "/dashboard/chat")).toEqual([
    "focus /dashboard/chat",
    `show ${screen} in /dashboard/chat`,
  ]);
  expect(await tap("/dashboard", "/dashboard")).toEqual([
    "focus /dashboard",
    "show /dashboard in /dashboard",
  ]);
  expect(await tap(screen, "/lekcja/1/sala", "/dashboardish")).toEqual([`open ${ORIGIN}${screen}`]);
});

test("a room or a bill opens as a page of its own beside the application, once", async () => {
  for (const page of ["/lekcja/1/sala", "/rachunek/1"]) {
    expect(await tap(page, "/dashboard/zajecia")).toEqual([`open ${ORIGIN}${page}`]);
    expect(await tap(page, "/dashboard", page)).toEqual([`focus ${page}`]);
  }
});

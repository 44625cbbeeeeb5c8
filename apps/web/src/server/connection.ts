import { useSyncExternalStore } from "react";
import { learnClock } from "../clock";
import { TRPC_URL } from "./trpc-url";

/** `offline`: the browser itself has no network. `unreachable`: it says that it has one, but calls get no answer. */
export type Connection = "online" | "offline" | "unreachable";

const LOOK_AGAIN_MS = 5_000;

let answered = true;
let looking: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();
const backListeners = new Set<() => void>();

/**
 * `fetch`, as every call to the server uses it: what becomes of a call tells whether there is a connection. A browser's
 * own state is only half of it: a network without internet, or a server that is down, counts as online there.
 */
export async function watchedFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    learnClock(response);
    noteAnswer(response.status < 502 || response.status > 504);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) noteAnswer(false);
    throw error;
  }
}

/** How the page is connected to the server; re-renders when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, currentConnection);
}

export function currentConnection(): Connection {
  if (!navigator.onLine) return "offline";
  return answered ? "online" : "unreachable";
}

/** Calls back when the server can be asked again after it could not. */
export function onConnectionBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}

/** Starts to follow the browser's online and offline events. Called once, at startup. */
export function followConnection(): void {
  addEventListener("offline", tell);
  addEventListener("online", () => {
    tell();
    if (answered) for (const listener of backListeners) listener();
    else lookForServer();
  });
}

function noteAnswer(now: boolean): void {
  if (now === answered) return;
  answered = now;
  if (looking) clearInterval(looking);
  looking = now ? null : setInterval(lookForServer, LOOK_AGAIN_MS);
  tell();
  if (now) for (const listener of backListeners) listener();
}

/** Finds out whether the server answers, where something else than a call got none. */
export function lookForServer(): void {
  watchedFetch(`${TRPC_URL}/centre.info`, { cache: "no-store" }).catch(() => undefined);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Channels that triggers signal after commit (migration "guarantees"). */
export type SignalChannel = "korki_outbox" | "korki_lessons";

const RECONNECT_MS = 1000;

/**
 * Calls `onSignal` with what was signalled on a channel, over a connection of its own that comes back by itself.
 * Signals are not kept for those who are away: `onListening` is called each time that hearing begins (again), so
 * that what was missed can be looked up.
 */
export function listen(
  connectionString: string,
  channel: SignalChannel,
  { onSignal, onListening }: { onSignal(payload: string): void; onListening?(): void },
): { close(): Promise<void> } {
  const stop = new AbortController();
  let current: pg.Client | undefined;

  const hear = async () => {
    const client = new pg.Client({ connectionString, keepAlive: true });
    current = client;
    const ended = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.once("end", () => resolve());
    });
    client.on("notification", ({ payload }) => onSignal(payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      if (stop.signal.aborted) return;
      onListening?.();
      await ended;
    } catch {
      // Whatever it was, the next attempt will tell; callers poll besides.
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const running = (async () => {
    while (!stop.signal.aborted) {
      await hear();
      await sleep(RECONNECT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();

  return {
    async close() {
      stop.abort();
      await current?.end().catch(() => undefined);
      await running;
    },
  };
}

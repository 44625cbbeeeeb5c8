import pg from "pg";

/** Channels on which the database says what was committed. */
export const SIGNAL_CHANNELS = {
  /** A lesson was written: `{lessonId, teacherId, studentId, version}`. */
  lessons: "korki_lessons",
  /** Somebody lost access: `{userId}` for a disabled account, `{userId, sessionId}` for an ended session. */
  access: "korki_access",
  /** Something waits in the outbox. */
  outbox: "korki_outbox",
} as const;
export type SignalChannel = (typeof SIGNAL_CHANNELS)[keyof typeof SIGNAL_CHANNELS];

export type SignalHandlers = {
  onSignal(channel: string, payload: string): void;
  /** Signals may have been missed: the connection was lost and is there again. */
  onGap(): void;
  /** The connection was lost or cannot be had; it is tried again. */
  onLost?(reason: string): void;
};

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5_000;
/** A connection that died without a word is noticed within this time. */
const HEARTBEAT_MS = 15_000;

/**
 * Listens on one connection of its own, and comes back by itself after the connection or the server was away.
 *
 * @returns `ready` once it listens for the first time, `close` for good
 */
export function listenForSignals(
  connectionString: string,
  channels: readonly SignalChannel[],
  { onSignal, onGap, onLost }: SignalHandlers,
): { ready: Promise<void>; close(): Promise<void> } {
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let heartbeat: NodeJS.Timeout | null = null;
  let closed = false;
  let wasReady = false;
  let delay = FIRST_RETRY_MS;
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  function lost(of: pg.Client, reason: string): void {
    if (of !== client) return;
    client = null;
    if (heartbeat) clearInterval(heartbeat);
    of.end().catch(() => undefined);
    if (closed) return;
    onLost?.(reason);
    retry = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, LAST_RETRY_MS);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client = fresh;
    fresh.on("error", (error) => lost(fresh, error.message));
    fresh.on("end", () => lost(fresh, "connection ended"));
    fresh.on("notification", ({ channel, payload }) => onSignal(channel, payload ?? ""));
    try {
      await fresh.connect();
      for (const channel of channels) await fresh.query(`LISTEN ${channel}`);
    } catch (error) {
      lost(fresh, error instanceof Error ? error.message : String(error));
      return;
    }
    if (fresh !== client) return;
    delay = FIRST_RETRY_MS;
    heartbeat = setInterval(() => {
      fresh
        .query({ text: "SELECT 1", query_timeout: HEARTBEAT_MS } as pg.QueryConfig)
        .catch((error: Error) => {
          lost(fresh, error.message);
        });
    }, HEARTBEAT_MS);
    if (wasReady) onGap();
    wasReady = true;
    markReady();
  }

  void connect();
  return {
    ready,
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      if (heartbeat) clearInterval(heartbeat);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}

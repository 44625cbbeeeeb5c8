import pg from "pg";
import { sendSignals } from "./signal-sender";

/**
 * Channels signalled after commit, most of them by `sendSignals`: the outbox has due rows; data of open screens
 * changed (`{topic, userIds}`, see `signal_change`); a person lost access (`{userId}` for a disabled account,
 * `{userId, sessionId}` for an ended session); the chat changed (services, `chat/signals.ts`); people and signals of
 * lessons' rooms (`realtime/room-relay.ts` of the API).
 */
export type SignalChannel =
  | "korki_outbox"
  | "korki_changes"
  | "korki_access"
  | "korki_chat"
  | "korki_payments"
  | "korki_rooms"
  | "korki_invoices"
  | "korki_watches"
  | "korki_boards";

export type SignalHandlers = {
  onSignal(payload: string, channel: SignalChannel): void;
  /** Hearing begins, or begins again: what was signalled before then was not heard. */
  onListening?(): void;
  /** The connection was lost or cannot be had; it is tried again. */
  onAway?(reason: string): void;
};

/** How the listening connection is named in `pg_stat_activity`. */
export const SIGNALS_APPLICATION = "korki signals";

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5_000;
/** A connection that died silently is noticed within this time. */
const HEARTBEAT_MS = 15_000;

/**
 * Calls `onSignal` with what was signalled, over one connection of its own that comes back by itself, and takes part in
 * sending it. Signals are not kept for those who are away: `onListening` is called each time, so that what was missed
 * can be looked up.
 */
export function listen(
  connectionString: string,
  channels: SignalChannel | readonly SignalChannel[],
  handlers: SignalHandlers,
): { close(): Promise<void> } {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let sender: { stop(): void } | undefined;
  let isClosed = false;
  let delay = FIRST_RETRY_MS;

  const lost = (of: pg.Client, reason: string) => {
    if (of !== client) return;
    client = null;
    clearInterval(timer);
    sender?.stop();
    of.end().catch(() => undefined);
    handlers.onAway?.(reason);
    timer = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, LAST_RETRY_MS);
  };

  const beat = (of: pg.Client) => {
    const answer = setTimeout(() => lost(of, "no answer"), HEARTBEAT_MS);
    of.query("SELECT 1")
      .catch((error: Error) => lost(of, error.message))
      .finally(() => clearTimeout(answer));
  };

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString,
      application_name: SIGNALS_APPLICATION,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client = fresh;
    fresh.on("error", (error) => lost(fresh, error.message));
    fresh.on("end", () => lost(fresh, "the connection ended"));
    fresh.on("notification", ({ channel, payload }) =>
      handlers.onSignal(payload ?? "", channel as SignalChannel),
    );
    try {
      await fresh.connect();
      for (const channel of [channels].flat()) await fresh.query(`LISTEN ${channel}`);
    } catch (error) {
      lost(fresh, error instanceof Error ? error.message : String(error));
      return;
    }
    if (isClosed || fresh !== client) return;
    delay = FIRST_RETRY_MS;
    timer = setInterval(() => beat(fresh), HEARTBEAT_MS);
    sender = sendSignals(fresh);
    handlers.onListening?.();
  };

  void connect();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      sender?.stop();
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}

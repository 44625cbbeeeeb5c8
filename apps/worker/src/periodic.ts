import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/** A periodic task; `ms` is the pause between the end of one run and the start of the next. */
export type Round = { name: string; ms: number; work(): Promise<unknown> };

/**
 * Runs each task at once and then periodically until closed. A failed run is logged and repeated at the next turn.
 */
export function startRounds(rounds: readonly Round[], log: Logger): { close(): Promise<void> } {
  const stop = new AbortController();
  setMaxListeners(rounds.length, stop.signal);
  const running = rounds.map(async ({ name, ms, work }) => {
    while (!stop.signal.aborted) {
      await work().catch((error: unknown) => {
        log.warn({ round: name, reason: error instanceof Error ? error.message : "unknown" }, "round failed");
      });
      await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  });
  return {
    async close() {
      stop.abort();
      await Promise.all(running);
    },
  };
}

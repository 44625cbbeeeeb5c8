import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/** A piece of work that comes round again; `ms` lies between the end of one round and the start of the next. */
export type Round = { name: string; ms: number; work(): Promise<unknown> };

/**
 * Runs each at once and then again and again until closed. One that fails is only tried again: nothing here is
 * lost by being late.
 */
export function startRounds(rounds: readonly Round[], log: Logger): { close(): Promise<void> } {
  const stop = new AbortController();
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

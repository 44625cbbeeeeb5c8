import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";

/** A process that dies this soon after its start is started again more slowly, in milliseconds. */
const SOON_MS = 10_000;
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 10_000;

/**
 * Runs `count` processes that share one port (setting API_PROCESSES), and starts one anew when it dies. A signal
 * to this process ends all of them, each in good order.
 */
export function supervise(count: number, logLevel: string): void {
  const log = pino({ level: logLevel, base: { app: "api", pid: process.pid } });
  const ending = new AbortController();

  const keepRunning = async () => {
    let delay = FIRST_PAUSE_MS;
    while (!ending.signal.aborted) {
      const startedAt = Date.now();
      const { pid, code, signal } = await ended(cluster.fork());
      if (ending.signal.aborted) return;
      log.error({ pid, code, signal }, "an api process died; another one takes its place");
      delay = Date.now() - startedAt < SOON_MS ? Math.min(delay * 2, LAST_PAUSE_MS) : FIRST_PAUSE_MS;
      await pause(delay, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const all = Promise.all(Array.from({ length: count }, keepRunning));

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      ending.abort();
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
      await all;
      process.exit(0);
    });
  }
}

function ended(worker: Worker): Promise<{ pid: number | undefined; code: number; signal: string }> {
  return new Promise((resolve) => {
    worker.once("exit", (code, signal) => resolve({ pid: worker.process.pid, code, signal }));
  });
}

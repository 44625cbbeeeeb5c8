import { constants, getPriority, setPriority } from "node:os";
import { startClock } from "@korki/db";
import { loadServerSettings, settingsOrExit } from "@korki/settings";
import { startTracing } from "@korki/tracing";
import { pino } from "pino";
import { startWorker } from "./start-worker";

const { PRIORITY_BELOW_NORMAL } = constants.priority;
// Where a processor is short, calls that people wait for go before messages.
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);

/** Supervisors kill a process 30 s after asking it to stop. */
const GRACE_MS = 25_000;

const settings = settingsOrExit(() => loadServerSettings(process.env));
const log = pino({ level: settings.logLevel, base: { app: "worker", pid: process.pid } });
const tracing = await startTracing("worker", settings.otlpEndpoint);
const { now, databaseUrl } = await startClock(settings.databaseUrl, settings.demoNow);
const worker = startWorker({ ...settings, databaseUrl }, log, { now });
log.info({ concurrency: settings.workerConcurrency }, "worker is up");

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "worker finishes its running jobs");
    // Another worker takes unfinished jobs over when their lease expires.
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    worker
      .close()
      .then(() => tracing.stop())
      .finally(() => process.exit(0));
  });
}

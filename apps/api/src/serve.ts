import cluster from "node:cluster";
import { findDemoAccounts } from "@korki/db";
import type { Services } from "@korki/services";
import type { ServerSettings } from "@korki/settings";
import { startTracing } from "@korki/tracing";
import { listening } from "./listening";
import { createServer } from "./server";
import { openServices } from "./services";
import { READY } from "./supervise";

/** Supervisors kill the process 30 s after the signal. */
const GRACE_MS = 25_000;

const PUBLIC_JITSI =
  "rooms at meet.jit.si open only after somebody signs in there: teachers can set a permanent room in their settings, and MEETING_BASE_URL can name another server (docs/operations.md)";

function isPublicJitsi(meetingBaseUrl: string): boolean {
  return new URL(meetingBaseUrl).hostname === "meet.jit.si";
}

/**
 * Ends the process if a demo's accounts, whose passwords everybody knows, could sign in to production. A database that
 * does not answer yet is no reason: /readyz tells that.
 */
async function refuseDemo({ db, log }: Services): Promise<void> {
  const { DEMO_ACCOUNTS } = await import("@korki/demo/people");
  const found = await findDemoAccounts(
    db,
    DEMO_ACCOUNTS.map(([email]) => email),
  ).catch(() => []);
  if (found.length === 0) return;
  log.fatal({ accounts: found }, "the database holds a demo: delete these accounts, or use another database");
  process.exit(1);
}

/** Serves the product from this process until a signal ends it: running requests are finished first. */
export async function serve(settings: ServerSettings): Promise<void> {
  const tracing = await startTracing("api", settings.otlpEndpoint);
  const { services, redis, close } = await openServices(settings);
  const { log } = services;
  const api = createServer(services, redis, settings);

  if (settings.production) void refuseDemo(services);
  const { adminSecondFactor, requireVetting, rateLimitScale, trustProxy } = settings;
  log.info({ adminSecondFactor, requireVetting, rateLimitScale, trustProxy }, "security settings in force");

  // One of several processes gets its connections from the supervisor. Its own port makes Node enforce time limits.
  const place = cluster.isWorker ? { host: "127.0.0.1", port: 0, exclusive: true } : settings;
  listening(api.server, place).then(
    () => {
      if (cluster.isWorker) process.send?.(READY);
      else log.info({ host: settings.host, port: settings.port }, "api is listening");
      if (settings.lessonPlace === "outside" && isPublicJitsi(settings.meetingBaseUrl))
        log.warn(PUBLIC_JITSI);
    },
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );

  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      // A terminal signals every process of the group, and so does a supervisor.
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "api finishes running requests");
      setTimeout(() => {
        log.warn("some requests were still running");
        process.exit(0);
      }, GRACE_MS).unref();
      await api.close();
      await close();
      await tracing.stop();
      process.exit(0);
    });
  }
}

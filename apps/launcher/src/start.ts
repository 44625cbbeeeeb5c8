import { openDatabase, startClock } from "@korki/db";
import { ensureAppRole, migrate } from "@korki/db/migrate";
import { seedDemo } from "@korki/demo/seed";
import {
  freePort,
  type LocalService,
  lockDataDir,
  Problem,
  Processes,
  requireFreePort,
  Supervisor,
  startPostgres,
  startRedis,
} from "@korki/local-services";
import { keptSecret, type Settings } from "@korki/settings";
import { announcement } from "./announcement";
import { keepBases } from "./archive/commands";
import { walArchive } from "./archive/wal-command";
import {
  type ChildEnvironments,
  childEnvironments,
  exposureFault,
  needsSandbox,
  type SandboxPorts,
} from "./child-environment";
import { requirePostgres, requireRedis } from "./external-services";
import type { Program, Programs } from "./programs";
import { listening, ready } from "./readiness";

type Say = (line: string) => void;

export interface StartOptions {
  readonly settings: Settings;
  /** The given environment, passed on to every process. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns the programs to run with this environment. */
  programs(env: ChildEnvironments): Programs | Promise<Programs>;
  /** Handles a program's lines of output. They are also written to its log file. */
  onOutput(name: string, say: Say): (line: string) => void;
  readonly say: Say;
  /** Stops everything when aborted. */
  readonly stop: AbortSignal;
}

/**
 * Starts everything. Resolves when everything has stopped after `stop` was aborted. Rejects with a Problem, leaving
 * nothing running, when something cannot be started or keeps crashing.
 */
export async function start(options: StartOptions): Promise<void> {
  const { settings, say, stop } = options;
  const fault = exposureFault(settings);
  if (fault !== null) throw new Problem(fault);
  const lock = lockDataDir(settings.dataDir);
  const supervisor = new Supervisor(new Processes(settings.dataDir), { say });
  const cutShort = new AbortController();
  const up = startAll({ ...options, stop: AbortSignal.any([stop, cutShort.signal]) }, supervisor);
  try {
    await Promise.race([up, supervisor.failed, stopping(stop)]);
    await Promise.race([supervisor.failed, stopping(stop)]);
    say("stopping …");
  } catch (error) {
    // An error caused by stopping is no failure.
    if (!stop.aborted) throw error;
  } finally {
    cutShort.abort();
    await supervisor.stop();
    await Promise.allSettled([up]);
    lock.release();
  }
}

function stopping(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Resolves when the product answers and its address was announced. */
async function startAll(options: StartOptions, supervisor: Supervisor): Promise<void> {
  const { settings, say, stop } = options;
  await supervisor.processes.endLeftovers();
  await requireFreePort(settings.port, settings.host);

  say("starting PostgreSQL and Redis …");
  const services = [postgresFor(settings, supervisor, say), redisFor(settings, supervisor, say)] as const;
  // A failure waits for the other one: an installation by apt must not be interrupted.
  await Promise.allSettled(services);
  const [ownerUrl, redisUrl] = await Promise.all(services);
  const sandbox = await sandboxPortsFor(settings);
  const { applied } = await migrate(ownerUrl);
  if (applied.length > 0) say(`database brought up to date (${applied.length} migrations)`);
  const databaseUrl = await applicationUrl(settings, ownerUrl);
  if (settings.demo) await fillDemo(databaseUrl, settings, say);

  say("starting the servers …");
  const env = childEnvironments(settings, options.env, { databaseUrl, redisUrl }, sandbox);
  const programs = await options.programs(env);
  const run = (program: Program, stage: 1 | 2) =>
    supervisor.run({
      name: program.name,
      start: () =>
        supervisor.processes.start({ ...program, stage, onLine: options.onOutput(program.name, say) }),
    });
  if (sandbox) {
    await run(programs.sandbox, 1);
    await Promise.all([listening(sandbox.http, stop), listening(sandbox.smtp, stop)]);
  }
  await Promise.all(programs.apps.map((program) => run(program, 2)));
  await Promise.all(programs.answering.map((address) => ready(address, stop)));
  supervisor.keepAlive();
  say(announcement(settings));
  if (settings.backupDir !== null && settings.databaseUrl === null) keepBases(settings, ownerUrl, say, stop);
}

/** Returns the given PostgreSQL, past its pooler, or an embedded one that is restarted at the same port when it ends. */
async function postgresFor(settings: Settings, supervisor: Supervisor, say: Say): Promise<string> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings;
  if (databaseUrl !== null) {
    await requirePostgres(databaseUrl);
    if (databaseDirectUrl !== null) await requirePostgres(databaseDirectUrl, "DATABASE_DIRECT_URL");
    return databaseDirectUrl ?? databaseUrl;
  }
  const archive = walArchive(settings);
  const port = await freePort();
  return embedded(supervisor, "postgres", () =>
    startPostgres(supervisor.processes, { dataDir, durable: true, port, say, archive }),
  );
}

/**
 * Returns how the servers connect: as the given role, or to the embedded database as a role that owns no table (docs/
 * operations.md, "Roles").
 */
async function applicationUrl({ databaseUrl, dataDir }: Settings, ownerUrl: string): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  return ensureAppRole(ownerUrl, keptSecret(dataDir, "postgres-app-password"));
}

/** Returns the given Redis, or a private one that is restarted at the same port when it ends. */
async function redisFor({ redisUrl, dataDir }: Settings, supervisor: Supervisor, say: Say): Promise<string> {
  if (redisUrl !== null) {
    await requireRedis(redisUrl);
    return redisUrl;
  }
  const port = await freePort();
  return embedded(supervisor, "redis", () =>
    startRedis(supervisor.processes, { dataDir, durable: true, port, say }),
  );
}

async function embedded(
  supervisor: Supervisor,
  name: string,
  startService: () => Promise<LocalService>,
): Promise<string> {
  let url = "";
  await supervisor.run({
    name,
    start: async () => {
      const service = await startService();
      url = service.url;
      return service.process;
    },
  });
  return url;
}

async function sandboxPortsFor(settings: Settings): Promise<SandboxPorts | null> {
  return needsSandbox(settings) ? { http: await freePort(), smtp: await freePort() } : null;
}

/** Fills an empty database with demo data. Changes nothing if it has any users. */
async function fillDemo(databaseUrl: string, settings: Settings, say: (line: string) => void): Promise<void> {
  const clock = await startClock(databaseUrl, settings.demoNow);
  const db = openDatabase(clock.databaseUrl, 1);
  try {
    if (await seedDemo({ db, settings, now: clock.now })) say("the empty database was filled with demo data");
  } finally {
    await db.close();
  }
}

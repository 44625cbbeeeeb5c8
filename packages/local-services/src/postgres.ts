import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connected } from "@korki/db/connected";
import { keptSecret } from "@korki/settings";
import { fakedClock } from "./faked-clock";
import { freePort } from "./ports";
import { type PostgresAccount, postgresAccount } from "./postgres-account";
import { type PostgresPrograms, postgresPrograms } from "./postgres-programs";
import { Problem } from "./problem";
import { processIdentity } from "./process-identity";
import type { Processes, RunningProcess } from "./processes";
import type { LocalService } from "./redis";

export interface PostgresOptions {
  /** The directory of the cluster and its password. */
  readonly dataDir: string;
  /** Whether commits survive a crash of the machine. Tests do not need it. */
  readonly durable: boolean;
  /** Default: any free port. */
  readonly port?: number;
  readonly say?: (line: string) => void;
  /** Where finished segments of the write-ahead log go; default: nowhere. */
  readonly archive?: WalArchive | null;
}

/** How PostgreSQL hands over its write-ahead log. */
export interface WalArchive {
  /** The shell command of `archive_command`. */
  readonly command: string;
  /** Variables that the command needs. */
  readonly env: NodeJS.ProcessEnv;
  /** The directory that PostgreSQL's user must be able to write to. */
  readonly directory: string;
}

/** A segment is handed over at least this often while there is work: the most that a lost disk costs. */
const ARCHIVE_SECONDS = 60;

const START_MS = 120_000;

const MEMORY_IN_USE = /pre-existing shared memory block .* is still in use/;

/** The database of the connection string. */
const DATABASE = "korki";

/**
 * Starts the embedded PostgreSQL on loopback, creating its cluster and database if they are missing. Resolves when it
 * accepts connections. Cleans up after a killed run: its server and its pid file.
 */
export async function startPostgres(processes: Processes, options: PostgresOptions): Promise<LocalService> {
  const programs = postgresPrograms();
  const cluster = path.join(options.dataDir, "postgres");
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  const account = postgresAccount(cluster, [programs.postgres, options.dataDir]);
  const password = keptSecret(options.dataDir, "postgres-password");

  if (!existsSync(path.join(cluster, "PG_VERSION"))) {
    options.say?.("making the database …");
    await makeCluster(processes, programs, account, cluster, password, options.durable);
  }
  await processes.endLeftovers();
  clearStalePidFile(cluster);
  const archive = options.archive ?? null;
  if (archive) shareWith(account, archive.directory);

  const port = options.port ?? (await freePort());
  const running = await accepting(cluster, () =>
    processes.start({
      name: "postgres",
      ...account.start(programs.postgres, ["-D", cluster, ...serverFlags(port, options.durable, archive)]),
      cwd: cluster,
      env: { ...environment(), ...archive?.env },
      stage: 0,
      // Fast shutdown: ends sessions and writes a checkpoint.
      stopSignal: "SIGINT",
      stopMs: 30_000,
    }),
  );

  const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  await ensureDatabase(url("postgres"), running);
  return { process: running, port, url: url(DATABASE) };
}

/** Returns the connection string of the embedded PostgreSQL that runs from this directory; null if none does. */
export function runningPostgresUrl(dataDir: string): string | null {
  const cluster = path.join(dataDir, "postgres");
  const status = pidFile(cluster);
  if (!status?.ready || !processIdentity(status.pid)) return null;
  return `postgresql://postgres:${keptSecret(dataDir, "postgres-password")}@127.0.0.1:${status.port}/${DATABASE}`;
}

/** Gives the account its part of the archive. */
function shareWith({ owner }: PostgresAccount, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (owner) chownSync(directory, owner.uid, owner.gid);
}

function serverFlags(port: number, durable: boolean, archive: WalArchive | null): string[] {
  const values = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    // A test's cluster never fills what PostgreSQL takes by default.
    ...(durable && { shared_buffers: `${sharedBuffersMb(availableMemory())}MB` }),
    timezone: "UTC",
    log_timezone: "UTC",
    // Keeps personal data (in statements and violated keys) out of the log.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...(archive && {
      archive_mode: "on",
      archive_command: archive.command,
      archive_timeout: String(ARCHIVE_SECONDS),
    }),
    ...(durable ? {} : FOR_TESTS),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * Nothing survives a crash, and no table lives long enough to be vacuumed. Each connection plans a statement once: tests
 * rarely run one often enough for PostgreSQL to keep its plan by itself.
 */
const FOR_TESTS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  plan_cache_mode: "force_generic_plan",
  autovacuum: "off",
  track_counts: "off",
};

/** The memory of the machine, or of the container that this runs in. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * Returns the MB in which PostgreSQL keeps pages of tables and indexes. Beyond PostgreSQL's default of 128 an eighth of
 * the memory, for the programs run on the same machine; it is taken as it fills.
 */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(1024, Math.max(128, Math.floor(memoryBytes / 8 / 2 ** 20)));
}

/**
 * What a session keeps of the memory that its last statement took. glibc gives all but 128 kB back, and taking it again
 * page by page took a statement of 50 kB a fifth of its time.
 */
export const KEPT_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: String(4 * 2 ** 20),
  MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
};

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...KEPT_MEMORY, ...fakedClock() };
}

/** Creates the cluster and moves it into place when it is complete. An unfinished one is created again. */
async function makeCluster(
  processes: Processes,
  programs: PostgresPrograms,
  account: PostgresAccount,
  cluster: string,
  password: string,
  durable: boolean,
): Promise<void> {
  const draft = `${cluster}.new`;
  const passwordFile = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.owner)
    for (const file of [draft, passwordFile]) chownSync(file, account.owner.uid, account.owner.gid);
  try {
    const initdb = await processes.start({
      name: "initdb",
      ...account.start(programs.initdb, [
        `--pgdata=${draft}`,
        `--pwfile=${passwordFile}`,
        "--username=postgres",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // The same order and case folding on every machine, independent of its C library.
        "--locale-provider=builtin",
        "--locale=C.UTF-8",
        "--lc-collate=C",
        "--lc-ctype=C",
        "--no-instructions",
        // The password is random: it needs no work against guessing, and a run of tests connects some thousand times.
        ...(durable ? [] : ["--no-sync", "--set=scram_iterations=1"]),
      ]),
      cwd: draft,
      env: environment(),
      stage: 0,
    });
    const { code } = await initdb.exited;
    if (code !== 0)
      throw new Problem(`The database could not be made. Last words (${initdb.logFile}):\n${initdb.tail()}`);
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** The content of PostgreSQL's pid file. */
function pidFile(cluster: string): { pid: number; port: number; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return null;
  }
}

/**
 * Removes a stale pid file. PostgreSQL refuses to start when the process number in it is alive, which after a power cut
 * or in a restarted container may be any program's. Throws a Problem if another server runs on this cluster.
 */
function clearStalePidFile(cluster: string): void {
  const noted = pidFile(cluster);
  if (!noted) return;
  if (processIdentity(noted.pid) && isServerOn(noted.pid, cluster))
    throw new Problem(
      `Another PostgreSQL (process ${noted.pid}) runs on ${cluster}. Stop it, or use another DATA_DIR.`,
    );
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}

function isServerOn(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
  } catch {
    return process.platform !== "linux";
  }
}

/**
 * Starts the server and waits until it accepts connections. Sessions of a killed server notice its end when their
 * statement ends; until then they hold its memory, and a new server gives up.
 */
async function accepting(cluster: string, start: () => Promise<RunningProcess>): Promise<RunningProcess> {
  const deadline = Date.now() + START_MS;
  let running = await start();
  for (;;) {
    const status = pidFile(cluster);
    if (status?.pid === running.pid && status.ready && !running.exit()) return running;
    if (running.exit() && MEMORY_IN_USE.test(running.tail()) && Date.now() < deadline) {
      await pause(200);
      running = await start();
    } else if (running.exit() || Date.now() > deadline) {
      await running.stop();
      throw new Problem(`PostgreSQL did not start. Its last words (${running.logFile}):\n${running.tail()}`);
    }
    await pause(20);
  }
}

async function ensureDatabase(url: string, running: RunningProcess): Promise<void> {
  try {
    await connected(url, async (client) => {
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    });
  } catch (error) {
    await running.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`The embedded database does not answer: ${reason} (${running.logFile})`);
  }
}

import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import {
  type PostgresAccount,
  Problem,
  type Processes,
  postgresAccount,
  postgresPrograms,
  type RunningProcess,
} from "@korki/local-services";
import { Client } from "pg";
import { type Archive, baseFor, walDirectory } from "./archive";
import { unseal } from "./sealed-file";
import { walCommand, walEnvironment } from "./wal-command";

export interface Recovery {
  readonly archive: Archive;
  /** The moment to restore; null: the last one that was archived. */
  readonly moment: Date | null;
  /** The cluster's directory, which must not exist. */
  readonly cluster: string;
  /** A superuser of the cluster, and its database that is connected to. */
  readonly user: string;
  readonly database: string;
  /** Whether the recovered server writes to the archive. */
  readonly archives: boolean;
  readonly processes: Processes;
  readonly say: (line: string) => void;
}

/** A recovered cluster that runs, reachable only through a socket in a directory closed to others. */
export interface Recovered {
  /** The moment of the last commit that was replayed; null: the base backup had all of them. */
  readonly lastCommit: Date | null;
  /** Its database, as the superuser, through the socket. */
  readonly url: string;
  /** Stops the server. The cluster is then ready to be started as usual. */
  stop(): Promise<void>;
}

/** A day's log is replayed in minutes. */
const RECOVERY_MS = 60 * 60_000;

/** PostgreSQL's last words when the log ends before the wanted moment. */
const TOO_SHORT = "recovery ended before configured recovery target was reached";

/**
 * Restores a cluster to a moment: extracts the newest base backup before it and replays the log up to it.
 * Rejects with a Problem that says what to do.
 */
export async function recover(options: Recovery): Promise<Recovered> {
  const { archive, moment, cluster, say } = options;
  const base = baseFor(archive, moment);
  const parent = path.dirname(cluster);
  mkdirSync(parent, { recursive: true, mode: 0o711 });
  const account = postgresAccount(cluster, [parent, walDirectory(archive)].filter(existsSync));
  mkdirSync(cluster, { mode: 0o700 });
  own(account, cluster);
  say(`extracting the base backup of ${base.takenAt.toISOString()} …`);
  await extract(await unseal(base.file, archive.key), cluster, account);
  const postgres = postgresProgram(readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim());
  const room = prepare(cluster, account);
  say("replaying the write-ahead log …");
  let server = await startServer(options, postgres, account, room, moment);
  let client = await recoveredClient(server, room, options);
  if (client === null && moment !== null && server.tail(200).includes(TOO_SHORT)) {
    say(`Nothing after ${moment.toISOString()} was archived: the last state before it is restored.`);
    server = await startServer(options, postgres, account, room, null);
    client = await recoveredClient(server, room, options);
  }
  if (client === null) {
    await server.stop();
    throw new Problem(
      `The log could not be replayed. PostgreSQL's last words (${server.logFile}):\n${server.tail()}`,
    );
  }
  const { rows } = await client.query<{ at: Date | null }>("SELECT pg_last_xact_replay_timestamp() AS at");
  await client.end();
  return {
    lastCommit: rows[0]?.at ?? null,
    url: `postgresql://${encodeURIComponent(options.user)}@/${encodeURIComponent(options.database)}?host=${encodeURIComponent(room)}`,
    stop: async () => {
      await server.stop();
      rmSync(room, { recursive: true, force: true });
    },
  };
}

/** Unpacks a tar as the user that will run the server. */
async function extract(tar: Readable, cluster: string, account: PostgresAccount): Promise<void> {
  // It reads until the stream ends; otherwise it may end before that, and cut it off. The tar of macOS has no -i for this.
  const {
    command,
    args,
    account: user,
  } = account.start("tar", ["-x", "--ignore-zeros", "-C", cluster, "-f", "-"]);
  const child = spawn(command, args, { stdio: ["pipe", "ignore", "inherit"], cwd: "/", ...user });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("exit", resolve),
  );
  const [written, code] = await Promise.allSettled([pipeline(tar, child.stdin), ended]);
  if (written.status === "rejected") throw written.reason;
  if (code.status === "rejected") throw new Problem(`tar could not be started: ${code.reason}`);
  if (code.value !== 0) throw new Problem(`tar ended with code ${code.value}; what is wrong stands above.`);
}

/** Returns a server of this major version: the embedded one, or one that the machine has. */
function postgresProgram(version: string): string {
  const candidates = [postgresPrograms().postgres, `/usr/lib/postgresql/${version}/bin/postgres`];
  for (const program of candidates) {
    if (!existsSync(program)) continue;
    const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
    if (new RegExp(`PostgreSQL\\) ${version}\\b`).test(stdout ?? "")) return program;
  }
  throw new Problem(
    `The backup is of PostgreSQL ${version}, which this machine does not have. Install postgresql-${version}: https://www.postgresql.org/download`,
  );
}

/** Writes what the recovery needs, and returns the directory of its socket. */
function prepare(cluster: string, account: PostgresAccount): string {
  const room = `${cluster}.recovery`;
  rmSync(room, { recursive: true, force: true });
  mkdirSync(room, { mode: 0o700 });
  const files: Record<string, string> = {
    [path.join(room, "pg_hba.conf")]: "local all all trust\n",
    [path.join(cluster, "recovery.signal")]: "",
  };
  // Debian keeps these outside of the cluster.
  for (const name of ["postgresql.conf", "pg_hba.conf", "pg_ident.conf"])
    if (!existsSync(path.join(cluster, name))) files[path.join(cluster, name)] = "";
  for (const [file, content] of Object.entries(files)) writeFileSync(file, content, { mode: 0o600 });
  for (const file of [room, ...Object.keys(files)]) own(account, file);
  return room;
}

function own({ owner }: PostgresAccount, file: string): void {
  if (owner) chownSync(file, owner.uid, owner.gid);
}

function startServer(
  { archive, archives, cluster, processes }: Recovery,
  postgres: string,
  account: PostgresAccount,
  room: string,
  moment: Date | null,
): Promise<RunningProcess> {
  const values: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: room,
    hba_file: path.join(room, "pg_hba.conf"),
    ident_file: path.join(cluster, "pg_ident.conf"),
    config_file: path.join(cluster, "postgresql.conf"),
    // There are no other connections before the end: the settings of the backed-up server do not matter.
    hot_standby: "off",
    // A proof leaves no trace; a restored cluster hands over where its timeline branches off.
    ...(archives ? { archive_mode: "on", archive_command: walCommand("archive") } : { archive_mode: "off" }),
    log_min_error_statement: "panic",
    restore_command: walCommand("fetch"),
    recovery_target_action: "promote",
    ...(moment && { recovery_target_time: moment.toISOString().replace("Z", "+00") }),
  };
  return processes.start({
    name: `recovery-${path.basename(cluster)}`,
    ...account.start(postgres, [
      "-D",
      cluster,
      ...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]),
    cwd: cluster,
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...walEnvironment(archive) },
    stage: 0,
    stopSignal: "SIGINT",
    stopMs: 60_000,
  });
}

/** Returns a connection once the recovery has ended; null if the server ended. */
async function recoveredClient(
  server: RunningProcess,
  room: string,
  options: Recovery,
): Promise<Client | null> {
  const deadline = Date.now() + RECOVERY_MS;
  while (!server.exit() && Date.now() < deadline) {
    try {
      const client = await connect(room, options);
      const { rows } = await client.query<{ busy: boolean }>("SELECT pg_is_in_recovery() AS busy");
      if (!rows[0]?.busy) return client;
      await client.end();
    } catch {
      // Not yet: the socket is missing, or the database system is starting up.
    }
    await pause(50);
  }
  return null;
}

async function connect(room: string, { user, database }: Recovery): Promise<Client> {
  if (!readdirSync(room).some((name) => name.startsWith(".s.PGSQL."))) throw new Error("no socket yet");
  const client = new Client({ host: room, database, user, port: 5432 });
  // A server that ends makes the next query fail.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

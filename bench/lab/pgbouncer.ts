import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  aptInstall,
  aptUsable,
  findProgram,
  freePort,
  Problem,
  postgresAccount,
} from "@korki/local-services";
import { Client } from "pg";
import type { Lab } from "./lab";

/** The first version that knows prepared statements in transaction mode. */
const OLDEST = "1.21";
const CACHE = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "korki", "pgbouncer");

/** Starts PgBouncer in transaction mode before the lab's PostgreSQL. Returns the database's address behind it. */
export async function startPgBouncer(lab: Lab, poolSize: number): Promise<string> {
  const program = await pgBouncer();
  const port = await freePort();
  const direct = new URL(lab.databaseUrl);
  const [name, server] = [direct.pathname.slice(1), `host=${direct.hostname} port=${direct.port}`];
  const file = path.join(lab.dataDir, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${name} = ${server} dbname=${name} user=${direct.username} password=${direct.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
max_prepared_statements = 500
`,
    { mode: 0o644 },
  );
  const { command, args, account } = postgresAccount(path.join(lab.dataDir, "postgres"), [
    program,
    lab.dataDir,
  ]).start(program, [file]);
  const running = await lab.processes.start({
    name: "pgbouncer",
    command,
    args,
    ...(account ? { account } : {}),
    cwd: lab.dataDir,
    env: { PATH: process.env.PATH },
    stage: 1,
  });
  const url = new URL(direct);
  url.port = String(port);
  for (;;) {
    const client = new Client({ connectionString: url.href });
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end();
    if (answers) return url.href;
    if (running.exit()) throw new Problem(`PgBouncer did not start:\n${running.tail()}`);
    await pause(50);
  }
}

/** Returns a PgBouncer that is new enough, built from Debian's next source package where the installed one is not. */
async function pgBouncer(): Promise<string> {
  for (const each of [findProgram(["pgbouncer"]), path.join(CACHE, "bin", "pgbouncer")])
    if (each && existsSync(each) && isNewEnough(each)) return each;
  if (!aptUsable()) throw new Problem(`Install PgBouncer ${OLDEST} or newer.`);
  console.log("building PgBouncer …");
  await aptInstall(["gcc", "make", "pkg-config", "libevent-dev", "libssl-dev"]);
  const work = mkdtempSync(path.join(tmpdir(), "korki-pgbouncer-"));
  try {
    const run = (command: string, args: readonly string[], cwd = work) =>
      execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    mkdirSync(path.join(work, "lists", "partial"), { recursive: true });
    writeFileSync(path.join(work, "sources"), "deb-src http://deb.debian.org/debian trixie main\n");
    // Lists of its own: what this machine installs from stays as it is.
    const apt = [
      `-oDir::Etc::sourcelist=${path.join(work, "sources")}`,
      "-oDir::Etc::sourceparts=-",
      `-oDir::State::lists=${path.join(work, "lists")}`,
      "-oAPT::Sandbox::User=root",
    ];
    run("apt-get", ["-q", ...apt, "update"]);
    run("apt-get", ["-q", ...apt, "source", "--download-only", "pgbouncer"]);
    const archive = readdirSync(work).find((each) => each.endsWith(".orig.tar.gz"));
    if (!archive) throw new Problem("Debian has no source of PgBouncer at the usual place.");
    const source = path.join(work, "source");
    mkdirSync(source);
    run("tar", ["-xzf", archive, "-C", source, "--strip-components=1"]);
    run("./configure", [`--prefix=${CACHE}`, "--without-cares"], source);
    run("make", ["-s", "-j2", "install"], source);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return path.join(CACHE, "bin", "pgbouncer");
}

function isNewEnough(program: string): boolean {
  const said = execFileSync(program, ["--version"], { encoding: "utf8" });
  return (/\d+\.\d+/.exec(said)?.[0] ?? "0").localeCompare(OLDEST, "en", { numeric: true }) >= 0;
}

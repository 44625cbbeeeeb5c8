import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import path from "node:path";
import { connected } from "@korki/db/connected";
import { migrate } from "@korki/db/migrate";
import { findProgram, Problem } from "@korki/local-services";
import { CopyRefused, readRows, writeRows } from "./row-copy";
import { writeAside } from "./write-aside";

/** The directory where Debian and Ubuntu keep the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

/** A pg_dump, pg_restore and psql, as absolute paths. */
export type DumpPrograms = { dump: string; restore: string; psql: string };

/** Returns programs at least as new as a server of this major version: an older pg_dump refuses it. */
export function dumpPrograms(server: number): DumpPrograms | null {
  const installed = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  const folders = installed
    .filter((version) => version >= server)
    .sort((a, b) => a - b)
    .map((version) => path.join(VERSIONS, String(version), "bin"));
  const inPath = findProgram(["pg_dump"]);
  if (inPath && majorVersion(inPath) >= server) folders.push(path.dirname(inPath));
  for (const folder of folders) {
    const programs = {
      dump: path.join(folder, "pg_dump"),
      restore: path.join(folder, "pg_restore"),
      psql: path.join(folder, "psql"),
    };
    if (Object.values(programs).every((program) => existsSync(program))) return programs;
  }
  return null;
}

function majorVersion(program: string): number {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return Number(/(\d+)(\.|beta|rc|devel)/.exec(stdout ?? "")?.[1] ?? 0);
}

type Say = (line: string) => void;
type FindPrograms = (server: number) => DumpPrograms | null;

/**
 * Writes the whole database as it is to a file that only its owner may read: in pg_dump's custom format if this machine has a pg_dump that is new enough,
 * otherwise as a copy of the rows.
 */
export async function backUp(
  databaseUrl: string,
  file: string,
  say: Say,
  find: FindPrograms = dumpPrograms,
): Promise<void> {
  const server = await serverVersion(databaseUrl);
  const programs = find(server);
  if (programs) {
    await writeAside(file, (draft) =>
      run(programs.dump, ["--format=custom", "--no-owner", `--file=${draft}`], databaseUrl),
    );
    say(`The database was written to ${path.resolve(file)}, in pg_dump's format.`);
    return;
  }
  const rows = await writeRows(databaseUrl, file);
  say(`There is no pg_dump ${server} here: ${rows} rows were written to ${path.resolve(file)}.`);
  say(
    "`pnpm restore` reads them, of the version of Korki that last migrated this database; pg_restore does not.",
  );
}

/**
 * Restores the database from a file that `backUp` wrote, and migrates it. A failure before all of it is written changes
 * nothing. A dump may be of an earlier release; rows have to be of a database that this one last migrated.
 */
export async function restore(
  databaseUrl: string,
  file: string,
  say: Say,
  find: FindPrograms = dumpPrograms,
): Promise<void> {
  if (!existsSync(file)) throw new Problem(`There is no file ${file}.`);
  const kind = kindOf(file);
  if (kind === null)
    throw new Problem(`${file} is no backup: neither pg_dump's custom format nor Korki's own.`);
  if (kind === "rows") {
    await migrate(databaseUrl);
    try {
      say(`${await readRows(databaseUrl, file)} rows are as they were in ${file}.`);
    } catch (error) {
      if (error instanceof CopyRefused) throw new Problem(error.message);
      throw error;
    }
    return;
  }
  const server = await serverVersion(databaseUrl);
  const programs = find(server);
  if (!programs)
    throw new Problem(
      `The server is PostgreSQL ${server}, and pg_restore has to be ${server} or newer. ` +
        `Install postgresql-client-${server}: https://www.postgresql.org/download`,
    );
  await putDump(programs, file, databaseUrl);
  say(`The database is as it was in ${file}.`);
  const { applied } = await migrate(databaseUrl);
  if (applied.length > 0)
    say(`The file is of an earlier release: ${applied.length} migrations brought it up to date.`);
}

/** Drops what there is in the schema, also what a dump of an earlier release does not know, except what extensions made. */
const CLEAR = `
SET LOCAL client_min_messages = warning;
DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name)
      FROM (SELECT 'pg_class'::regclass AS catalog, oid, relnamespace AS schema, format('public.%I', relname) AS name,
                   CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                                ELSE 'TABLE' END AS kind
              FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
            UNION ALL
            SELECT 'pg_proc'::regclass, oid, pronamespace,
                   format('public.%I(%s)', proname, pg_get_function_identity_arguments(oid)), 'ROUTINE'
              FROM pg_proc
            UNION ALL
            SELECT 'pg_type'::regclass, oid, typnamespace, format('public.%I', typname), 'TYPE'
              FROM pg_type WHERE typtype IN ('e', 'd')) AS made
     WHERE schema = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = catalog AND objid = made.oid AND deptype = 'e')
     ORDER BY kind <> 'TABLE'
  LOOP
    EXECUTE statement;
  END LOOP;
END $$;
`;

/** Puts a dump in place of what is there, in one transaction that commits once pg_restore has written all of it. */
async function putDump({ restore, psql }: DumpPrograms, file: string, databaseUrl: string): Promise<void> {
  const env = { ...process.env, ...libpqEnvironment(databaseUrl) };
  const reader = spawn(restore, ["--no-owner", "--file=-", file], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const writer = spawn(psql, ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"], {
    stdio: ["pipe", "ignore", "inherit"],
    env,
  });
  // A psql that has ended says why itself.
  writer.stdin.on("error", () => undefined);
  writer.stdin.write(`BEGIN;${CLEAR}`);
  reader.stdout.pipe(writer.stdin, { end: false });
  const read = ended(restore, reader).then(
    () => writer.stdin.end("COMMIT;\n"),
    (error: unknown) => {
      writer.stdin.end();
      throw error;
    },
  );
  const written = ended(psql, writer).catch((error: unknown) => {
    reader.kill();
    throw error;
  });
  for (const result of await Promise.allSettled([written, read]))
    if (result.status === "rejected") throw result.reason;
}

/** Detects the format by the file's first bytes. */
function kindOf(file: string): "dump" | "rows" | null {
  const start = Buffer.alloc(5);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  if (start.toString("latin1") === "PGDMP") return "dump";
  return start[0] === 0x1f && start[1] === 0x8b ? "rows" : null;
}

async function serverVersion(databaseUrl: string): Promise<number> {
  const { rows } = await connected(databaseUrl, (client) =>
    client.query<{ server_version_num: string }>("SHOW server_version_num"),
  );
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

/** The authorities that Debian and Ubuntu trust, which every version of libpq can read. */
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** Returns the variables by which libpq connects as the product does. It knows other words for some of an address. */
export function libpqEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = (name: string) => searchParams.get(name) || undefined;
  const mode = given("sslmode");
  const root = given("sslrootcert");
  // Without a file of authorities libpq would want ~/.postgresql/root.crt; the product takes the public ones.
  const verifiesPublicly = mode?.startsWith("verify-") && root === undefined;
  const publicRoot = existsSync(AUTHORITIES) ? AUTHORITIES : "system";
  const variables = {
    PGHOST: given("host") ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, "$1"),
    PGPORT: given("port") ?? (port || "5432"),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: verifiesPublicly ? "verify-full" : mode === "no-verify" ? "require" : mode,
    PGSSLROOTCERT: verifiesPublicly ? publicRoot : root,
    PGSSLCERT: given("sslcert"),
    PGSSLKEY: given("sslkey"),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Passes the address in the environment, because everybody on the machine can read arguments. */
function run(program: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const env = { ...process.env, ...libpqEnvironment(databaseUrl) };
  return ended(program, spawn(program, args, { stdio: "inherit", env }));
}

/** Resolves when a program has ended well and its output was read. */
function ended(program: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Problem(`${program} ended with code ${code}; what is wrong stands above.`));
    });
  });
}

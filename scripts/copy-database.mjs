// Runs pg_dump or pg_restore on DATABASE_URL. They have to be as new as the server: an older pg_dump refuses.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { exitCode, StepFailed, tell } from "./running.mjs";

const [task = "", file = ""] = process.argv.slice(2);
const url = process.env.DATABASE_URL ?? "";
/** Where Debian and Ubuntu keep the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

await tell(async () => {
  const server = serverVersion();
  const programs = folderFor(server);
  const run = (/** @type {string} */ name, /** @type {string[]} */ args) =>
    exitCode(path.join(programs, name), args);
  if (task === "backup") {
    const code = await run("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${url}`]);
    if (code === 0) console.log(`The database was written to ${path.resolve(file)}.`);
    process.exit(code);
  }
  if (!existsSync(file)) throw new StepFailed(`There is no file ${file}.`);
  // All or nothing: a restore that fails leaves the database as it was.
  const options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", `--dbname=${url}`];
  const code = await run("pg_restore", [...options, file]);
  if (code === 0) console.log(`The database is as it was in ${file}.`);
  process.exit(code);
});

/** The server's major version. */
function serverVersion() {
  const { stdout, error } = spawnSync("psql", ["-AtX", "-c", "SHOW server_version_num", url], {
    encoding: "utf8",
  });
  if (error) throw new StepFailed("psql and pg_dump are missing: apt-get install postgresql-client");
  if (!/^\d+/.test(stdout)) throw new StepFailed("The database does not answer.");
  return Math.floor(Number(stdout) / 10_000);
}

/**
 * The folder of a pg_dump that is new enough.
 *
 * @param {number} server
 */
function folderFor(server) {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  const found = versions
    .sort((a, b) => a - b)
    .find(
      (version) => version >= server && existsSync(path.join(VERSIONS, String(version), "bin", "pg_dump")),
    );
  if (found) return path.join(VERSIONS, String(found), "bin");
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const { stdout } = spawnSync(path.join(folder, "pg_dump"), ["--version"], { encoding: "utf8" });
    if (Number(/(\d+)\./.exec(stdout ?? "")?.[1]) >= server) return folder;
  }
  throw new StepFailed(
    `The server is PostgreSQL ${server}, and its pg_dump has to be ${server} or newer. ` +
      `Install postgresql-client-${server}: https://www.postgresql.org/download`,
  );
}

import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { findProgram } from "./find-program";
import { Problem } from "./problem";
import type { ProcessSpec } from "./processes";

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface PostgresAccount {
  /** The owner of its files; null: the current user. */
  readonly owner: UserIds | null;
  /** Returns how to start `program` as that user. */
  start(program: string, args: readonly string[]): Pick<ProcessSpec, "command" | "args" | "account">;
}

interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the current user; for root the owner of the existing cluster, otherwise the user `postgres` (created if
 * missing). `paths` are programs that this user runs and directories that it enters. If a directory above them is
 * closed to others (/root), the user gets the right to pass through, and no other right of root. Throws a Problem if
 * that is impossible.
 */
export function postgresAccount(cluster: string, paths: readonly string[]): PostgresAccount {
  if (process.getuid?.() !== 0) return { owner: null, start: (command, args) => ({ command, args }) };

  const owner = statSync(cluster, { throwIfNoEntry: false });
  const ids =
    owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : (userIds("postgres") ?? createdUser());
  if (reaches(ids, paths)) return { owner: ids, start: (command, args) => ({ command, args, account: ids }) };

  const setpriv = findProgram(["setpriv"]);
  const prefix = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    // Otherwise access(2), by which PostgreSQL finds its own programs, would ignore that right.
    "--securebits=+no_setuid_fixup",
    "--",
  ];
  if (!setpriv || spawnSync(setpriv, [...prefix, "true"]).status !== 0)
    throw new Problem(
      `PostgreSQL cannot run as root, and the user that it runs as instead cannot reach ${paths.join(" and ")}. Move the project out of a directory that is closed to others (such as /root), or start it as an ordinary user.`,
    );
  return {
    owner: ids,
    start: (program, args) => ({ command: setpriv, args: [...prefix, program, ...args] }),
  };
}

function reaches(ids: UserIds, paths: readonly string[]): boolean {
  const check = 'for p in "$@"; do [ -x "$p" ] || exit 1; done';
  return spawnSync("/bin/sh", ["-c", check, "sh", ...paths], { ...ids, cwd: "/" }).status === 0;
}

function userIds(name: string): UserIds | null {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [user, , uid, gid] = line.split(":");
    if (user === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

function createdUser(): UserIds {
  spawnSync("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir=/nonexistent",
    "--shell=/usr/sbin/nologin",
    "postgres",
  ]);
  const ids = userIds("postgres") ?? userIds("nobody");
  if (!ids)
    throw new Problem(
      "PostgreSQL cannot run as root, and this machine has no other user. Start Korki as an ordinary user, or point DATABASE_URL to a PostgreSQL that runs.",
    );
  return ids;
}

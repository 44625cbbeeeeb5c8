// Lints prisma/migrations with squawk (https://squawkhq.com/docs/rules): what would make people at work wait, or break
// the version that still runs. `pnpm verify` and `npm test` run it. Exceptions are written below or in the migration.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root, StepFailed, tell } from "./running.mjs";

/** The migrations before this one are applied to an empty database alone. */
const FIRST_IN_USE = "20261122";

const WAITING = [
  "require-concurrent-index-creation",
  "require-concurrent-index-deletion",
  "adding-foreign-key-constraint",
  "constraint-missing-not-valid",
];
const TAKING_AWAY = [
  "ban-drop-table",
  "ban-drop-column",
  "ban-drop-not-null",
  "renaming-column",
  "renaming-table",
];

/** @type {readonly { rules: readonly string[], applies: (name: string, sql: string) => boolean, why: string }[]} */
const EXCEPTIONS = [
  {
    rules: ["prefer-bigint-over-int", "prefer-bigint-over-smallint"],
    applies: () => true,
    why: "blocks, days and amounts have bounds far below those of integer; what counts rows is bigint",
  },
  {
    rules: WAITING,
    applies: (name, sql) => name < "20261123" || /^-- brief: \S.+/m.test(sql),
    why: "`-- brief:` in the file says why it does not take long; older files passed packages/testing's rules without that line",
  },
  {
    rules: ["require-lock-timeout", "require-statement-timeout"],
    applies: (_, sql) => /^(--.*\n)*CREATE INDEX CONCURRENTLY [^;]*;\s*$/.test(sql),
    why: "it stands alone in its file, makes nobody wait, and takes as long as the table is large",
  },
  {
    rules: TAKING_AWAY,
    applies: (name, sql) =>
      /^-- contract: \S.+/m.test(sql) ||
      [
        "20261122050002_ledger_live",
        "20261122055000_guardianships",
        "20261122060200_one_place_at_a_time",
      ].includes(name),
    why: "`-- contract:` in the file says since when nobody uses it; the three take away helpers of their own migration",
  },
];

await tell(async () => {
  const folder = path.join(root, "prisma", "migrations");
  const names = readdirSync(folder).filter((name) => /^\d{14}_/.test(name) && name >= FIRST_IN_USE);
  /** @type {Map<string, string[]>} */
  const byExceptions = new Map();
  for (const name of names) {
    const file = path.join("prisma", "migrations", name, "migration.sql");
    const sql = readFileSync(path.join(root, file), "utf8");
    const rules = EXCEPTIONS.filter(({ applies }) => applies(name, sql)).flatMap(({ rules }) => rules);
    byExceptions.set(rules.join(), [...(byExceptions.get(rules.join()) ?? []), file]);
  }
  for (const [rules, files] of byExceptions) {
    const squawk = path.join(root, "node_modules", ".bin", "squawk");
    const args = ["--pg-version=15", "--assume-in-transaction", `--exclude=${rules}`, ...files];
    const { status, error } = spawnSync(squawk, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    if (error) throw new StepFailed(`squawk could not be started: ${error.message}`);
    if (status !== 0)
      throw new StepFailed(
        'A migration would make people wait or break the running version: docs/operations.md, "Stopping and updating".',
      );
  }
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

/** From here on a version may be running while the next one's migration is applied. */
const FIRST_IN_USE = "20261120200000";

/** A file that says since when nobody uses what it takes away may take it away. */
const MARKER = /^-- contract: \S.+/m;

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)\b/i, "takes away what the running version uses"],
  [/\bRENAME\s+(TO|COLUMN|CONSTRAINT)\b/i, "renames what the running version uses"],
  [/\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i, "changes a type and rewrites the table"],
  [/\bALTER\s+(COLUMN\s+)?"?\w+"?\s+SET\s+NOT\s+NULL\b/i, "refuses rows of the running version"],
  [/(?<!\bBEFORE\s)\bTRUNCATE\b/i, "empties a table"],
];

/** What a migration does that the version before it would not survive. */
function faultsOf(sql: string): string[] {
  if (MARKER.test(sql)) return [];
  const code = sql.replaceAll(/--.*$/gm, "").replaceAll(/\$\$[\s\S]*?\$\$/g, "$$$$");
  const faults = FORBIDDEN.filter(([pattern]) => pattern.test(code)).map(([, fault]) => fault);
  for (const statement of code.split(";").filter((each) => /\bALTER\s+TABLE\b/i.test(each))) {
    for (const [column] of statement.matchAll(/\bADD\s+COLUMN\b[^,]*/gi)) {
      if (/\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column))
        faults.push("adds a column that rows of the running version lack");
    }
  }
  return faults;
}

const migrations = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name >= FIRST_IN_USE)
  .map(({ name }) => name);

test.each(migrations)("%s suits the version that runs before it", (name) => {
  expect(faultsOf(readFileSync(path.join(folder, name, "migration.sql"), "utf8"))).toEqual([]);
});

describe("the rule sees", () => {
  test.each([
    "DROP TABLE lessons;",
    "ALTER TABLE lessons DROP COLUMN title;",
    "ALTER TABLE lessons RENAME COLUMN title TO name;",
    "ALTER TABLE lessons ALTER COLUMN block TYPE integer;",
    "ALTER TABLE lessons ALTER COLUMN title SET NOT NULL;",
    "ALTER TABLE lessons ADD COLUMN a text, ADD COLUMN b text NOT NULL;",
    "TRUNCATE messages;",
  ])("%s", (sql) => {
    expect(faultsOf(sql)).toHaveLength(1);
    expect(faultsOf(`-- contract: unused since 0.0.5\n${sql}`)).toEqual([]);
  });

  test.each([
    "ALTER TABLE lessons ADD COLUMN place text;",
    "ALTER TABLE lessons ADD COLUMN place text NOT NULL DEFAULT '';",
    "CREATE TABLE rooms (id uuid NOT NULL);",
    "-- DROP TABLE is not done here\nCREATE INDEX a ON lessons (block);",
  ])("nothing wrong with %s", (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});

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

/** From here on a migration is applied while a centre works: it waits for nobody's locks, and holds none for long. */
const FIRST_TIMED = "20261122";

const TIMEOUTS = /^(--.*\n|\s)*SET LOCAL lock_timeout = '5s';\s*SET LOCAL statement_timeout = '10min';/;

/** What commits by itself, step by step, stands alone in its file. */
const ALONE = /^(--.*\n|\s)*(CALL \w+\(|CREATE INDEX CONCURRENTLY )[^;]*;\s*$/;

/** A line that says why a statement that locks or rewrites a table does not take long. */
const BRIEF = /^-- brief: \S.+/m;

/** Tables that grow with every lesson or message. */
const BIG =
  "(ledger_entries|lessons|messages|conversations|history_entries|notifications|occupied_slots|payments|payouts|sessions)";

const BIG_INDEX = new RegExp(`\\bCREATE\\s+(?:UNIQUE\\s+)?INDEX\\b[^;]*\\bON\\s+${BIG}\\b`, "i");

const LENGTHY: readonly (readonly [RegExp, string])[] = [
  [
    /\bADD\s+COLUMN\b[^,;]*\bDEFAULT\s+\(?(clock_timestamp|gen_random_uuid|random|nextval)\b/i,
    "rewrites the table",
  ],
  [/\bADD\s+COLUMN\b[^,;]*\b(STORED|SERIAL|IDENTITY)\b/i, "rewrites the table"],
  [/\b(VACUUM\s+FULL|CLUSTER|REINDEX)\b/i, "rewrites the table"],
  [/\bLOCK\s+TABLE\b/i, "locks a table"],
];

/** What a migration does that people at work would have to wait for. */
function waitsOf(sql: string): string[] {
  if (ALONE.test(sql)) return [];
  const waits = TIMEOUTS.test(sql) ? [] : ["does not begin with both timeouts"];
  if (BRIEF.test(sql)) return waits;
  const code = sql.replaceAll(/--.*$/gm, "").replaceAll(/\$\$[\s\S]*?\$\$/g, "$$$$");
  const made = [...code.matchAll(/\bCREATE\s+TABLE\s+"?(\w+)/gi)].map(([, table]) => table);
  waits.push(...LENGTHY.filter(([pattern]) => pattern.test(code)).map(([, fault]) => fault));
  for (const statement of code.split(";")) {
    const [, indexed = ""] = BIG_INDEX.exec(statement) ?? [];
    if (indexed && !made.includes(indexed)) waits.push("builds an index on a big table");
    const [, table] = /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(\w+)/i.exec(statement) ?? [];
    if (table === undefined || made.includes(table)) continue;
    for (const [constraint] of statement.matchAll(
      /\bADD\s+(CONSTRAINT\s+\w+\s+)?(CHECK|FOREIGN\s+KEY)\b[\s\S]*?(?=,\s*ADD\b|$)/gi,
    ))
      if (!/\bNOT\s+VALID\b/i.test(constraint))
        waits.push("checks all rows under a lock: NOT VALID, then VALIDATE");
    if (/\bADD\s+(CONSTRAINT\s+\w+\s+)?(UNIQUE|PRIMARY\s+KEY)\s*\(/i.test(statement))
      waits.push("builds an index under a lock");
  }
  return waits;
}

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

test.each(migrations.filter((name) => name >= FIRST_TIMED))("%s lets people work on", (name) => {
  expect(waitsOf(readFileSync(path.join(folder, name, "migration.sql"), "utf8"))).toEqual([]);
});

describe("of what people would wait for, the rule sees", () => {
  const timeouts = "SET LOCAL lock_timeout = '5s';\nSET LOCAL statement_timeout = '10min';\n";

  test.each([
    "CREATE INDEX a ON lessons (block);",
    "CREATE UNIQUE INDEX IF NOT EXISTS a\n  ON messages (seq);",
    "ALTER TABLE lessons ADD COLUMN code uuid DEFAULT gen_random_uuid();",
    "ALTER TABLE users ADD COLUMN full_name text GENERATED ALWAYS AS (name || surname) STORED;",
    "ALTER TABLE users ADD CONSTRAINT a CHECK (name <> '');",
    "ALTER TABLE lessons ADD CONSTRAINT a FOREIGN KEY (room_id) REFERENCES rooms (id);",
    "ALTER TABLE users ADD CONSTRAINT a UNIQUE (phone);",
    "LOCK TABLE lessons;",
  ])("%s", (sql) => {
    expect(waitsOf(timeouts + sql)).toHaveLength(1);
    expect(waitsOf(`${timeouts}-- brief: the table is empty until this version runs\n${sql}`)).toEqual([]);
    expect(waitsOf(sql)).toContain("does not begin with both timeouts");
  });

  test.each([
    "CREATE TABLE rooms (id uuid PRIMARY KEY, lesson_id uuid REFERENCES lessons (id));\nCREATE INDEX a ON rooms (lesson_id);",
    "CREATE TABLE rooms (id uuid);\nALTER TABLE rooms ADD CONSTRAINT a CHECK (id IS NOT NULL);",
    "ALTER TABLE users ADD CONSTRAINT a CHECK (name <> '') NOT VALID;\nALTER TABLE users VALIDATE CONSTRAINT a;",
    "ALTER TABLE lessons ADD COLUMN place text NOT NULL DEFAULT '';",
    "ALTER TABLE lessons ADD COLUMN seen_at timestamptz DEFAULT now();",
  ])("nothing wrong with %s", (sql) => {
    expect(waitsOf(timeouts + sql)).toEqual([]);
    expect(waitsOf(`-- Why.\n${timeouts}${sql}`)).toEqual([]);
  });

  test("what commits by itself may stand alone", () => {
    const index = "CREATE INDEX CONCURRENTLY IF NOT EXISTS a\n  ON lessons (block);";
    expect(waitsOf(`-- Why.\n${index}\n`)).toEqual([]);
    expect(waitsOf(`${index}\nDROP INDEX b;`)).not.toEqual([]);
    expect(waitsOf("-- In steps.\nCALL fill_ledger(20);\n")).toEqual([]);
    expect(waitsOf("CALL fill_ledger(20);\nUPDATE users SET phone = '';")).not.toEqual([]);
  });
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

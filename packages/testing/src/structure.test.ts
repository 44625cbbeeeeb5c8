import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase, query, sql } from "@korki/db";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const database = await createTestDatabase();

/** One thing of the database: its kind, the table it belongs to, its name, and the SQL that makes it. */
interface Part {
  kind: "function" | "trigger" | "view" | "constraint" | "index";
  owner: string;
  name: string;
  made: string;
}

const PARTS = sql`
  SELECT * FROM (
    SELECT 'function' AS kind, '' AS owner, proname AS name, pg_get_functiondef(p.oid) AS made
      FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
    UNION ALL
    SELECT 'trigger', tgfoid::regproc::text, tgname, pg_get_triggerdef(oid)
      FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT 'view', '', relname, 'CREATE VIEW ' || relname || ' AS' || chr(10) || pg_get_viewdef(oid)
      FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'constraint', conrelid::regclass::text, conname, 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype IN ('c', 'f', 'x', 'p', 'u')
    UNION ALL
    SELECT 'index', indrelid::regclass::text, i.relname, pg_get_indexdef(indexrelid)
      FROM pg_index JOIN pg_class i ON i.oid = indexrelid
     WHERE i.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ) parts ORDER BY owner COLLATE "C", name COLLATE "C", made COLLATE "C"`;

async function readParts(): Promise<Part[]> {
  const db = openDatabase(database.url, 1);
  try {
    return await query<Part>(db, PARTS);
  } finally {
    await db.close();
  }
}

/** Returns the names of the migrations that say why each function is as it is: the last one that made it. */
function migrationsOfFunctions(): Map<string, string> {
  const folder = path.join(root, "prisma/migrations");
  const migrations = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    migrations
      .map(({ name }) => name)
      .sort()
      .flatMap((migration) => {
        const text = readFileSync(path.join(folder, migration, "migration.sql"), "utf8");
        return [...text.matchAll(/\b(?:FUNCTION|PROCEDURE) "?(\w+)"?\(/g)].map(
          ([, name]) => [name ?? "", migration] as const,
        );
      }),
  );
}

/** The database's own code in one text: views, functions with the triggers that call them, tables with their rules. */
function structureOf(parts: readonly Part[]): string {
  const of = (kind: Part["kind"], owner?: string) =>
    parts.filter((part) => part.kind === kind && (owner === undefined || part.owner === owner));
  const statement = (made: string) => `${made.trimEnd().replaceAll("public.", "").replace(/;$/, "")};`;
  const migrations = migrationsOfFunctions();
  const tables = [...new Set([...of("constraint"), ...of("index")].map(({ owner }) => owner))].sort();
  return [
    "-- Today's views, functions, triggers, constraints and indexes, as the migrations leave them; columns are in",
    "-- schema.prisma. Generated: vitest run --project integration packages/testing/src/structure.test.ts --update",
    ...of("view").map(({ made }) => `\n${statement(made)}`),
    ...of("function").map(({ name, made }) =>
      [
        `\n-- ${migrations.get(name)}`,
        statement(made),
        ...of("trigger", name).map((trigger) => statement(trigger.made)),
      ].join("\n"),
    ),
    ...tables.map((table) =>
      [
        `\n-- Table ${table}`,
        ...of("constraint", table).map(({ made }) => `ALTER TABLE ${table} ADD ${statement(made)}`),
        ...of("index", table).map(({ made }) => statement(made)),
      ].join("\n"),
    ),
    "",
  ].join("\n");
}

test("prisma/structure.sql shows the database that the migrations make", async () => {
  await expect(structureOf(await readParts())).toMatchFileSnapshot(path.join(root, "prisma/structure.sql"));
});

test("every function has a caller: a trigger, a query, another function, a view or a constraint", async () => {
  const parts = await readParts();
  const queries = readdirSync(path.join(root, "packages/db/src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, "packages/db/src", file), "utf8"));
  const uncalled = parts.filter(({ kind, name, made }) => {
    if (kind !== "function") return false;
    const call = new RegExp(`\\b${name}\\(`);
    const callers = parts.filter((part) => part.made !== made && part.name !== name).map((part) => part.made);
    return ![...queries, ...callers].some((text) => call.test(text));
  });
  expect(uncalled.map(({ name }) => name)).toEqual([]);
});

/** References without an index, and why none is needed: what deletes a row looks for all that refer to it. */
const NEVER_FOLLOWED: Readonly<Record<string, string>> = {
  "bill_lessons.line_id": "bills are withdrawn, their lines stay",
  "documents.created_by_id": "a centre has a handful of documents",
  "ledger_entries.lesson_id": "lessons are marked as deleted, and stay",
  "ledger_lots.lesson_id": "lessons are marked as deleted, and stay",
  "payments.package_id": "packages are marked as deleted, and stay",
  "series_moves.series_id": "weekly lessons end, and stay",
};

/** References none of whose table's indexes begins with their columns, unless it leaves out rows that refer to nothing. */
const UNINDEXED = sql`
  SELECT f.conrelid::regclass || '.' || r.names AS reference
    FROM pg_constraint f,
         LATERAL (SELECT string_agg(a.attname, ', ' ORDER BY k.at) AS names, array_agg(k.attnum ORDER BY k.attnum) AS keys
                    FROM unnest(f.conkey) WITH ORDINALITY k (attnum, at)
                    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) r
   WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
     AND NOT EXISTS (
       SELECT FROM pg_index i
        WHERE i.indrelid = f.conrelid AND i.indisvalid
          AND r.keys = ARRAY(SELECT unnest((i.indkey::int2[])[0:cardinality(f.conkey) - 1]) ORDER BY 1)
          AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', r.names)))
   ORDER BY 1`;

test("every reference has an index, so that a row is deleted without reading all that could refer to it", async () => {
  const db = openDatabase(database.url, 1);
  try {
    const unindexed = await query<{ reference: string }>(db, UNINDEXED);
    expect(unindexed.map(({ reference }) => reference)).toEqual(Object.keys(NEVER_FOLLOWED).sort());
  } finally {
    await db.close();
  }
});

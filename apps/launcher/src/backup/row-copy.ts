import { createReadStream, createWriteStream } from "node:fs";
import { pipeline as joined, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { findTables, MIGRATIONS_TABLE, putRowsSql, type Table } from "@korki/db";
import { connected } from "@korki/db/connected";
import pg from "pg";
import { writeAside } from "./write-aside";

// A copy of the rows, for machines without a pg_dump as new as the server. The migrations create the tables, so a copy
// fits only the version of the product that wrote it. The format is compressed lines of JSON: a head, then for each
// table a line with its name and lines of rows, then an end with the number of rows.

const BATCH = 500;
const FORMAT = "korki rows 1";

type Head = { format: typeof FORMAT; migrations: string[] };
type Line = Head | Table | { rows: unknown[] } | { end: number } | { sequence: string; value: string | null };

/** The reason why a copy cannot be restored. */
export class CopyRefused extends Error {}

/** Writes one snapshot of all rows. The file appears when it is complete. Returns the number of rows. */
export async function writeRows(databaseUrl: string, file: string): Promise<number> {
  let count = 0;
  await writeAside(file, (draft) =>
    connected(databaseUrl, async (client) => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const lines = linesOf(client, (rows) => {
        count += rows;
      });
      await pipeline(Readable.from(lines), createGzip(), createWriteStream(draft));
    }),
  );
  return count;
}

async function* linesOf(client: pg.Client, counted: (rows: number) => void): AsyncGenerator<string> {
  const line = (content: Line) => `${JSON.stringify(content)}\n`;
  let count = 0;
  yield line({ format: FORMAT, migrations: await migrationsOf(client) });
  for (const table of await findTables(client)) {
    yield line(table);
    await client.query(
      `DECLARE rows CURSOR FOR SELECT row_to_json(t)::text AS row FROM (SELECT ${table.columns} FROM ${table.name}) t`,
    );
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${BATCH} FROM rows`);
      if (rows.length === 0) break;
      count += rows.length;
      // PostgreSQL's own text keeps numbers that JavaScript cannot represent.
      yield `{"rows":[${rows.map(({ row }) => onOneLine(row)).join(",")}]}\n`;
    }
    await client.query("CLOSE rows");
  }
  const { rows: sequences } = await client.query<{ sequence: string; value: string | null }>(
    `SELECT quote_ident(sequencename) AS sequence, last_value::text AS value
       FROM pg_sequences WHERE schemaname = 'public'`,
  );
  for (const sequence of sequences) yield line(sequence);
  yield line({ end: count });
  counted(count);
}

/** Writes JSON of PostgreSQL without what any program takes for the end of a line. */
function onOneLine(json: string): string {
  return json.replaceAll("\n", " ").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Splits at line feeds alone. node:readline also splits at "\r", and in newer versions of Node at U+2028 and U+2029. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}

/**
 * Replaces all rows by those of a copy, in one transaction. Throws `CopyRefused` for a file that is no copy, is
 * incomplete, or was written by another version of the product.
 */
export async function readRows(databaseUrl: string, file: string): Promise<number> {
  return connected(databaseUrl, async (client) => {
    await client.query("BEGIN");
    // Triggers and foreign keys are off: rows are restored, not created.
    await client.query("SET LOCAL session_replication_role = replica");
    const tables = new Map((await findTables(client)).map((table) => [table.name, table]));
    await client.query(`TRUNCATE ${[...tables.keys()].join(", ")}`);
    const state: Reading = { head: null, table: null, rows: 0, end: null };
    try {
      // Its errors come out of the loop.
      const chunks = joined(createReadStream(file), createGunzip(), () => undefined);
      for await (const text of linesIn(chunks)) await putLine(client, tables, state, text);
    } catch (error) {
      if (error instanceof CopyRefused || error instanceof pg.DatabaseError) throw error;
      throw new CopyRefused(`${file} cannot be read to its end.`);
    }
    if (state.end === null || state.end !== state.rows) throw new CopyRefused(`${file} is not whole.`);
    await client.query("COMMIT");
    return state.rows;
  });
}

type Reading = { head: Head | null; table: Table | null; rows: number; end: number | null };

async function putLine(
  client: pg.Client,
  tables: ReadonlyMap<string, Table>,
  state: Reading,
  text: string,
): Promise<void> {
  if (state.head === null) {
    state.head = JSON.parse(text) as Head;
    return requireFitting(state.head, await migrationsOf(client));
  }
  const rows = /^\{"rows":(.*)\}$/s.exec(text)?.[1];
  if (rows !== undefined) {
    if (!state.table) throw new CopyRefused("The copy has rows of no table.");
    const { rowCount } = await client.query(putRowsSql(state.table), [rows]);
    state.rows += rowCount ?? 0;
    return;
  }
  const line = JSON.parse(text) as Exclude<Line, Head>;
  if ("end" in line) state.end = line.end;
  else if ("sequence" in line)
    await client.query("SELECT setval($1::regclass, coalesce($2::bigint, 1), $2::bigint IS NOT NULL)", [
      line.sequence,
      line.value,
    ]);
  else if ("name" in line) state.table = tables.get(line.name) ?? null;
}

function requireFitting({ format, migrations }: Head, ours: readonly string[]): void {
  if (format !== FORMAT) throw new CopyRefused("The file is no copy of a database.");
  if (migrations.join() !== ours.join())
    throw new CopyRefused(
      `The copy was written by another version of Korki, whose last migration is ${migrations.at(-1)}, and not ` +
        `${ours.at(-1)}. Restore it with that version into an empty database; a newer one then brings it up to date.`,
    );
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE} WHERE finished_at IS NOT NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

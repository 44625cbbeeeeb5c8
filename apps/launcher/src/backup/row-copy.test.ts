import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { findTables } from "@korki/db";
import { createTestDatabase } from "@korki/testing";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { readRows, writeRows } from "./row-copy";

const [from, to] = await Promise.all([createTestDatabase(), createTestDatabase()]);
const folder = mkdtempSync(path.join(tmpdir(), "korki-copy-"));
const file = path.join(folder, "copy");
const clients = [from, to].map(({ url }) => new pg.Client({ connectionString: url }));
await Promise.all(clients.map((client) => client.connect()));
const [source, target] = clients as [pg.Client, pg.Client];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  rmSync(folder, { recursive: true, force: true });
});

/** Returns every row of every table, as PostgreSQL writes it. */
async function contentOf(client: pg.Client): Promise<string[]> {
  const content: string[] = [];
  for (const { name } of await findTables(client)) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    content.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return content;
}

const ODD_TEXT = 'Zażółć "gęślą"\n\\jaźń\t{}, NULL 👩‍🏫 \u2028\u2029';

async function addPeople(client: pg.Client, count: number, text: string): Promise<void> {
  await client.query(
    `INSERT INTO users (id, role, email, name, surname, phone, phone_parent, created_at, updated_at)
     SELECT gen_random_uuid(), 'Student', 'person' || n || '@example.pl', 'Ola', $2, '', '',
            now() - n * interval '1.000001 second', now()
       FROM generate_series(1, $1) n`,
    [count, text],
  );
}

test("restores every row unchanged", async () => {
  await addPeople(source, 1_234, ODD_TEXT);
  await addPeople(target, 3, "Inny");
  const before = await contentOf(source);
  expect(await writeRows(from.url, file)).toBe(before.length);
  expect(await readRows(to.url, file)).toBe(before.length);
  expect(await contentOf(target)).toEqual(before);
  expect(readdirSync(folder)).toEqual(["copy"]);
});

test("reads a copy whose lines hold other ends of lines, which JSON allows", async () => {
  await writeRows(from.url, file);
  const written = gunzipSync(readFileSync(file)).toString();
  expect(written).not.toMatch(/[\u2028\u2029]/);
  const raw = written
    .replaceAll("\\u2028", "\u2028")
    .replaceAll("\\u2029", "\u2029")
    .replaceAll('},{"', '},\r{"');
  expect(raw).toMatch(/\u2028\u2029.*\r/);
  writeFileSync(file, gzipSync(raw));
  await readRows(to.url, file);
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

test("an incomplete copy changes nothing", async () => {
  await addPeople(source, 0, "");
  await writeRows(from.url, file);
  const before = await contentOf(target);
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const cases: [Buffer | string, RegExp][] = [
    ["no copy at all", /cannot be read to its end/],
    [gzipSync('{"format":"something else"}\n'), /no copy of a database/],
    [gzipSync(lines.slice(0, -2).join("\n")), /is not whole/],
    [
      gzipSync(lines.join("\n").replace(/"migrations":\["[^"]+",/, '"migrations":[')),
      /another version of Korki/,
    ],
  ];
  for (const [content, message] of cases) {
    writeFileSync(file, content);
    await expect(readRows(to.url, file)).rejects.toThrow(message);
  }
  await writeRows(from.url, file);
  truncateSync(file, 2_000);
  await expect(readRows(to.url, file)).rejects.toThrow(/cannot be read|not whole/);
  expect(await contentOf(target)).toEqual(before);
});

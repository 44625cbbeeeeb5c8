import { type Database, openDatabase, type PreparedTx, transactPrepared } from "@korki/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./database";

const database = await createTestDatabase();
let db: Database;
beforeAll(async () => {
  db = openDatabase(database.url, 2);
  await db.pool.query("CREATE TABLE notes (id int PRIMARY KEY, text text NOT NULL)");
});
afterAll(() => db.close());

const write = (tx: PreparedTx, id: number, text: string) =>
  tx.rows<{ id: number }>({
    name: "note-write",
    text: "INSERT INTO notes VALUES ($1, $2) RETURNING id",
    values: [id, text],
  });

async function notes(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>("SELECT text FROM notes ORDER BY id");
  await db.pool.query("DELETE FROM notes");
  return rows.map(({ text }) => text);
}

test("what a story writes stands together, and its result is the answer", async () => {
  const ids = await transactPrepared(db, async (tx) => [
    ...(await write(tx, 1, "one")),
    ...(await write(tx, 2, "two")),
  ]);
  expect(ids).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await notes()).toEqual(["one", "two"]);
});

test("a story that fails leaves nothing behind, and its connection is good for the next", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const failing = transactPrepared(db, async (tx) => {
      await write(tx, 1, "one");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
  }
  expect(await notes()).toEqual([]);
  await transactPrepared(db, (tx) => write(tx, 1, "one"));
  expect(await notes()).toEqual(["one"]);
});

test("a story that hides the failure of a statement does not pass for a success", async () => {
  const hiding = transactPrepared(db, async (tx) => {
    await write(tx, 1, "one");
    await write(tx, 1, "again").catch(() => undefined);
  });
  await expect(hiding).rejects.toThrow("had failed");
  expect(await notes()).toEqual([]);
});

test("a deadlock is tried again: both are through", async () => {
  await transactPrepared(db, async (tx) => {
    await write(tx, 1, "");
    await write(tx, 2, "");
  });
  const add = (tx: PreparedTx, id: number, letter: string) =>
    tx.rows({
      name: "note-add",
      text: "UPDATE notes SET text = text || $2 WHERE id = $1",
      values: [id, letter],
    });
  let bothHold: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  let holders = 0;
  const story = (first: number, second: number, letter: string) => async (tx: PreparedTx) => {
    await add(tx, first, letter);
    holders += 1;
    if (holders === 2) bothHold();
    await holding;
    await add(tx, second, letter);
  };
  await Promise.all([transactPrepared(db, story(1, 2, "a")), transactPrepared(db, story(2, 1, "b"))]);
  expect((await notes()).map((text) => [...text].sort().join(""))).toEqual(["ab", "ab"]);
  expect(holders).toBeGreaterThan(2);
});

test("a connection that breaks on the way is not used again", async () => {
  const broken = transactPrepared(db, (tx) =>
    tx.rows({ name: "end", text: "SELECT pg_terminate_backend(pg_backend_pid())", values: [] }),
  );
  await expect(broken).rejects.toThrow();
  await transactPrepared(db, (tx) => write(tx, 1, "one"));
  expect(await notes()).toEqual(["one"]);
});

import { connect, createServer } from "node:net";
import {
  type Database,
  execute,
  isDatabaseAway,
  isTransient,
  newId,
  openDatabase,
  query,
  sql,
  type Tx,
  transact,
  violates,
} from "@korki/db";
import { freePort } from "@korki/local-services";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./database";

const database = await createTestDatabase();
let db: Database;
beforeAll(async () => {
  db = openDatabase(database.url, 2);
  await execute(db, sql`CREATE TABLE notes (id int PRIMARY KEY, text text NOT NULL)`);
});
afterAll(() => db.close());

const write = (tx: Tx, id: number, text: string) =>
  query<{ id: number }>(tx, sql`INSERT INTO notes VALUES (${id}, ${text}) RETURNING id`);

/** Writes by the other idiom: a price of a level that has none yet. */
const writePrice = (tx: Tx) => tx.price.create({ data: { level: "liceumP", price: 1, rate: 1, version: 1 } });

async function notes(): Promise<string[]> {
  const rows = await query<{ text: string }>(db, sql`SELECT text FROM notes ORDER BY id`);
  await execute(db, sql`DELETE FROM notes`);
  return rows.map(({ text }) => text);
}

test("commits what both idioms wrote, and returns the story's result", async () => {
  const ids = await transact(db, async (tx) => {
    await writePrice(tx);
    return [...(await write(tx, 1, "one")), ...(await write(tx, 2, "two"))];
  });
  expect(ids).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await notes()).toEqual(["one", "two"]);
  expect(await db.prisma.price.deleteMany()).toEqual({ count: 1 });
});

test("waits for a server that starts: until BEGIN nothing has happened", async () => {
  const { hostname, port } = new URL(database.url);
  const away = new URL(database.url);
  away.port = String(await freePort());
  const waiting = openDatabase(away.href, 1);
  const attempt = transact(waiting, (tx) => query(tx, sql`SELECT 1 AS one`));
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on("error", () => undefined);
  });
  server.listen(Number(away.port), "127.0.0.1");
  expect(await attempt).toEqual([{ one: 1 }]);
  await waiting.close();
  server.close();
});

test("takes the story of a database within a transaction into that one; a failed one undoes its own writes", async () => {
  await transact(db, async (tx) => {
    const within = { ...db, tx };
    await transact(within, (inner) => write(inner, 1, "one"));
    await expect(
      transact(within, async (inner) => {
        await write(inner, 2, "two");
        await write(inner, 1, "one again");
      }),
    ).rejects.toThrow();
    await query(within, sql`INSERT INTO notes VALUES (3, 'three')`);
    expect(await query(db, sql`SELECT id FROM notes`)).toEqual([]);
  });
  expect(await notes()).toEqual(["one", "three"]);
});

test("shows each idiom what the other wrote before the commit", async () => {
  await transact(db, async (tx) => {
    await writePrice(tx);
    expect(await query(tx, sql`SELECT price FROM prices`)).toEqual([{ price: 1 }]);
    await execute(tx, sql`UPDATE prices SET price = 2`);
    expect(await tx.price.findMany({ select: { price: true } })).toEqual([{ price: 2 }]);
    expect(await db.prisma.price.count()).toBe(0);
  });
  await db.prisma.price.deleteMany();
});

test("a story that fails leaves nothing behind, and its connection is good for the next", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const failing = transact(db, async (tx) => {
      await write(tx, 1, "one");
      await writePrice(tx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
  }
  expect(await notes()).toEqual([]);
  expect(await db.prisma.price.count()).toBe(0);
  await transact(db, (tx) => write(tx, 1, "one"));
  expect(await notes()).toEqual(["one"]);
});

test("a write of Prisma's in several statements belongs to the transaction", async () => {
  const id = "00000000-0000-7000-8000-000000000001";
  const failing = transact(db, async (tx) => {
    await tx.user.create({
      data: {
        id,
        role: "Teacher",
        email: "anna@example.com",
        name: "Anna",
        surname: "Lis",
        phone: "",
        subjects: { create: [{ subject: "Polski", level: "liceumP" }] },
      },
      include: { subjects: true },
    });
    expect(await query(tx, sql`SELECT subject FROM teacher_subjects`)).toEqual([{ subject: "Polski" }]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await db.prisma.user.count({ where: { id } })).toBe(0);
});

test("a story that hides the failure of a statement does not pass for a success", async () => {
  const hiding = transact(db, async (tx) => {
    await write(tx, 1, "one");
    await write(tx, 1, "again").catch(() => undefined);
  });
  await expect(hiding).rejects.toThrow("had failed");
  expect(await notes()).toEqual([]);
});

test("a deadlock is tried again: both are through", async () => {
  await transact(db, async (tx) => {
    await write(tx, 1, "");
    await write(tx, 2, "");
  });
  const add = (tx: Tx, id: number, letter: string) =>
    execute(tx, sql`UPDATE notes SET text = text || ${letter} WHERE id = ${id}`);
  let bothHold: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  let holders = 0;
  const story = (first: number, second: number, letter: string) => async (tx: Tx) => {
    await add(tx, first, letter);
    holders += 1;
    if (holders === 2) bothHold();
    await holding;
    await add(tx, second, letter);
  };
  await Promise.all([transact(db, story(1, 2, "a")), transact(db, story(2, 1, "b"))]);
  expect((await notes()).map((text) => [...text].sort().join(""))).toEqual(["ab", "ab"]);
  expect(holders).toBeGreaterThan(2);
});

test("a connection that breaks on the way is not used again", async () => {
  const broken = transact(db, (tx) => query(tx, sql`SELECT pg_terminate_backend(pg_backend_pid())`));
  await expect(broken).rejects.toThrow();
  await transact(db, (tx) => write(tx, 1, "one"));
  expect(await notes()).toEqual(["one"]);
});

test("a connection that is lost between two statements of Prisma's is a database that is away", async () => {
  const lost = transact(db, async (tx) => {
    await tx.price.count();
    const [own] = await query<{ pid: number }>(tx, sql`SELECT pg_backend_pid() AS pid`);
    const ended = new Promise((resolve) => tx.$connection.once("end", resolve));
    await query(db, sql`SELECT pg_terminate_backend(${own?.pid ?? 0})`);
    await ended;
    await tx.price.count();
  });
  expect(isDatabaseAway(await lost.catch((error: unknown) => error))).toBe(true);
  await transact(db, (tx) => writePrice(tx));
  expect(await db.prisma.price.deleteMany()).toEqual({ count: 1 });
});

test("a database that closes lets its transactions finish", async () => {
  const closing = openDatabase(database.url, 1);
  let closed: Promise<void> | undefined;
  await transact(closing, async (tx) => {
    await writePrice(tx);
    closed = closing.close();
    await tx.price.count();
  });
  await closed;
  expect(await db.prisma.price.deleteMany()).toEqual({ count: 1 });
});

test("a connection that breaks while it changes hands serves nobody, and ends no process", async () => {
  const { hostname, port } = new URL(database.url);
  let hear = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    hear = resolve;
  });
  let keepsAnswers = false;
  // Sends the last answer together with the news that the connection ends, as a busy network does.
  const door = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    const kept: Buffer[] = [];
    socket.pipe(upstream);
    upstream.on("data", (answer) => {
      if (!keepsAnswers) return socket.write(answer);
      hear();
      return kept.push(answer);
    });
    upstream.on("end", () => {
      keepsAnswers = false;
      socket.end(Buffer.concat(kept));
    });
    for (const end of [socket, upstream]) end.on("error", () => undefined);
  });
  const behind = new URL(database.url);
  behind.port = String(await freePort());
  door.listen(Number(behind.port), "127.0.0.1");
  const one = openDatabase(behind.href, 1);
  const [connection] = await query<{ pid: number }>(one, sql`SELECT pg_backend_pid() AS pid`);
  keepsAnswers = true;
  const first = query(one, sql`SELECT 1 AS n`);
  const second = transact(one, (tx) => query(tx, sql`SELECT 2 AS n`));
  await answered;
  await query(db, sql`SELECT pg_terminate_backend(${connection?.pid ?? 0})`);
  expect(await first).toEqual([{ n: 1 }]);
  expect(await second).toEqual([{ n: 2 }]);
  await one.close();
  door.close();
});

test("a transaction that takes too long is rolled back, and its connection closed", async () => {
  const slow = transact(
    db,
    async (tx) => {
      await write(tx, 1, "one");
      await query(tx, sql`SELECT pg_sleep(10)`);
    },
    { timeoutMs: 100 },
  );
  await expect(slow).rejects.toThrow("took longer than 100 ms");
  expect(await notes()).toEqual([]);
});

test("a story within a transaction that takes longer gives the whole its time, and one that says nothing does not", async () => {
  const run = (inner?: { timeoutMs: number }) =>
    transact(
      db,
      (tx) => transact({ ...db, tx }, (within) => query(within, sql`SELECT pg_sleep(0.5)`), inner),
      { timeoutMs: 100 },
    );
  await run({ timeoutMs: 10_000 });
  await expect(run()).rejects.toThrow("took longer than 100 ms");
});

test("nothing runs on a transaction that has ended", async () => {
  let ended: Tx | undefined;
  await transact(db, async (tx) => {
    ended = tx;
  });
  if (!ended) throw new Error("there was no transaction");
  await expect(write(ended, 1, "one")).rejects.toThrow("has ended");
  expect(() => ended?.price).toThrow("has ended");
  expect(await notes()).toEqual([]);
});

test("each text is prepared once per connection, under a unique name", async () => {
  await transact(db, async (tx) => {
    for (const number of [1, 2, 3]) await query(tx, sql`SELECT ${number}::int AS number`);
    const kept = await query<{ statement: string }>(
      tx,
      sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1::int AS number'`,
    );
    expect(kept).toHaveLength(1);
  });
});

test("dates come as text, counts as numbers, instants as dates", async () => {
  const at = new Date("2026-11-22T10:00:00Z");
  expect(
    await query(
      db,
      sql`SELECT '2026-11-22'::date AS day, count(*) AS count, ${at}::timestamptz AS at FROM generate_series(1, 3)`,
    ),
  ).toEqual([{ day: "2026-11-22", count: 3, at }]);
});

test("a violated unique index is known by its name, whichever idiom wrote", async () => {
  const person = {
    role: "Student",
    email: "jan@example.com",
    name: "Jan",
    surname: "Lis",
    phone: "",
  };
  await db.prisma.user.create({ data: { ...person, id: newId() } });
  const byPrisma = transact(db, (tx) => tx.user.create({ data: { ...person, id: newId() } }));
  const outside = db.prisma.user.create({ data: { ...person, id: newId() } });
  const bySql = execute(
    db,
    sql`INSERT INTO users (id, role, email, name, surname, phone, updated_at)
        SELECT ${newId()}, role, email, name, surname, phone, now() FROM users WHERE email = ${person.email}`,
  );
  const refused = await Promise.allSettled([byPrisma, outside, bySql]);
  for (const each of refused) {
    const error = each.status === "rejected" ? each.reason : null;
    expect(violates(error, "users_email_key")).toBe(true);
    expect(violates(error, "users_telegram_chat_id_key")).toBe(false);
    expect(isTransient(error)).toBe(false);
  }
  expect(violates(new Error("users_email_key"), "users_email_key")).toBe(false);
});

test("a deadlock of Prisma's writes is tried again, too", async () => {
  const ids = [newId(), newId()].sort();
  for (const id of ids) {
    await db.prisma.user.create({
      data: { id, role: "Student", email: `${id}@example.com`, name: "A", surname: "B", phone: "" },
    });
  }
  let bothHold: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  let holders = 0;
  const rename = (tx: Tx, id: string) =>
    tx.user.update({ where: { id }, data: { version: { increment: 1 } } });
  const story = (order: readonly string[]) => async (tx: Tx) => {
    const [first = "", second = ""] = order;
    await rename(tx, first);
    holders += 1;
    if (holders === 2) bothHold();
    await holding;
    await rename(tx, second);
  };
  await Promise.all([transact(db, story(ids)), transact(db, story(ids.toReversed()))]);
  expect(await db.prisma.user.count({ where: { id: { in: ids }, version: 2 } })).toBe(2);
  expect(holders).toBeGreaterThan(2);
});

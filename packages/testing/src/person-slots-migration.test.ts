import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import "./provided-context";

// What runs on a live centre: the tables of one rule per person are made, filled and switched to.
const ROOT = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));
const MIGRATIONS = readdirSync(ROOT)
  .filter((name) => /^\d{14}_/.test(name))
  .sort();
const NEW_TABLE = "20261122060000_person_slots";
const FILL = "20261122060100_person_slots_backfill";
const SWITCH = "20261122060200_one_place_at_a_time";

const name = `test_${randomUUID().replaceAll("-", "")}`;
const clients: Client[] = [];
let db: Client;

async function connect(database: string): Promise<Client> {
  const url = new URL(inject("postgresTemplateUrl"));
  url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  clients.push(client);
  return client;
}

const apply = (client: Client, migration: string) =>
  client.query(readFileSync(path.join(ROOT, migration, "migration.sql"), "utf8"));

beforeAll(async () => {
  const server = await connect("postgres");
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  db = await connect(name);
  // As a migration is applied: in a transaction of its own.
  for (const migration of MIGRATIONS.filter((each) => each < NEW_TABLE)) await apply(db, migration);
});
afterAll(async () => {
  const [server, ...others] = clients;
  for (const client of others) await client.end();
  await server?.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server?.end();
});

const teacher = randomUUID();
const students = [randomUUID(), randomUUID()] as const;

async function lesson(
  client: Client,
  day: number,
  block: number,
  student: string = students[0],
  status = "Potwierdzona",
) {
  const id = randomUUID();
  await client.query(
    `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, status, price, rate)
     VALUES ($1, $2, $3, date '2026-12-01' + $4::int, $5, 'Fizyka', 'liceumP', 'Fizyka', $6, 90, 60)`,
    [id, teacher, student, day, block, status],
  );
  return id;
}

test("rows of both old constraints become rows of the one new constraint, while people go on booking", async () => {
  for (const [id, role] of [
    [teacher, "Teacher"],
    [students[0], "Student"],
    [students[1], "Student"],
  ] as const) {
    await db.query(
      "INSERT INTO users (id, role, email, name, surname) VALUES ($1::uuid, $2, $1::text || '@example.pl', 'Ola', 'Lis')",
      [id, role],
    );
  }
  const ids: string[] = [];
  for (let n = 0; n < 30; n += 1) ids.push(await lesson(db, n, n % 14, students[n % 2]));
  await lesson(db, 40, 3, students[0], "Odwolana przez ucznia");
  await lesson(db, 40, 3, students[1]);
  await db.query(
    `INSERT INTO trial_lessons (id, teacher_id, date, block, subject, level, status)
     VALUES (gen_random_uuid(), $1, '2027-02-01', 5, 'Fizyka', 'liceumP', 'Umowiona')`,
    [teacher],
  );

  await apply(db, NEW_TABLE);
  // A process of the version before writes on: both tables are kept.
  await lesson(db, 50, 1);
  const editor = await connect(name);
  await editor.query("BEGIN");
  await editor.query("UPDATE lessons SET date = date + 100 WHERE id = $1", [ids[0]]);
  const filler = await connect(name);
  const filled = apply(filler, FILL);
  const waits = async () => {
    const { rows } = await db.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%fill_person%'",
    );
    return rows.length;
  };
  await expect.poll(waits).toBe(1);
  // The filling waits for the lesson that is being edited. Nobody waits for the filling.
  await db.query("SET statement_timeout = '5s'");
  await lesson(db, 60, 2);
  await db.query("UPDATE lessons SET description = 'Optyka' WHERE id = $1", [ids[29]]);
  await editor.query("COMMIT");
  await filled;
  await apply(db, SWITCH);

  const { rows } = await db.query<{ missing: number; extra: number; slots: number }>(`
    WITH due AS (
      SELECT p.person, date, block FROM lessons l, unnest(ARRAY[teacher_id, student_id]) AS p (person)
       WHERE lesson_holds_slot(l)
       UNION ALL SELECT teacher_id, date, block FROM trial_lessons t WHERE trial_lesson_holds_slot(t))
    SELECT (SELECT count(*)::int FROM (SELECT * FROM due EXCEPT SELECT person_id, date, block FROM person_slots) d) AS missing,
           (SELECT count(*)::int FROM (SELECT person_id, date, block FROM person_slots EXCEPT SELECT * FROM due) d) AS extra,
           (SELECT count(*)::int FROM person_slots) AS slots`);
  expect(rows).toEqual([{ missing: 0, extra: 0, slots: 2 * 33 + 1 }]);
  await expect(lesson(db, 1, 1, students[0])).rejects.toMatchObject({
    constraint: "occupied_slots_teacher_key",
  });

  for (const migration of MIGRATIONS.filter((each) => each > SWITCH)) await apply(db, migration);
  const kept = await db.query("SELECT count(*)::int AS slots FROM person_slots");
  expect(kept.rows).toEqual([{ slots: 2 * 33 + 1 }]);
});

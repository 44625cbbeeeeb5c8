import { type Database, execute, insertHistory, newId, openDatabase, query, sql, transact } from "@korki/db";
import { ensureAppRole, migrate } from "@korki/db/migrate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./database";

const database = await createTestDatabase();
let owner: Database;
let app: Database;
beforeAll(async () => {
  owner = openDatabase(database.url, 2);
  // The role is the whole server's: whoever tests it gives it the same password.
  app = openDatabase(await ensureAppRole(database.url, "a test's password: ' % @"), 2);
});
afterAll(() => Promise.all([owner.close(), app.close()]));

const entityId = newId();
const entry = {
  at: new Date(),
  actorId: null,
  actorRole: null,
  entity: "account",
  entityId,
  action: "update",
  changes: { name: { from: "Ola", to: "Ala" } },
};

test("the application is no superuser and owns nothing", async () => {
  expect(
    await query(
      app,
      sql`SELECT current_user::text AS name, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls
                           FROM pg_roles WHERE rolname = current_user`,
    ),
  ).toEqual([
    { name: "korki_app", rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false },
  ]);
  expect(
    await query(app, sql`SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = current_user`),
  ).toEqual([]);
});

test("it reads and writes every table of the product but the append-only ones and the list of migrations", async () => {
  const rights = await query<{ name: string; lacking: string[] }>(
    app,
    sql`
      SELECT t.relname::text AS name,
             ARRAY(SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p
                    WHERE NOT has_table_privilege(t.oid, p)) AS lacking
        FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
       WHERE n.nspname = 'public' AND t.relkind = 'r'`,
  );
  expect(rights.length).toBeGreaterThan(20);
  const limited = rights
    .filter(({ lacking }) => lacking.length > 0)
    .map(({ name, lacking }) => [name, lacking]);
  expect(Object.fromEntries(limited)).toMatchObject({
    _prisma_migrations: ["INSERT", "UPDATE", "DELETE"],
    consents: ["UPDATE", "DELETE"],
    history_entries: ["UPDATE", "DELETE"],
    ledger_entries: ["UPDATE", "DELETE"],
  });
});

test.each([
  ["a new table", sql`CREATE TABLE notes (id int)`],
  ["a changed table", sql`ALTER TABLE lessons ADD COLUMN note text`],
  ["a dropped table", sql`DROP TABLE messages`],
  ["an emptied table", sql`TRUNCATE messages`],
  ["a trigger that is off", sql`ALTER TABLE history_entries DISABLE TRIGGER ALL`],
  ["constraints that are off", sql`SET session_replication_role = replica`],
  ["a changed history", sql`UPDATE history_entries SET action = 'none'`],
  ["a shorter history", sql`DELETE FROM history_entries`],
  ["a role", sql`CREATE ROLE korki_other SUPERUSER`],
])("it is refused %s", async (_, statement) => {
  await expect(execute(app, statement)).rejects.toMatchObject({ code: "42501" });
});

test("it adds to the history, and an erasure takes out words alone", async () => {
  await transact(app, (tx) => insertHistory(tx, [entry]));
  await execute(app, sql`SELECT erase_history(${entityId}::uuid)`);
  expect(
    await query(app, sql`SELECT action, changes FROM history_entries WHERE entity_id = ${entityId}`),
  ).toEqual([{ action: "update", changes: {} }]);
});

test("tables of later migrations are covered, append-only ones from the next migration on", async () => {
  await execute(owner, sql`CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY, text text)`);
  expect(await execute(app, sql`INSERT INTO later (text) VALUES ('one')`)).toBe(1);
  await execute(
    owner,
    sql`CREATE TRIGGER later_append_only BEFORE UPDATE OR DELETE ON later FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  );
  await migrate(database.url);
  await expect(execute(app, sql`DELETE FROM later`)).rejects.toMatchObject({ code: "42501" });
  expect(await execute(app, sql`INSERT INTO later (text) VALUES ('two')`)).toBe(1);
});

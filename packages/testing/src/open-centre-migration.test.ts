import { randomUUID } from "node:crypto";
import { migrate } from "@korki/db/migrate";
import { Client } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { onServer } from "./database";
import "./provided-context";

test("a migration and a call that wait for each other: the call is answered, and the migration runs again", async () => {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(inject("postgresTemplateUrl"));
  url.pathname = `/${name}`;
  await onServer((server) => server.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const reader = new Client({ connectionString: url.href });
  onTestFinished(async () => {
    await reader.end();
    await onServer((server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
  await migrate(url.href, "20261124180002_awaited_teachers");

  // This one changes nearly every table, in the order of their names.
  const last = "20261124210001_demo_clock";
  await reader.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT FROM users");
  const migrated = migrate(url.href, last);
  await onServer((server) =>
    expect
      .poll(async () => {
        const { rows } = await server.query(
          "SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
          [name],
        );
        return rows.length;
      })
      .toBe(1),
  );
  await reader.query("SELECT FROM lessons");
  await reader.query("COMMIT");
  expect((await migrated).applied).toEqual([last]);
});

import { randomUUID } from "node:crypto";
import { connected } from "@korki/db/connected";
import type { Client } from "pg";
import { afterAll, inject } from "vitest";
import "./provided-context";

export interface TestDatabase {
  /** Connection string. */
  readonly url: string;
  /** Removes it before the file's end; connections to it must be closed. */
  drop(): Promise<void>;
}

/**
 * A migrated, empty database for this test file alone, cloned in a tenth of a second. Called at the top of a file
 * (`const database = await createTestDatabase()`) it is dropped after the file's last test and last hook.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("postgresTemplateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer((admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)} STRATEGY FILE_COPY`),
  );
  const url = new URL(template);
  url.pathname = `/${name}`;

  const drop = () =>
    onServer(async (admin) => {
      // A database with open connections is dropped with the server at the end of the run.
      const connected = await admin.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1", [name]);
      if (connected.rowCount === 0) await admin.query(`DROP DATABASE IF EXISTS ${name}`);
    });
  afterAll(drop);
  return { url: url.href, drop };
}

/**
 * Runs the work on a connection to the server of all tests. Not to the template: while somebody is connected to it, it
 * cannot be cloned.
 */
export async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const url = new URL(inject("postgresTemplateUrl"));
  url.pathname = "/postgres";
  return connected(url.href, work);
}

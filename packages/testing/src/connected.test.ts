import { connected, pooled } from "@korki/db/connected";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database";

const { url } = await createTestDatabase();

const ownPid = "SELECT pg_backend_pid() AS pid";
type Own = { pid: number };

const terminate = (pid: number | undefined) =>
  connected(url, (other) => other.query("SELECT pg_terminate_backend($1)", [pid]));

test("a connection that breaks while nothing runs on it makes the next statement fail, not the process", async () => {
  const work = connected(url, async (client) => {
    const { rows } = await client.query<Own>(ownPid);
    const ended = new Promise((resolve) => client.once("end", resolve));
    await terminate(rows[0]?.pid);
    await ended;
    return client.query("SELECT 1");
  });
  await expect(work).rejects.toThrow("not queryable");
});

test("a pool replaces a connection that breaks while nothing runs on it", async () => {
  const second = await pooled(url, async (pool) => {
    const { rows } = await pool.query<Own>(ownPid);
    await terminate(rows[0]?.pid);
    await expect.poll(() => pool.totalCount).toBe(0);
    return (await pool.query("SELECT 1 AS one")).rows;
  });
  expect(second).toEqual([{ one: 1 }]);
});

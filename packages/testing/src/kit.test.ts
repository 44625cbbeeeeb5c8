import { Redis } from "ioredis";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { createTestDatabase, testSettings } from "./index";
import { testRedisUrl } from "./redis";

const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("each database is migrated, and nobody else's", async () => {
  await query(first.url, "CREATE TABLE mine (id int)");
  const tables = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'";
  expect(await query(first.url, tables)).toContainEqual({ name: "mine" });
  const other = await query(second.url, tables);
  expect(other).not.toContainEqual({ name: "mine" });
  expect(other).toContainEqual({ name: "_prisma_migrations" });
});

test("a database in use is left to the end of the run, one that is free is dropped", async () => {
  const open = new Client({ connectionString: second.url });
  await open.connect();
  await second.drop();
  await open.end();
  expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await vi.waitFor(async () => {
    await second.drop();
    await expect(query(second.url, "SELECT 1")).rejects.toThrow("does not exist");
  });
});

test("each Redis database is empty, and nobody else's", async () => {
  const [one, two] = [new Redis(await testRedisUrl()), new Redis(await testRedisUrl())];
  await one.set("key", "mine");
  expect(await two.get("key")).toBeNull();
  expect(await two.dbsize()).toBe(0);
  one.disconnect();
  two.disconnect();
});

test("settings are a deployment's, without a file", () => {
  expect(testSettings({ BOOKING_HORIZON_DAYS: "7" })).toMatchObject({
    bookingHorizonDays: 7,
    logLevel: "silent",
  });
});

import { connected } from "@korki/db/connected";
import { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { createTestDatabase, testSettings } from "./index";
import { testRedisUrl } from "./redis";

const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);

const query = (url: string, sql: string): Promise<unknown[]> =>
  connected(url, async (client) => (await client.query(sql)).rows);

test("each database is migrated, and nobody else's", async () => {
  await query(first.url, "CREATE TABLE mine (id int)");
  const tables = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'";
  expect(await query(first.url, tables)).toContainEqual({ name: "mine" });
  const other = await query(second.url, tables);
  expect(other).not.toContainEqual({ name: "mine" });
  expect(other).toContainEqual({ name: "_prisma_migrations" });
});

test("a database in use is left to the end of the run, one that is free is dropped", async () => {
  await connected(second.url, () => second.drop());
  expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await vi.waitFor(async () => {
    await second.drop();
    await expect(query(second.url, "SELECT 1")).rejects.toThrow("does not exist");
  }, 20_000);
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

import { openDatabase, startClock } from "@korki/db";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database";

const HOUR_MS = 3_600_000;

test("a demo's processes and its database have one clock, which a later instant moves on and none puts back", async () => {
  const database = await createTestDatabase();
  const start = (hours: number) => startClock(database.url, new Date(Date.now() + hours * HOUR_MS));
  const [first, second] = await Promise.all([start(24 * 40), start(24 * 40 - 2)]);
  const [moved, back] = [await start(24 * 80), await start(1)];
  expect(back.databaseUrl).toBe(moved.databaseUrl);
  for (const { now, databaseUrl } of [first, second, moved, back]) {
    const db = openDatabase(databaseUrl, 1);
    const { rows } = await db.pool.query<{ at: Date; day: string; told: Date }>(
      "SELECT product_now() AS at, warsaw_today()::text AS day, product_clock_timestamp() AS told",
    );
    for (const at of [rows[0]?.at, rows[0]?.told])
      expect(Math.abs(Number(at) - now().getTime())).toBeLessThan(60_000);
    await db.close();
  }
  expect(await startClock(database.url, null)).toMatchObject({ databaseUrl: database.url });
});

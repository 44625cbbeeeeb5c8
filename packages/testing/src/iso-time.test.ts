import { isoTime, openDatabase, query, sql } from "@korki/db";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database";

const database = await createTestDatabase();

test("times are written as JavaScript writes them, whole seconds and both clock changes included", async () => {
  const times = [
    "2026-01-01T00:00:00.000Z",
    "2026-03-29T00:59:59.999Z",
    "2026-03-29T01:00:00.001Z",
    "2026-10-25T00:30:00.120Z",
    "2028-02-29T23:59:59.900Z",
  ];
  const db = openDatabase(database.url, 1);
  try {
    const rows = await query<{ at: string | null }>(
      db,
      sql`SELECT ${isoTime(sql`at`)} AS at FROM unnest(${[...times, null]}::timestamptz(3)[]) WITH ORDINALITY AS t (at, place)
           ORDER BY place`,
    );
    expect(rows.map(({ at }) => at)).toEqual([...times, null]);
  } finally {
    await db.close();
  }
});

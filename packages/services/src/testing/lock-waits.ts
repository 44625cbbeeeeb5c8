import type { Database } from "@korki/db";
import { expect } from "vitest";

/** Waits until a transaction of this database, or so many of them, wait for another's lock. */
export async function somebodyWaits({ pool }: Database, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows[0]?.waiting;
    })
    .toBeGreaterThanOrEqual(count);
}

import type { Database } from "@korki/db";
import { expect } from "vitest";

/** Waits until a transaction of this database waits for another's lock. */
export async function somebodyWaits({ pool }: Database): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ waiting: boolean }>(
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting",
      );
      return rows[0]?.waiting;
    })
    .toBe(true);
}

import { findPairFacts, findSessionActor, newId, openDatabase, query, sql } from "@korki/db";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database";

const database = await createTestDatabase();

/** PostgreSQL plans a statement for the parameters at hand this many times before it may keep one plan. */
const PLANNED_ANYWAY = 5;

test("what is asked before calls and messages is planned once per connection, not at each call", async () => {
  const db = openDatabase(database.url, 1);
  try {
    // As a centre's PostgreSQL does it; that of the tests keeps the first plan.
    await db.pool.query("SET plan_cache_mode = auto");
    for (let call = 0; call < 4 * PLANNED_ANYWAY; call += 1) {
      await findSessionActor(db, { sessionId: newId(), userId: newId() });
      await findPairFacts(db, [{ senderId: newId(), recipientId: newId() }]);
    }
    const plans = await query<{ calls: number; plannedAnew: number }>(
      db,
      sql`SELECT generic_plans + custom_plans AS calls, custom_plans AS "plannedAnew"
            FROM pg_prepared_statements WHERE generic_plans + custom_plans > 1`,
    );
    expect(plans).toEqual([
      { calls: 4 * PLANNED_ANYWAY, plannedAnew: PLANNED_ANYWAY },
      { calls: 4 * PLANNED_ANYWAY, plannedAnew: PLANNED_ANYWAY },
    ]);
  } finally {
    await db.close();
  }
});

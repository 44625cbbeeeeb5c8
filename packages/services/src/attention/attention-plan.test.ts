import { openDatabase, query, sql } from "@korki/db";
import { expect, test } from "vitest";
import { openTestCentre } from "../testing/test-services";
import { getAttention } from "./get-attention";

const { services, asAdmin } = await openTestCentre({ REPORT_REQUIRED: "true" });

const STUDENTS = 5_000;
/** PostgreSQL plans a statement for the parameters at hand this many times before it may keep one plan. */
const PLANNED_ANYWAY = 5;

test("what waits for administrators is not planned anew at each call, however many students there are", async () => {
  const db = openDatabase(services.databaseUrl, 1);
  try {
    await db.pool.query(`
      INSERT INTO users (id, role, email, name, surname, phone)
      SELECT gen_random_uuid(), CASE n WHEN 0 THEN 'Teacher' ELSE 'Student' END, n || '@plan.pl', 'Jan', 'Nowak ' || n, ''
        FROM generate_series(0, ${STUDENTS}) n`);
    await db.pool.query(`
      INSERT INTO teaching_relations (student_id, teacher_id)
      SELECT s.id, t.id FROM users s, users t WHERE s.role = 'Student' AND t.role = 'Teacher'`);
    await db.pool.query("ANALYZE users, teaching_relations");
    // As a centre's PostgreSQL does it; that of the tests keeps the first plan.
    await db.pool.query("SET plan_cache_mode = auto");
    for (let call = 0; call < 2 * PLANNED_ANYWAY; call += 1) {
      const [waiting] = await getAttention({ ...asAdmin, db });
      expect(waiting).toMatchObject({ kind: "no-next-lesson", count: STUDENTS });
    }
    const plans = await query<{ calls: number; plannedAnew: number }>(
      db,
      sql`SELECT generic_plans + custom_plans AS calls, custom_plans AS "plannedAnew"
            FROM pg_prepared_statements WHERE statement LIKE '%kind_0%' AND generic_plans + custom_plans > 1`,
    );
    expect(plans).toEqual([{ calls: 2 * PLANNED_ANYWAY, plannedAnew: PLANNED_ANYWAY }]);
  } finally {
    await db.close();
  }
});

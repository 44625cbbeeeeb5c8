import type { Database } from "@korki/db";
import type { Outcome } from "./evening";
import type { Verdict } from "./figures";

/** Checks that every acknowledged booking is there once, with its notification, and that no block is held twice. */
export async function checkBookings(
  db: Database,
  outcomes: readonly Outcome[],
  verdict: Verdict,
): Promise<void> {
  const ids = outcomes
    .filter(({ kind, status }) => kind === "booking" && status === 200)
    .map(({ answer }) => (JSON.parse(answer) as { _id: string })._id);
  const { rows } = await db.pool.query<{ there: number; told: number; doubled: number }>(
    `SELECT (SELECT count(*)::int FROM lessons WHERE id = ANY($1::uuid[])) AS there,
            (SELECT count(DISTINCT facts->>'lessonId')::int FROM notifications
              WHERE kind = 'lesson-booked' AND facts->>'lessonId' = ANY($1::text[])) AS told,
            (SELECT count(*)::int FROM (
               SELECT 1 FROM lessons l WHERE lesson_holds_slot(l) GROUP BY teacher_id, date, block HAVING count(*) > 1
               UNION ALL
               SELECT 1 FROM lessons l WHERE lesson_holds_slot(l) GROUP BY student_id, date, block HAVING count(*) > 1
             ) twice) AS doubled`,
    [ids],
  );
  const { there, told, doubled } = rows[0] ?? { there: 0, told: 0, doubled: -1 };
  verdict.must(
    "acknowledged bookings that are there",
    `${there} of ${ids.length}`,
    there === ids.length,
    "all",
  );
  verdict.must(
    "acknowledged bookings with a notification",
    `${told} of ${ids.length}`,
    told === ids.length,
    "all",
  );
  verdict.must("blocks held twice", doubled, doubled === 0, "0");
}

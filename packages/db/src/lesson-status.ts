import { CANCELLED, DELIVERED, type LessonStatus, PLANNED } from "@korki/domain";
import { rawSql, type Sql, sql } from "./sql";

/** The domain's groups of statuses, as the right side of `IN`. */
export const PLANNED_STATUSES = listOf(PLANNED);
export const DELIVERED_STATUSES = listOf(DELIVERED);
export const CANCELLED_STATUSES = listOf(CANCELLED);

/** A lesson `l` that is still to take place. */
export const PLANNED_LESSON = sql`l.deleted_at IS NULL AND l.status IN ${PLANNED_STATUSES}`;

/** A lesson `l` that took place or was the student's no-show (rules §37). */
export const DELIVERED_LESSON = sql`l.deleted_at IS NULL AND l.status IN ${DELIVERED_STATUSES}`;

/** A lesson `l` that was held: reports of no others are shown (rules §17). */
export const HELD_LESSON = sql`l.deleted_at IS NULL AND l.status = 'Zrealizowana'`;

function listOf(statuses: readonly LessonStatus[]): Sql {
  return rawSql(`(${statuses.map((status) => `'${status}'`).join(", ")})`);
}

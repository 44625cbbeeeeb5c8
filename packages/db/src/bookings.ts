import { insertOfHistory, type NewHistoryEntry } from "./history";
import { insertOfLessons, type NewLessonDay, type NewLessonsShared } from "./lessons";
import { insertOfNotifications, type NewNotification } from "./outbox";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/**
 * Inserts booked lessons with their history and notifications in one statement instead of three: most people wait for a
 * booking (docs/performance.md). Throws as `insertLessons` does.
 */
export async function insertBooking(
  tx: Tx,
  {
    shared,
    days,
    history,
    notifications,
  }: {
    shared: NewLessonsShared;
    days: readonly NewLessonDay[];
    history: readonly NewHistoryEntry[];
    notifications: readonly NewNotification[];
  },
): Promise<void> {
  await execute(
    tx,
    sql`WITH booked AS (${insertOfLessons(shared, days)}),
             kept AS (${insertOfHistory(history)}),
             told AS (${insertOfNotifications(notifications)})
        SELECT`,
  );
}

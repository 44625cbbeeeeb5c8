import type { Database } from "./client";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** Whether a person wants a kind on a channel. */
export type PreferenceRow = { kind: string; channel: string; enabled: boolean };

/** Stands for every kind: a person does or does not want a channel at all. */
export const EVERY_KIND = "*";

/** Lists a person's choices; what is not among them is wanted. */
export async function listPreferences(db: Database, userId: string): Promise<PreferenceRow[]> {
  return db.prisma.notificationPreference.findMany({
    where: { userId },
    select: { kind: true, channel: true, enabled: true },
  });
}

/** Writes a person's choices over the earlier ones; in one order always, so that two savings at once take turns. */
export async function savePreferences(
  tx: Tx,
  userId: string,
  choices: readonly PreferenceRow[],
): Promise<void> {
  await execute(
    tx,
    sql`
      INSERT INTO notification_preferences (user_id, kind, channel, enabled)
      SELECT ${userId}::uuid, kind, channel, enabled
        FROM json_to_recordset(${JSON.stringify(choices)}::json) AS choice (kind text, channel text, enabled boolean)
       ORDER BY kind, channel
          ON CONFLICT (user_id, kind, channel) DO UPDATE SET enabled = excluded.enabled`,
  );
}

import type { Database } from "./client";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** Whether a person wants a kind on a channel. */
export type PreferenceRow = { kind: string; channel: string; enabled: boolean };

/** Lists what a person has switched off; everything else is wanted. */
export async function listSwitchedOff(
  db: Database,
  userId: string,
): Promise<{ kind: string; channel: string }[]> {
  return db.prisma.notificationPreference.findMany({
    where: { userId, enabled: false },
    select: { kind: true, channel: true },
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

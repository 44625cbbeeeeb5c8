import type { Role } from "@korki/domain";
import type { Database } from "./client";

/** The account behind a session that has not ended; runs before every call, so it is one prepared statement. */
export async function findSessionActor(
  db: Database,
  sessionId: string,
  userId: string,
): Promise<{ role: Role; isDisabled: boolean } | null> {
  const { rows } = await db.pool.query<{ role: Role; is_disabled: boolean }>({
    name: "session-actor",
    text: `SELECT u.role, u.is_disabled FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL`,
    values: [sessionId, userId],
  });
  const [row] = rows;
  return row ? { role: row.role, isDisabled: row.is_disabled } : null;
}

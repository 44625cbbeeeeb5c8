import type { SecurityEventKind } from "@korki/domain";
import type { Database } from "./client";
import { endSessions } from "./sessions";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

export type SecurityEventRow = {
  id: string;
  userId: string;
  kind: SecurityEventKind;
  device: string;
  at: Date;
};

export async function insertSecurityEvent(
  tx: Tx,
  { at: createdAt, ...event }: SecurityEventRow,
): Promise<void> {
  await tx.securityEvent.create({ data: { ...event, createdAt } });
}

export async function findSecurityEvent(db: Database, id: string): Promise<SecurityEventRow | null> {
  const row = await db.prisma.securityEvent.findUnique({ where: { id } });
  return row && { ...row, kind: row.kind as SecurityEventKind, at: row.createdAt };
}

/** Removes the second factor and the passkeys that were added at that moment or later. */
export async function removeFactorsSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } });
  const { count } = await tx.totpFactor.deleteMany({
    where: { userId, OR: [{ confirmedAt: null }, { confirmedAt: { gte: since } }] },
  });
  if (count > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
}

/**
 * Takes away everything that gives access to an account beside its password and factors: sessions, the messenger
 * chat, the calendar address. Returns whether a chat was linked.
 */
export async function revokeAccess(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ wasTelegramConnected: boolean }> {
  await endSessions(tx, { userId, sessionId: null }, now);
  const rows = await query<{ chatId: string | null }>(
    tx,
    sql`WITH before AS (SELECT telegram_chat_id FROM users WHERE id = ${userId}::uuid FOR UPDATE)
        UPDATE users SET telegram_chat_id = NULL, calendar_key = NULL
          FROM before WHERE id = ${userId}::uuid
        RETURNING before.telegram_chat_id AS "chatId"`,
  );
  return { wasTelegramConnected: (rows[0]?.chatId ?? null) !== null };
}

/** Returns whether lessons, money, relations or subjects hang on an account. Locks the account. */
export async function isAccountInUse(tx: Tx, userId: string): Promise<boolean> {
  // FOR UPDATE waits for rows that are just being added with a reference to the account.
  await query(tx, sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`);
  const rows = await query<{ isUsed: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM lessons WHERE student_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM lessons WHERE teacher_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM payments WHERE student_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM payouts WHERE teacher_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM trial_lessons WHERE teacher_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM teacher_subjects WHERE teacher_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM teaching_relations WHERE student_id = ${userId}::uuid)
            OR EXISTS (SELECT FROM teaching_relations WHERE teacher_id = ${userId}::uuid) AS "isUsed"`,
  );
  return rows[0]?.isUsed ?? false;
}

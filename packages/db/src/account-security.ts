import type { SecurityEventKind } from "@korki/domain";
import { type Database, type Executor, rowsOf } from "./client";
import { usesOf } from "./given";
import { voidLinks } from "./links";
import { endSessions } from "./sessions";
import { execute, joinSql, query, sql } from "./sql";
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

/** When the owner of an address last recovered the account or reported an event as foreign; null: never. */
export async function findLastReset(on: Executor, email: string): Promise<Date | null> {
  const rows = await query<{ at: Date | null }>(
    on,
    sql`SELECT max(e.created_at) AS at FROM security_events e JOIN users u ON u.id = e.user_id
         WHERE u.email = ${email} AND e.kind IN ('password-recovered', 'reported-as-foreign')`,
  );
  return rows[0]?.at ?? null;
}

/** What happened to the access to an account, newest first, and whether the link that undoes it works. */
export async function listSecurityEvents(
  db: Database,
  userId: string,
  now: Date,
): Promise<(SecurityEventRow & { hasLiveLink: boolean })[]> {
  return query(
    db,
    sql`SELECT e.id, e.user_id AS "userId", e.kind, e.device, e.created_at AS "at",
               l.id IS NOT NULL AS "hasLiveLink"
          FROM security_events e
          LEFT JOIN one_time_links l ON l.id = e.id AND l.used_at IS NULL AND l.voided_at IS NULL
                                    AND l.expires_at > ${now}::timestamptz
         WHERE e.user_id = ${userId}::uuid ORDER BY e.id DESC`,
  );
}

/**
 * Takes away everything that gives access to an account beside its password and factors: sessions, links that sign in,
 * the messenger chat, the calendar address. Returns whether a chat was linked.
 */
export async function revokeAccess(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ wasTelegramConnected: boolean }> {
  await endSessions(tx, { userId, sessionId: null }, now);
  await voidLinks(tx, userId, ["login"], now);
  const rows = await query<{ chatId: string | null }>(
    tx,
    sql`WITH before AS (SELECT telegram_chat_id FROM users WHERE id = ${userId}::uuid FOR UPDATE)
        UPDATE users SET telegram_chat_id = NULL, calendar_key = NULL
          FROM before WHERE id = ${userId}::uuid
        RETURNING before.telegram_chat_id AS "chatId"`,
  );
  return { wasTelegramConnected: (rows[0]?.chatId ?? null) !== null };
}

/** Returns whether an account was given something, or something hangs on it. Locks the account. */
export async function isAccountInUse(tx: Tx, userId: string): Promise<boolean> {
  // FOR UPDATE waits for rows that are just being added with a reference to the account.
  await execute(tx, sql`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`);
  const rows = await query<{ isUsed: boolean }>(
    tx,
    sql`SELECT ${joinSql(usesOf(sql`${userId}::uuid`), " OR ")} AS "isUsed"`,
  );
  return rows[0]?.isUsed ?? false;
}

/** Finds the password hash and the address of an account, to verify its owner again. */
export async function findOwnCredentials(
  on: Executor,
  userId: string,
): Promise<{ email: string; name: string; surname: string; passwordHash: string | null } | null> {
  const row = await rowsOf(on).user.findUnique({
    where: { id: userId },
    select: { email: true, name: true, surname: true, passwordHash: true },
  });
  // A child without a login has no address, and so nothing to prove.
  return row === null || row.email === null ? null : { ...row, email: row.email };
}

/** Replaces a password that is still the one that was verified. Returns false where it was changed meanwhile. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, passwordHash: from },
    data: { passwordHash: to },
  });
  return count === 1;
}

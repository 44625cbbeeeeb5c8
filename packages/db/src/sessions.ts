import type { Role } from "@korki/domain";
import { batchOn } from "./batch";
import type { Database } from "./client";
import { voidLinks } from "./links";
import { execute, query, type Sql, sql } from "./sql";
import { idRows } from "./sql-fragments";
import { type Tx, transact } from "./transaction";

/** A session as a token names it. */
export type SessionRef = { sessionId: string; userId: string };

/** Who a session belongs to, and whether it still gives access. */
export type SessionActor = {
  role: Role;
  isDisabled: boolean;
  hasEnded: boolean;
  /** The account has an authenticator or a passkey. */
  hasSecondFactor: boolean;
  /** Mandatory documents that were published before the session began and are not accepted. */
  missingConsents: string[];
};

/** Finds the owner of a session; null if there is no such session. Runs before every call. */
export const findSessionActor = batchOn(findSessionActors);

async function findSessionActors(
  db: Database,
  sessions: readonly SessionRef[],
): Promise<(SessionActor | null)[]> {
  const asked = idRows(
    sessions.map(({ sessionId }) => sessionId),
    sessions.map(({ userId }) => userId),
  );
  const rows = await query<SessionActor & { place: number }>(
    db,
    sql`SELECT asked.place::int AS place, u.role, u.is_disabled AS "isDisabled",
                  s.ended_at IS NOT NULL AS "hasEnded",
                  EXISTS (SELECT FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
                    OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasSecondFactor",
                  missing_consents(u.id, u.role, s.created_at) AS "missingConsents"
             FROM ${asked} AS asked (session_id, user_id, place)
             JOIN sessions s ON s.id = asked.session_id AND s.user_id = asked.user_id
             JOIN users u ON u.id = s.user_id`,
  );
  const actors: (SessionActor | null)[] = sessions.map(() => null);
  for (const { place, ...actor } of rows) actors[place - 1] = actor;
  return actors;
}

/** A refresh token as it is kept. */
export type TokenRow = { id: string; hash: string; expiresAt: Date };

/**
 * Begins a session for an account whose password is still the one that was verified: a password changed or an account
 * disabled since then leaves no session, nor does an authenticator that was enabled. Returns whether the session began.
 */
export async function insertSession(
  db: Database,
  session: {
    id: string;
    userId: string;
    /** As it was verified; null for a passkey's session. */
    passwordHash: string | null;
    /** Whether an authenticator was in force when the password was verified; null: it does not matter. */
    hasTotp: boolean | null;
    /** Left out: what `passwordHash` says. A link's session counts like a password's. */
    method?: "password" | undefined;
    device: string;
    token: TokenRow;
    now: Date;
  },
): Promise<boolean> {
  const { id, userId, passwordHash, hasTotp, device, token, now } = session;
  const method = session.method ?? (passwordHash === null ? "passkey" : "password");
  return transact(db, async (tx) => {
    // Waits for a factor that is just being enabled; the next statement sees it.
    await execute(tx, sql`SELECT FROM users WHERE id = ${userId}::uuid FOR SHARE`);
    const rowCount = await execute(
      tx,
      sql`WITH account AS (
             SELECT id FROM users
              WHERE id = ${userId} AND NOT is_disabled
                AND (${passwordHash}::text IS NULL OR password_hash = ${passwordHash}::text)
                AND (${hasTotp}::boolean IS NULL OR ${hasTotp}::boolean = EXISTS (
                       SELECT FROM totp_factors f WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL))
           ), session AS (
             INSERT INTO sessions (id, user_id, created_at, last_used_at, device, method)
             SELECT ${id}::uuid, id, ${now}::timestamptz, ${now}::timestamptz, ${device}::text, ${method}::text FROM account RETURNING id
           )
           INSERT INTO refresh_tokens (id, session_id, token_hash, created_at, expires_at)
           SELECT ${token.id}::uuid, id, ${token.hash}, ${now}::timestamptz, ${token.expiresAt}::timestamptz FROM session`,
    );
    return rowCount === 1;
  });
}

/**
 * Spends a refresh token that works, and puts its successor in its place, in one statement: of any number of
 * callers with the same token one is answered, the others get null.
 */
export async function rotateRefreshToken(
  db: Database,
  spent: {
    hash: string;
    now: Date;
    /** Sessions that began before are not renewed. */
    begunAfter: Date;
  },
  next: TokenRow,
): Promise<SessionRef | null> {
  const rows = await query<SessionRef>(
    db,
    sql`WITH spent AS (
             UPDATE refresh_tokens t SET used_at = ${spent.now}
               FROM sessions s JOIN users u ON u.id = s.user_id
              WHERE t.token_hash = ${spent.hash} AND t.used_at IS NULL AND t.expires_at > ${spent.now}
                AND s.id = t.session_id AND s.ended_at IS NULL AND s.created_at > ${spent.begunAfter}
                AND NOT u.is_disabled
             RETURNING s.id AS session_id, s.user_id
           ), session AS (
             UPDATE sessions SET last_used_at = ${spent.now} FROM spent WHERE id = spent.session_id
           ), successor AS (
             INSERT INTO refresh_tokens (id, session_id, token_hash, created_at, expires_at)
             SELECT ${next.id}::uuid, session_id, ${next.hash}, ${spent.now}::timestamptz, ${next.expiresAt}::timestamptz FROM spent
           )
           SELECT session_id AS "sessionId", user_id AS "userId" FROM spent`,
  );
  return rows[0] ?? null;
}

/** What is known of a refresh token that did not work. */
export type RefreshTokenState = SessionRef & {
  usedAt: Date | null;
  expiresAt: Date;
  hasEnded: boolean;
  isDisabled: boolean;
};

export async function findRefreshToken(db: Database, hash: string): Promise<RefreshTokenState | null> {
  const rows = await query<RefreshTokenState>(
    db,
    sql`SELECT s.id AS "sessionId", s.user_id AS "userId", t.used_at AS "usedAt",
                  t.expires_at AS "expiresAt", s.ended_at IS NOT NULL AS "hasEnded",
                  u.is_disabled AS "isDisabled"
             FROM refresh_tokens t
             JOIN sessions s ON s.id = t.session_id
             JOIN users u ON u.id = s.user_id
            WHERE t.token_hash = ${hash}`,
  );
  return rows[0] ?? null;
}

/** Whose sessions are to end: one, all (`null`), or all but one. */
export type EndedSessions = { userId: string; sessionId: string | null } | { userId: string; except: string };

/**
 * Ends sessions and returns how many. A trigger signals it (`korki_access`), so that open sockets close. Sessions that
 * have ended already stay as they are.
 */
export async function endSessions(tx: Tx, ended: EndedSessions, now: Date): Promise<number> {
  // What a session asked for must not outlive it: its link would connect a chat.
  await voidLinks(tx, ended.userId, ["telegram"], now);
  const named = "except" in ended ? { not: ended.except } : ended.sessionId;
  const { count } = await tx.session.updateMany({
    where: { userId: ended.userId, endedAt: null, ...(named === null ? {} : { id: named }) },
    data: { endedAt: now },
  });
  return count;
}

/** Ends every session of these accounts; open links that connect a chat go with them. */
export async function endSessionsOf(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  const theirs = { userId: { in: [...userIds] } };
  await tx.oneTimeLink.updateMany({
    where: { ...theirs, kind: "telegram", usedAt: null, voidedAt: null },
    data: { voidedAt: now },
  });
  await tx.session.updateMany({ where: { ...theirs, endedAt: null }, data: { endedAt: now } });
}

/** A session that still gives access, as its owner sees it. */
export type OwnSession = { id: string; device: string; createdAt: Date; lastUsedAt: Date };

/** The sessions of an account that can still be renewed, the one used last first. */
export async function listOwnSessions(db: Database, userId: string, now: Date): Promise<OwnSession[]> {
  return query<OwnSession>(
    db,
    sql`SELECT s.id, s.device, s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt"
          FROM sessions s
         WHERE s.user_id = ${userId}::uuid AND ${isSessionOpen(now)}
         ORDER BY s.last_used_at DESC, s.id`,
  );
}

/** Whether a session `s` goes on: it has not ended and can be renewed. */
export function isSessionOpen(now: Date): Sql {
  return sql`(s.ended_at IS NULL AND EXISTS (
    SELECT FROM refresh_tokens t
     WHERE t.session_id = s.id AND t.used_at IS NULL AND t.expires_at > ${now}::timestamptz))`;
}

/** Whether the account has had another session than this one. */
export async function hasOtherSessions(db: Database, { userId, sessionId }: SessionRef): Promise<boolean> {
  const found = await db.prisma.session.findFirst({
    where: { userId, id: { not: sessionId } },
    select: { id: true },
  });
  return found !== null;
}

/** Which of these sessions still give access: not ended, the account not disabled. */
export async function findStandingSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    db,
    sql`SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.id = ANY(${sessionIds}::uuid[]) AND s.ended_at IS NULL AND NOT u.is_disabled`,
  );
  return new Set(rows.map(({ id }) => id));
}

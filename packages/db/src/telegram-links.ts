import type { Role } from "@korki/domain";
import type { Executor } from "./client";
import { newId } from "./ids";
import { isSessionOpen } from "./sessions";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";

/**
 * Consumes a live code of the bot: unused, not voided, not expired. Returns its chat, or null. Of two concurrent
 * callers one gets the chat.
 */
export async function spendTelegramCode(tx: Tx, code: string, now: Date): Promise<string | null> {
  const rows = await query<{ chatId: string }>(
    tx,
    sql`
    UPDATE telegram_codes SET used_at = ${now}
     WHERE code = ${code} AND used_at IS NULL AND voided_at IS NULL AND expires_at > ${now}
    RETURNING chat_id AS "chatId"`,
  );
  return rows[0]?.chatId ?? null;
}

/**
 * Stores a new code for a chat. Voids the chat's older code and expired ones, whose digits may be issued again.
 * Rejects with a violation of `telegram_codes_live_key` if the digits are in use.
 */
export async function insertTelegramCode(
  tx: Tx,
  { chatId, code, now, expiresAt }: { chatId: string; code: string; now: Date; expiresAt: Date },
): Promise<void> {
  // Two requests of one chat take turns, or both codes would live.
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtext('telegram-code'), hashtext(${chatId}))`);
  await execute(
    tx,
    sql`
    UPDATE telegram_codes SET voided_at = ${now}
     WHERE used_at IS NULL AND voided_at IS NULL AND (chat_id = ${chatId} OR (code = ${code} AND expires_at <= ${now}))`,
  );
  await tx.telegramCode.create({ data: { id: newId(), chatId, code, createdAt: now, expiresAt } });
}

/** The account that a chat is linked to. */
export type ChatOwner = {
  id: string;
  role: Role;
  name: string;
  surname: string;
  email: string;
  isDisabled: boolean;
  /** Mandatory documents that the newest open session asks for, or without one, that the next sign-in would. */
  missingConsents: string[];
};

/** Returns the account that a chat is linked to, or null. */
export async function findChatOwner(on: Executor, chatId: string, now: Date): Promise<ChatOwner | null> {
  const rows = await query<ChatOwner>(
    on,
    sql`
    SELECT u.id, u.role, u.name, u.surname, coalesce(u.email, '') AS email, u.is_disabled AS "isDisabled",
           missing_consents(u.id, u.role, coalesce(
             (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = u.id AND ${isSessionOpen(now)}),
             ${now}::timestamptz)) AS "missingConsents"
      FROM users u WHERE u.telegram_chat_id = ${chatId}`,
  );
  return rows[0] ?? null;
}

/**
 * Links a chat to an account. Returns the account's name. Rejects with a violation of `users_telegram_chat_id_key`
 * where the chat is linked to another account.
 */
export async function linkChat(
  tx: Tx,
  userId: string,
  chatId: string,
): Promise<{ name: string; surname: string }> {
  return tx.user.update({
    where: { id: userId },
    data: { telegramChatId: chatId },
    select: { name: true, surname: true },
  });
}

/** Unlinks a chat from every account but this one. Returns the ids of those that it was linked to. */
export async function unlinkChat(tx: Tx, chatId: string, exceptUserId: string | null): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`UPDATE users SET telegram_chat_id = NULL
         WHERE telegram_chat_id = ${chatId} AND id IS DISTINCT FROM ${exceptUserId}::uuid
        RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Unlinks an account's chat. Returns false where it has none. */
export async function unlinkAccount(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, telegramChatId: { not: null } },
    data: { telegramChatId: null },
  });
  return count === 1;
}

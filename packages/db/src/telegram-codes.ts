import { newId } from "./ids";
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

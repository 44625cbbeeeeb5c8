import type { Tx } from "./client";

/**
 * Uses up a live code of the bot's: unused, not voided, not expired. Answers the chat that it was given to, or
 * null. Of two callers with one code one gets the chat.
 */
export async function spendTelegramCode(tx: Tx, code: string, now: Date): Promise<string | null> {
  const rows = await tx.$queryRaw<{ chatId: string }[]>`
    UPDATE telegram_codes SET used_at = ${now}
     WHERE code = ${code} AND used_at IS NULL AND voided_at IS NULL AND expires_at > ${now}
    RETURNING chat_id AS "chatId"`;
  return rows[0]?.chatId ?? null;
}

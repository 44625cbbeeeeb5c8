import type { Role } from "@korki/domain";
import { type Executor, rowsOf } from "./client";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

/** The account that a chat is linked to. */
export type ChatOwner = {
  id: string;
  role: Role;
  name: string;
  surname: string;
  email: string;
  isDisabled: boolean;
};

/** Returns the account that a chat is linked to, or null. */
export async function findChatOwner(on: Executor, chatId: string): Promise<ChatOwner | null> {
  const user = await rowsOf(on).user.findUnique({
    where: { telegramChatId: chatId },
    select: { id: true, role: true, name: true, surname: true, email: true, isDisabled: true },
  });
  return user && { ...user, email: user.email ?? "", role: user.role as Role };
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

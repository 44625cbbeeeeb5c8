import { transact, unlinkChat } from "@korki/db";
import { type Services, systemCtx } from "../context";
import { recordHistory } from "../history";

/** Whether the Bot API's refusal means that the bot cannot write to the chat any more. */
export function isChatGone(refusal: { error_code: number; description: string }): boolean {
  const { error_code: code, description } = refusal;
  return code === 403 || (code === 400 && /chat not found|user is deactivated/i.test(description));
}

/**
 * Unlinks a chat that the bot cannot write to any more (blocked, closed); its notifications go by e-mail from then
 * on. Returns whether it was linked.
 */
export async function releaseChat(services: Services, chatId: string): Promise<boolean> {
  return transact(services.db, async (tx) => {
    const [userId] = await unlinkChat(tx, chatId, null);
    if (userId === undefined) return false;
    await recordHistory(tx, systemCtx(services), {
      entity: "account",
      entityId: userId,
      action: "disconnect-telegram",
      changes: { isTelegramConnected: { from: true, to: false } },
    });
    return true;
  });
}

import { transact, unlinkChat } from "@korki/db";
import { type Services, systemCtx } from "../context";
import { recordHistory } from "../history";

/**
 * A chat that the bot cannot write to any more (blocked, closed) is linked to nobody from now on; what there is to
 * tell goes by e-mail. Answers whether somebody was linked to it.
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

import { randomInt } from "node:crypto";
import type { Profile } from "@korki/contracts/account";
import { accountTexts } from "@korki/contracts/texts/account";
import type { HistoryAction } from "@korki/contracts/texts/admin-history";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  insertTelegramCode,
  linkChat,
  spendTelegramCode,
  type Tx,
  transact,
  unlinkAccount,
  unlinkChat,
  violates,
} from "@korki/db";
import { fullName, TELEGRAM_CODE_DIGITS, TELEGRAM_CODE_MINUTES, validTelegramCode } from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { conflict, invalidInput } from "../errors";
import { type HistoryRecord, recordHistory } from "../history";
import { notify } from "../outbox";
import { getProfile } from "./profile";
import { recordSecurityEvent } from "./security-events";

const ATTEMPTS = 10;

/**
 * Issues a code for a chat: eight digits, valid for ten minutes, for one use. Voids the chat's older one (rules §8).
 */
export async function issueTelegramCode({ db, now }: Services, chatId: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const code = String(randomInt(10 ** TELEGRAM_CODE_DIGITS)).padStart(TELEGRAM_CODE_DIGITS, "0");
    const at = now();
    const expiresAt = new Date(at.getTime() + TELEGRAM_CODE_MINUTES * 60_000);
    try {
      await transact(db, (tx) => insertTelegramCode(tx, { chatId, code, now: at, expiresAt }));
      return code;
    } catch (error) {
      // Another chat has the same digits.
      if (attempt >= ATTEMPTS || !violates(error, "telegram_codes_live_key")) throw error;
    }
  }
}

/**
 * Links the chat that received this code to the caller's account and to no other: a chat is linked to one account at
 * a time (rules §8). Confirms the link in the chat. Throws `input` for a code that is wrong, used, voided or expired,
 * and `rate_limited` after five of them.
 */
export async function connectTelegram(ctx: ActorCtx, { code }: { code: string }): Promise<Profile> {
  const { id } = ctx.actor;
  // Every try is counted before it is made, so that many at once are no way around the limit.
  await ctx.limits.consume("telegramCode", id);
  const typed = code.trim();
  const isConnected =
    validTelegramCode(typed) && (await connectChat(ctx, (tx) => spendTelegramCode(tx, typed, ctx.now())));
  if (!isConnected) throw invalidInput(accountTexts.telegramCodeWrong);
  // Only its own point: a right code of one's own is no way to forget the wrong ones.
  await ctx.limits.refund("telegramCode", id);
  return getProfile(ctx);
}

/**
 * Links the chat that `spend` proves to the actor's account and to no other. Returns false where it proves none. Throws
 * `conflict` where another account was linked to the chat in the same moment.
 */
export async function connectChat(
  ctx: ActorCtx,
  spend: (tx: Tx) => Promise<string | null>,
): Promise<boolean> {
  const { id } = ctx.actor;
  try {
    return await transact(ctx.db, async (tx) => {
      const chatId = await spend(tx);
      if (chatId === null) return false;
      const unlinked = await unlinkChat(tx, chatId, id);
      const { name, surname } = await linkChat(tx, id, chatId);
      await notify(tx, ctx, {
        kind: "telegram-connected",
        to: { userId: id },
        facts: { chatId, accountName: fullName({ name, surname }) },
      });
      // By e-mail as well: after a link made with a borrowed session, the chat alone would not reach the owner.
      await recordSecurityEvent(tx, ctx, { userId: id, kind: "telegram-connected" });
      await recordHistory(
        tx,
        ctx,
        linkChange(id, "connect-telegram", true),
        ...unlinked.map((otherId) => linkChange(otherId, "disconnect-telegram", false)),
      );
      return true;
    });
  } catch (error) {
    // The code or link is still good.
    if (violates(error, "users_telegram_chat_id_key")) throw conflict(commonTexts.changedMeanwhile);
    throw error;
  }
}

/** What the history keeps of an account that a chat was linked to, or unlinked from. */
function linkChange(userId: string, action: HistoryAction, isTelegramConnected: boolean): HistoryRecord {
  return {
    entity: "account",
    entityId: userId,
    action,
    changes: { isTelegramConnected: { from: !isTelegramConnected, to: isTelegramConnected } },
  };
}

/** Unlinks the caller's chat; notifications go by e-mail from then on. Nothing to unlink is no error. */
export async function disconnectTelegram(ctx: ActorCtx): Promise<Profile> {
  const { id } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    if (!(await unlinkAccount(tx, id))) return;
    await recordHistory(tx, ctx, linkChange(id, "disconnect-telegram", false));
  });
  return getProfile(ctx);
}

import type { TelegramLink } from "@korki/contracts/account";
import { botTexts } from "@korki/contracts/texts/bot";
import { findLiveLink, insertLink, spendLink, transact } from "@korki/db";
import { fullName, TELEGRAM_LINK_MINUTES } from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { invalidInput } from "../errors";
import { connectChat } from "./connect-telegram";
import { linkToken, readLinkToken } from "./link-token";
import { findLinkedPerson, linkedPersonCtx } from "./linked-person";

/**
 * Makes the address that opens the bot and connects the chat to the caller's account, once and within 15 minutes
 * (rules §8). It ends with the session that asked for it. Throws `rate_limited`.
 */
export async function createTelegramLink(ctx: ActorCtx): Promise<TelegramLink> {
  const { actor, settings } = ctx;
  const { telegramBotUsername: bot, telegramApiRoot, sandboxUrl, publicUrl, authSecret } = settings;
  if (bot === null) return { url: null };
  await ctx.limits.consume("telegramLink", actor.id);
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + TELEGRAM_LINK_MINUTES * 60_000);
  const link = { userId: actor.id, kind: "telegram", now, expiresAt } as const;
  const id = await transact(ctx.db, (tx) => insertLink(tx, link));
  const isSandbox = sandboxUrl !== null && telegramApiRoot.startsWith(sandboxUrl);
  const address = isSandbox ? `${publicUrl}/dev/telegram` : `https://t.me/${bot}`;
  return { url: `${address}?start=${linkToken(authSecret, { id })}` };
}

/**
 * Connects a chat to the account whose link it opened; from then on the chat is that account's alone, as with a code.
 * Throws `input` for a link that is none, is used or has expired, and `rate_limited` after five of them in a chat.
 *
 * @returns `again`: the account that this link has connected the chat to before; `formerName`: whose chat it was
 */
export async function connectByTelegramLink(
  services: Services,
  { chatId, token }: { chatId: string; token: string },
): Promise<{ again: { name: string; email: string } | null; formerName: string | null }> {
  const { db, limits, settings } = services;
  // Counted before it is looked at, as a code is.
  await limits.consume("telegramCode", `chat:${chatId}`);
  const id = readLinkToken(settings.authSecret, token);
  const now = services.now();
  const link = id && (await findLiveLink(db, id, { kinds: ["telegram"], now, usable: "again" }));
  if (!link || link.user.isDisabled) throw invalidInput(botTexts.linkOver);
  const { userId, user, isUsed } = link;
  const before = await findLinkedPerson(services, chatId);
  const former = before && { name: fullName(before), email: before.email };
  const isOwn = before?.id === userId;
  if (isUsed) {
    // A second tap, or an update that Telegram repeats.
    if (!isOwn) throw invalidInput(botTexts.linkOver);
  } else {
    const ctx = linkedPersonCtx(services, chatId, { id: userId, role: user.role });
    const isConnected = await connectChat(ctx, async (tx) =>
      (await spendLink(tx, link.id, now)) ? chatId : null,
    );
    if (!isConnected) throw invalidInput(botTexts.linkOver);
  }
  await limits.refund("telegramCode", `chat:${chatId}`);
  return { again: isUsed ? former : null, formerName: isOwn ? null : (former?.name ?? null) };
}

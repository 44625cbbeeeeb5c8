import type { NotificationChannel } from "@korki/contracts/notifications";
import type { ClaimedNotification } from "@korki/db";
import { isAccountKind } from "@korki/notifications";

/** The channel and address of one message. */
export type Destination = { channel: "telegram"; chatId: string } | { channel: "email"; address: string };

/** Attempts by Telegram before a message goes by e-mail. */
const TELEGRAM_TRIES = 4;

/**
 * Returns Telegram for a connected person, otherwise e-mail (rules §8), unless the person switched the kind off there.
 * Account mails always go by e-mail, and some kinds by one channel alone. Returns null if the person wants neither.
 */
export function chooseChannel(
  { kind, recipient, email, attempt }: ClaimedNotification,
  only: NotificationChannel | null = null,
): Destination | null {
  if (recipient === null) return email === null ? null : { channel: "email", address: email };
  const byMail: Destination | null =
    recipient.email === null ? null : { channel: "email", address: recipient.email };
  if (isAccountKind(kind)) return byMail;
  const wants = (channel: NotificationChannel) =>
    (only === null || only === channel) && !recipient.disabledChannels.includes(channel);
  if (recipient.telegramChatId !== null && wants("telegram")) {
    if (attempt <= TELEGRAM_TRIES || !wants("email")) {
      return { channel: "telegram", chatId: recipient.telegramChatId };
    }
  }
  return wants("email") ? byMail : null;
}

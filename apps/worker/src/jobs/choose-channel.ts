import type { NotificationChannel } from "@korki/contracts/notifications";
import type { ClaimedNotification } from "@korki/db";
import { isAccountKind } from "@korki/notifications";

/** Where one message goes. */
export type Destination = { channel: "telegram"; chatId: string } | { channel: "email"; address: string };

/** After so many tries by the messenger a message goes by e-mail: late is worse than elsewhere. */
export const TELEGRAM_TRIES = 4;

/**
 * By Telegram where the person is connected, else by e-mail (rules §8), as far as the person wants this kind
 * there. Account mails always go by e-mail. Null: nowhere.
 */
export function chooseChannel({ kind, recipient, email, attempt }: ClaimedNotification): Destination | null {
  if (recipient === null) return email === null ? null : { channel: "email", address: email };
  const byMail: Destination = { channel: "email", address: recipient.email };
  if (isAccountKind(kind)) return byMail;
  const wants = (channel: NotificationChannel) => !recipient.unwanted.includes(channel);
  if (recipient.telegramChatId !== null && wants("telegram")) {
    if (attempt <= TELEGRAM_TRIES || !wants("email")) {
      return { channel: "telegram", chatId: recipient.telegramChatId };
    }
  }
  return wants("email") ? byMail : null;
}

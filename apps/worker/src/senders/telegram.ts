import { notificationReasons } from "@korki/contracts/texts/notifications";
import type { TelegramMessage } from "@korki/notifications";
import { isChatGone } from "@korki/services/telegram/release-chat";
import { Api, GrammyError, HttpError } from "grammy";
import type { Redis } from "ioredis";
import { DeliveryFailure } from "./delivery-failure";

/** Longer than the Bot API ever needs, far shorter than a worker's lease. */
const TIMEOUT_SECONDS = 15;

export type TelegramSender = {
  /** Returns the messenger's answer. Rejects with a DeliveryFailure. */
  send(chatId: string, message: TelegramMessage): Promise<string>;
};

/** Returns a sender for the Bot API at `apiRoot`. */
export function createTelegramSender(token: string, apiRoot: string): TelegramSender {
  const api = new Api(token, {
    apiRoot,
    timeoutSeconds: TIMEOUT_SECONDS,
    baseFetchConfig: { redirect: "error" },
  });
  return {
    async send(chatId, { html, keyboard }) {
      try {
        const sent = await api.sendMessage(chatId, html, {
          parse_mode: "HTML",
          link_preview_options: { is_disabled: true },
          ...(keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {}),
        });
        return `message_id ${sent.message_id}`;
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}

function toFailure(error: unknown): DeliveryFailure {
  const { telegramBusy, telegramRefused, telegramUnavailable } = notificationReasons;
  if (!(error instanceof GrammyError)) {
    return new DeliveryFailure("again", `${telegramUnavailable} (${networkFault(error)})`);
  }
  const { error_code: code, description, parameters } = error;
  const reason = (text: string) => `${text} (${code}: ${description})`;
  if (code === 429) return new DeliveryFailure("pause", reason(telegramBusy), parameters.retry_after ?? 1);
  if (isChatGone(error)) return new DeliveryFailure("gone", reason(telegramRefused));
  if (code >= 500) return new DeliveryFailure("again", reason(telegramUnavailable));
  return new DeliveryFailure("refused", reason(telegramRefused));
}

/** Returns a short code of the network error. Its message may contain the address, and the address the token. */
function networkFault(error: unknown): string {
  const cause: unknown = error instanceof HttpError ? error.error : error;
  const { code, type, name } = cause as { code?: unknown; type?: unknown; name?: unknown };
  const fault = [code, type, name].find((each) => typeof each === "string" && /^[\w-]{1,40}$/.test(each));
  return String(fault ?? "unknown");
}

/** One chat accepts a message per second (https://core.telegram.org/bots/faq), with a margin for network delays. */
const INTERVAL_MS = 1050;

/**
 * Acquires a chat's slot of this second, shared by all workers through Redis. Returns 0, or the milliseconds after
 * which to try again: callers of the same second get different seconds.
 */
export async function takeChatTurn(redis: Redis, chatId: string): Promise<number> {
  const key = `korki:telegram-chat:${chatId}`;
  const replies = await redis.multi().set(key, 0, "PX", INTERVAL_MS, "NX").incr(key).pttl(key).exec();
  const [, [, count] = [], [, left] = []] = replies ?? [];
  const ahead = Number(count) - 1;
  return ahead > 0 ? Math.max(0, Number(left)) + (ahead - 1) * INTERVAL_MS + 1 : 0;
}

import { notificationReasons } from "@korki/contracts/texts/notifications";
import type { TelegramMessage } from "@korki/notifications";
import { Api, GrammyError, HttpError } from "grammy";
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
  if (code === 403 || (code === 400 && /chat not found|user is deactivated/i.test(description))) {
    return new DeliveryFailure("gone", reason(telegramRefused));
  }
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

import { z } from "zod";
import {
  botCommand,
  botUser,
  chatFullInfo,
  menuButton,
  message,
  update,
  webhookInfo,
} from "./bot-api-objects";

/** What each method answers under `result`, from the "Returns …" sentences of the public description. */
export const METHOD_RESULTS = {
  getUpdates: z.array(update),
  setWebhook: z.literal(true),
  deleteWebhook: z.literal(true),
  getWebhookInfo: webhookInfo,
  getMe: botUser,
  logOut: z.literal(true),
  close: z.literal(true),
  sendMessage: message,
  editMessageText: message.extend({ edit_date: z.int().positive() }),
  editMessageReplyMarkup: message.extend({ edit_date: z.int().positive() }),
  deleteMessage: z.literal(true),
  deleteMessages: z.literal(true),
  answerCallbackQuery: z.literal(true),
  sendChatAction: z.literal(true),
  getChat: chatFullInfo,
  setMyCommands: z.literal(true),
  deleteMyCommands: z.literal(true),
  getMyCommands: z.array(botCommand),
  setMyName: z.literal(true),
  getMyName: z.strictObject({ name: z.string() }),
  setMyDescription: z.literal(true),
  getMyDescription: z.strictObject({ description: z.string() }),
  setMyShortDescription: z.literal(true),
  getMyShortDescription: z.strictObject({ short_description: z.string() }),
  setChatMenuButton: z.literal(true),
  getChatMenuButton: menuButton,
} as const;

export type MethodName = keyof typeof METHOD_RESULTS;
export type MethodResult<Name extends MethodName> = z.infer<(typeof METHOD_RESULTS)[Name]>;

/** https://core.telegram.org/bots/api#making-requests: a failed call, with #responseparameters. */
export const failure = z.strictObject({
  ok: z.literal(false),
  error_code: z.int().min(400).max(599),
  description: z.string().min(1),
  parameters: z.strictObject({ retry_after: z.int().min(1).optional() }).optional(),
});

/** https://core.telegram.org/bots/api#making-requests: the whole body of a successful call of `method`. */
export function successOf(method: MethodName) {
  return z.strictObject({
    ok: z.literal(true),
    result: METHOD_RESULTS[method],
    description: z.string().optional(),
  });
}

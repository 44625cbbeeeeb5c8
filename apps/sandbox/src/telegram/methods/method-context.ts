import type { BotUser } from "../bot-api-objects";
import type { MethodName, MethodResult } from "../bot-api-responses";
import type { BotProfile } from "../bot-profile";
import type { CallbackQueries } from "../callback-queries";
import type { ChatBook } from "../chat-book";
import type { RateLimiter } from "../rate-limits";
import type { RequestParameters } from "../request-parameters";
import type { UpdateQueue } from "../update-queue";
import type { WebhookDelivery } from "../webhook-delivery";

/** What the methods work on. */
export interface MethodContext {
  bot(): BotUser;
  readonly chats: ChatBook;
  readonly queue: UpdateQueue;
  readonly webhook: WebhookDelivery;
  readonly callbacks: CallbackQueries;
  readonly profile: BotProfile;
  /** null: no limits. */
  limiter(): RateLimiter | null;
  readonly startedAt: number;
  logOut(): void;
  /** The webhook's settings are to be kept. */
  webhookChanged(): void;
}

/**
 * One method of the Bot API. The signal aborts when the caller hangs up.
 * @throws BotApiError
 */
export type Method<Name extends MethodName> = (
  context: MethodContext,
  parameters: RequestParameters,
  signal: AbortSignal,
) => MethodResult<Name> | Promise<MethodResult<Name>>;

/** A part of the table of methods. */
export type Methods<Names extends MethodName> = { readonly [Name in Names]: Method<Name> };

import type { Update, WebhookInfo } from "./bot-api-objects";
import type { UpdateQueue } from "./update-queue";

export interface WebhookSettings {
  readonly url: string;
  readonly secretToken: string;
  readonly maxConnections: number;
  readonly ipAddress: string;
  readonly hasCertificate: boolean;
}

/** What a webhook's answer may carry: "perform a request to the Bot API while sending an answer". */
export type WebhookReply = Readonly<Record<string, unknown>> & { readonly method: string };

/** "we will repeat the request and give up after a reasonable amount of attempts" */
const ATTEMPTS_MAX = 50;
const ANSWER_TIMEOUT_MS = 60_000;
const LONGEST_PAUSE = 64;

/**
 * Posts updates to the bot's webhook. Updates of one chat go one after another, chats beside each other; a failed one
 * is repeated after pauses that double.
 */
export class WebhookDelivery {
  #settings: WebhookSettings | null = null;
  #lastError: { date: number; message: string } | null = null;
  #abort = new AbortController();
  readonly #busyChats = new Set<number>();
  readonly #attempts = new Map<number, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #unsubscribed = false;

  constructor(
    private readonly queue: UpdateQueue,
    /** The pause before the first repetition. */
    private readonly retryMs: number,
    private readonly onReply: (reply: WebhookReply) => void,
  ) {
    void this.#follow();
  }

  get settings(): WebhookSettings | null {
    return this.#settings;
  }

  set(settings: WebhookSettings | null): void {
    this.#stopAttempts();
    this.#settings = settings;
    this.#lastError = null;
    this.#pump();
  }

  info(): WebhookInfo {
    const settings = this.#settings;
    const allowed = this.queue.state.allowed;
    return {
      url: settings?.url ?? "",
      has_custom_certificate: settings?.hasCertificate ?? false,
      pending_update_count: this.queue.pending.length,
      ...(settings ? { max_connections: settings.maxConnections } : {}),
      ...(settings?.ipAddress ? { ip_address: settings.ipAddress } : {}),
      ...(settings && this.#lastError
        ? { last_error_date: this.#lastError.date, last_error_message: this.#lastError.message }
        : {}),
      ...(allowed ? { allowed_updates: [...allowed] } : {}),
    };
  }

  close(): void {
    this.#unsubscribed = true;
    this.#settings = null;
    this.#stopAttempts();
    this.queue.changes.release();
  }

  async #follow(): Promise<void> {
    while (!this.#unsubscribed) {
      await this.queue.changes.next(60_000);
      this.#pump();
    }
  }

  #pump(): void {
    const settings = this.#settings;
    if (!settings) return;
    for (const update of this.queue.pending) {
      if (this.#busyChats.size >= settings.maxConnections) return;
      const chatId = chatOf(update);
      if (this.#busyChats.has(chatId)) continue;
      this.#busyChats.add(chatId);
      void this.#deliver(settings, update, chatId, this.#abort.signal);
    }
  }

  async #deliver(
    settings: WebhookSettings,
    update: Update,
    chatId: number,
    signal: AbortSignal,
  ): Promise<void> {
    const outcome = await post(settings, update, signal);
    if (signal.aborted) return;
    if (outcome.delivered) {
      this.#attempts.delete(update.update_id);
      this.#busyChats.delete(chatId);
      if (outcome.reply) this.onReply(outcome.reply);
      this.queue.confirm(update.update_id);
      return;
    }
    this.#lastError = { date: Math.floor(Date.now() / 1000), message: outcome.error };
    const attempts = (this.#attempts.get(update.update_id) ?? 0) + 1;
    if (attempts >= ATTEMPTS_MAX) {
      this.#attempts.delete(update.update_id);
      this.#busyChats.delete(chatId);
      this.queue.confirm(update.update_id);
      return;
    }
    this.#attempts.set(update.update_id, attempts);
    const pause = outcome.retryAfterMs || this.retryMs * Math.min(LONGEST_PAUSE, 2 ** (attempts - 1));
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#busyChats.delete(chatId);
      this.#pump();
    }, pause);
    this.#timers.add(timer);
  }

  #stopAttempts(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#busyChats.clear();
    this.#attempts.clear();
  }
}

type Outcome =
  | { delivered: true; reply: WebhookReply | null }
  | { delivered: false; error: string; retryAfterMs: number };

async function post(settings: WebhookSettings, update: Update, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(settings.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(settings.secretToken ? { "x-telegram-bot-api-secret-token": settings.secretToken } : {}),
      },
      body: JSON.stringify(update),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    const body = await response.text();
    if (response.ok) return { delivered: true, reply: replyIn(body) };
    return {
      delivered: false,
      error: `Wrong response from the webhook: ${response.status} ${response.statusText}`,
      retryAfterMs: Number(response.headers.get("retry-after") ?? 0) * 1000 || 0,
    };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return { delivered: false, error: late ? "Read timeout expired" : "Connection refused", retryAfterMs: 0 };
  }
}

function replyIn(body: string): WebhookReply | null {
  if (!body.startsWith("{")) return null;
  try {
    const reply: unknown = JSON.parse(body);
    const isCall = typeof reply === "object" && reply !== null && "method" in reply;
    return isCall && typeof reply.method === "string" ? { ...reply, method: reply.method } : null;
  } catch {
    return null;
  }
}

function chatOf(update: Update): number {
  if ("message" in update) return update.message.chat.id;
  if ("edited_message" in update) return update.edited_message.chat.id;
  if ("callback_query" in update) return update.callback_query.from.id;
  return update.my_chat_member.chat.id;
}

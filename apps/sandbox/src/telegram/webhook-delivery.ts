import { setTimeout as sleep } from "node:timers/promises";
import type { Update } from "./bot-api-objects";
import type { UpdateQueue } from "./update-queue";

export interface WebhookSettings {
  readonly url: string;
  readonly secretToken: string;
}

const ATTEMPTS_MAX = 50;
const ANSWER_TIMEOUT_MS = 60_000;
const LONGEST_PAUSE = 64;

/** Posts updates to the bot's webhook, one after another. A failed one is repeated after pauses that double. */
export class WebhookDelivery {
  #settings: WebhookSettings | null = null;
  #abort = new AbortController();

  constructor(
    private readonly queue: UpdateQueue,
    /** The pause before the first repetition. */
    private readonly retryMs: number,
    private readonly changed: (settings: WebhookSettings | null) => void,
  ) {}

  get settings(): WebhookSettings | null {
    return this.#settings;
  }

  set(settings: WebhookSettings | null): void {
    this.close();
    this.#settings = settings;
    this.changed(settings);
    if (settings) void this.#run(settings, this.#abort.signal);
  }

  /** Stops deliveries; the settings are kept. */
  close(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  async #run(settings: WebhookSettings, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [update] = this.queue.pending;
      if (update) await this.#deliver(settings, update, signal);
      else await this.queue.changes.next(60_000, signal);
    }
  }

  /** Gives an update up after ATTEMPTS_MAX attempts. */
  async #deliver(settings: WebhookSettings, update: Update, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      if (await post(settings, update, signal)) break;
      if (signal.aborted) return;
      await sleep(this.retryMs * Math.min(LONGEST_PAUSE, 2 ** attempt), undefined, { signal }).catch(
        () => undefined,
      );
    }
    if (!signal.aborted) this.queue.confirm(update.update_id);
  }
}

/** Returns whether the webhook accepted the update. */
async function post(settings: WebhookSettings, update: Update, signal: AbortSignal): Promise<boolean> {
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
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

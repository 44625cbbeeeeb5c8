import { Changes } from "../changes";
import { BotApiError } from "./bot-api-error";
import type { Update, UpdateContent } from "./bot-api-objects";

export interface UpdateQueueState {
  nextId: number;
  updates: Update[];
  /** null: every type. */
  allowed: string[] | null;
}

export interface UpdateRequest {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
  /** undefined: "the previous setting will be used". */
  readonly allowed: readonly string[] | undefined;
}

/** The updates that the bot has not confirmed yet: the queue behind getUpdates and the webhook. */
export class UpdateQueue {
  readonly changes = new Changes();
  #poll: AbortController | null = null;

  constructor(
    readonly state: UpdateQueueState,
    private readonly changed: () => void,
  ) {}

  get pending(): readonly Update[] {
    return this.state.updates;
  }

  /** Whether a bot has a getUpdates call open. */
  get polling(): boolean {
    return this.#poll !== null;
  }

  /** Sets the types to queue. An empty list allows every type. */
  allow(types: readonly string[] | undefined): void {
    if (types === undefined) return;
    this.state.allowed = types.length > 0 ? [...types] : null;
    this.changed();
  }

  push(content: UpdateContent): void {
    const type = Object.keys(content)[0] ?? "";
    if (this.state.allowed && !this.state.allowed.includes(type)) return;
    const update: Update = { update_id: this.state.nextId, ...content };
    this.state.nextId += 1;
    this.state.updates.push(update);
    this.#announce();
  }

  /** Removes one update, as the webhook does after delivery. */
  confirm(updateId: number): void {
    this.state.updates = this.state.updates.filter((update) => update.update_id !== updateId);
    this.#announce();
  }

  /**
   * Confirms the updates below the offset and waits for new ones. A second poll ends the first one, as on Telegram.
   * @throws BotApiError 409 when another poll began
   */
  async take(request: UpdateRequest, signal: AbortSignal): Promise<Update[]> {
    this.#confirmBelow(request.offset);
    this.allow(request.allowed);
    this.#poll?.abort();
    const poll = new AbortController();
    this.#poll = poll;
    const stop = AbortSignal.any([signal, poll.signal]);
    const deadline = Date.now() + request.timeoutSeconds * 1000;
    try {
      for (;;) {
        if (poll.signal.aborted) throw terminatedByOther();
        if (this.state.updates.length > 0) return this.state.updates.slice(0, request.limit);
        const left = deadline - Date.now();
        if (left <= 0 || signal.aborted) return [];
        await this.changes.next(left, stop);
      }
    } finally {
      if (this.#poll === poll) this.#poll = null;
    }
  }

  /** Ends the open poll. */
  endPolls(): void {
    this.#poll?.abort();
  }

  #confirmBelow(offset: number): void {
    const { updates } = this.state;
    const kept = updates.filter((update) => update.update_id >= offset);
    if (kept.length === updates.length) return;
    this.state.updates = kept;
    this.#announce();
  }

  #announce(): void {
    this.changed();
    this.changes.bump();
  }
}

const terminatedByOther = () =>
  new BotApiError(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  );

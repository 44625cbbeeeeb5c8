import { Changes } from "../changes";
import { BotApiError } from "./bot-api-error";
import type { Update, UpdateContent } from "./bot-api-objects";

/** Types that a bot gets only when it asks for them by name. */
const ON_REQUEST_ONLY = ["chat_member", "message_reaction", "message_reaction_count"];

export interface UpdateQueueState {
  nextId: number;
  updates: Update[];
  /** null: every type but those on request only. */
  allowed: string[] | null;
}

export interface UpdateRequest {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
  /** undefined: "the previous setting will be used". */
  readonly allowed: readonly string[] | undefined;
}

/** What happened in the chats and is not yet confirmed by the bot: the queue behind getUpdates and the webhook. */
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

  /** Whether a bot waits for updates right now. */
  get polling(): boolean {
    return this.#poll !== null;
  }

  /** An empty list means the default set of types. */
  allow(types: readonly string[] | undefined): void {
    if (types === undefined) return;
    this.state.allowed = types.length > 0 ? [...types] : null;
    this.changed();
  }

  push(content: UpdateContent): void {
    const type = Object.keys(content)[0] ?? "";
    const allowed = this.state.allowed ? this.state.allowed.includes(type) : !ON_REQUEST_ONLY.includes(type);
    if (!allowed) return;
    const update = { update_id: this.state.nextId, ...content } as Update;
    this.state.nextId += 1;
    this.state.updates.push(update);
    this.#announce();
  }

  /** Takes one update off, as the webhook does when it was delivered. */
  confirm(updateId: number): void {
    this.state.updates = this.state.updates.filter((update) => update.update_id !== updateId);
    this.#announce();
  }

  drop(): void {
    this.state.updates = [];
    this.#announce();
  }

  /**
   * getUpdates: confirms what lies below the offset and waits for something new. Of two that poll at once the
   * earlier is told off, as on Telegram.
   * @throws BotApiError 409 when another poll began meanwhile
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

  /** Ends the poll that is open, as when the server goes down. */
  endPolls(): void {
    this.#poll?.abort();
  }

  #confirmBelow(offset: number): void {
    const { updates } = this.state;
    const kept = offset < 0 ? updates.slice(offset) : updates.filter((update) => update.update_id >= offset);
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

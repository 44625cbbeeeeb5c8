/** One call of the Bot API, as tests and drills look at it. */
export interface BotApiCall {
  /** Milliseconds since 1970, when the call came in. */
  readonly at: number;
  /** As the caller spelled it. */
  readonly method: string;
  readonly chatId?: number;
  /** The HTTP status of the answer; 0 where there was none. */
  readonly status: number;
}

const CALLS_KEPT = 50_000;

/** The last calls, oldest first. */
export class CallLog {
  #calls: BotApiCall[] = [];

  add(call: BotApiCall): void {
    this.#calls.push(call);
    if (this.#calls.length > CALLS_KEPT * 1.2) this.#calls = this.#calls.slice(-CALLS_KEPT);
  }

  list(method?: string): BotApiCall[] {
    const called = method?.toLowerCase();
    return this.#calls.filter((call) => called === undefined || call.method.toLowerCase() === called);
  }

  clear(): void {
    this.#calls = [];
  }
}

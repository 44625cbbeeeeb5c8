/** One call of the Bot API, for tests and drills. */
export interface BotApiCall {
  /** Milliseconds since 1970, when the call came in. */
  readonly at: number;
  readonly method: string;
  readonly chatId?: number;
  /** The HTTP status of the answer; 0 for none. */
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
    return this.#calls.filter((call) => method === undefined || call.method === method);
  }
}

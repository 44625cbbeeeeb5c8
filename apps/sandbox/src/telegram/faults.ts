import { z } from "zod";

/** A failure of the Bot API, for drills. */
export const fault = z.strictObject({
  /**
   * `too-many-requests`: 429 with `retryAfter`; `server-error`: 500; `bad-gateway`: 502 with an HTML body, as a proxy
   * in front of the API answers; `silence`: the call is taken and never answered; `reset`: the connection is cut.
   */
  answer: z.enum(["too-many-requests", "server-error", "bad-gateway", "silence", "reset"]),
  /** The number of calls that fail. */
  times: z.int().min(1).default(1),
  /** Only this method; without it every method but getUpdates, which a polling bot calls all the time. */
  method: z.string().optional(),
  /** Only calls for this chat. */
  chatId: z.int().optional(),
  /** Seconds, for `too-many-requests`. */
  retryAfter: z.int().min(1).default(1),
});
export type Fault = z.infer<typeof fault>;

/** The active faults. Each call takes the first that matches it. */
export class BotApiFaults {
  readonly #faults: Fault[] = [];

  add(given: z.input<typeof fault>): void {
    this.#faults.push(fault.parse(given));
  }

  /** Removes every fault. */
  clear(): void {
    this.#faults.length = 0;
  }

  /** Returns the remaining faults. */
  list(): readonly Fault[] {
    return this.#faults.map((each) => ({ ...each }));
  }

  take(method: string, chatId: number | undefined): Fault | null {
    const index = this.#faults.findIndex((each) => matches(each, method, chatId));
    const found = this.#faults[index];
    if (!found) return null;
    found.times -= 1;
    if (found.times === 0) this.#faults.splice(index, 1);
    return found;
  }
}

function matches(each: Fault, method: string, chatId: number | undefined): boolean {
  const isAffected = each.method ? each.method === method : method !== "getUpdates";
  return isAffected && (each.chatId === undefined || each.chatId === chatId);
}

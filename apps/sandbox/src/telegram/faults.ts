import { z } from "zod";

/** Something that goes wrong at the Bot API's end, for drills. */
export const fault = z.strictObject({
  /**
   * `too-many-requests`: 429 with `retryAfter`; `server-error`: 500; `bad-gateway`: 502 with an HTML body, as a proxy
   * in front of the API answers; `silence`: the call is taken and never answered; `reset`: the connection is cut.
   */
  answer: z.enum(["too-many-requests", "server-error", "bad-gateway", "silence", "reset"]),
  /** How many calls it hits. */
  times: z.int().min(1).default(1),
  /** Only this method; without it every method but getUpdates, which a polling bot calls all the time. */
  method: z.string().optional(),
  /** Only calls for this chat. */
  chatId: z.int().optional(),
  /** Seconds, for `too-many-requests`. */
  retryAfter: z.int().min(1).default(1),
  /** The call does its work first: the message arrives, and only the answer is lost. */
  afterEffect: z.boolean().default(false),
});
export type Fault = z.infer<typeof fault>;

/** The faults that are switched on. Each call takes the first that fits it. */
export class BotApiFaults {
  readonly #faults: Fault[] = [];

  add(given: z.input<typeof fault>): void {
    this.#faults.push(fault.parse(given));
  }

  /** Everything works again, for calls that come from now on. */
  clear(): void {
    this.#faults.length = 0;
  }

  /** What is still to go wrong. */
  list(): readonly Fault[] {
    return this.#faults.map((each) => ({ ...each }));
  }

  take(method: string, chatId: number | undefined): Fault | null {
    const index = this.#faults.findIndex((each) => fits(each, method, chatId));
    const found = this.#faults[index];
    if (!found) return null;
    found.times -= 1;
    if (found.times === 0) this.#faults.splice(index, 1);
    return found;
  }
}

function fits(each: Fault, method: string, chatId: number | undefined): boolean {
  const called = method.toLowerCase();
  const meant = each.method ? each.method.toLowerCase() === called : called !== "getupdates";
  return meant && (each.chatId === undefined || each.chatId === chatId);
}

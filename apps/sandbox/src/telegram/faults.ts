import { z } from "zod";
import { Faults } from "../faults";

/** A failure of the Bot API, for drills. */
const fault = z.strictObject({
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
export class BotApiFaults extends Faults<typeof fault> {
  constructor() {
    super(fault);
  }

  take(method: string, chatId: number | undefined): Fault | null {
    return this.takeFirst((each) => matches(each, method, chatId));
  }
}

function matches(each: Fault, method: string, chatId: number | undefined): boolean {
  const isAffected = each.method ? each.method === method : method !== "getUpdates";
  return isAffected && (each.chatId === undefined || each.chatId === chatId);
}

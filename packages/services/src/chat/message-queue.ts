import { chatTexts } from "@korki/contracts/texts/chat";
import type { Services } from "../context";
import { type ServiceError, unavailable } from "../errors";
import { type SendOutcome, sendMessages } from "./send-messages";
import type { Draft, SendingProcess } from "./store-batch";

/** Messages stored by one commit. */
const BATCH_MOST = 400;
/** Messages that may wait for their commit; further ones are refused. */
const WAITING_MOST = 20_000;
/** Concurrent commits: while the database works on one, the answers to another are written. */
const LANES = 2;

type Waiting = { draft: Draft; done: (outcome: SendOutcome) => void };
/** Messages that are stored one commit after another. */
type Lane = { waiting: Waiting[]; running: Promise<void> | null };

/**
 * Stores messages many at a time: while a commit is on its way, the next messages gather. A conversation has its
 * lane, and a lane one commit at a time, which keeps the messages of a conversation in their order.
 */
export class MessageQueue {
  readonly #lanes = Array.from({ length: LANES }, (): Lane => ({ waiting: [], running: null }));

  /**
   * @param onUncertain called with messages that may or may not be stored; their people must compare
   */
  constructor(
    private readonly services: Services,
    private readonly process: SendingProcess,
    private readonly onUncertain: (drafts: readonly Draft[]) => void,
  ) {}

  /** @param done called once, after the commit or the refusal, for a conversation in the order of the pushes */
  push(draft: Draft, done: (outcome: SendOutcome) => void): void {
    if (this.#lanes.reduce((sum, { waiting }) => sum + waiting.length, 0) >= WAITING_MOST) {
      done({ refusal: tooBusy() });
      return;
    }
    const lane = this.#laneOf(draft);
    lane.waiting.push({ draft, done });
    lane.running ??= this.#run(lane);
  }

  /** Resolves once nothing waits. */
  async idle(): Promise<void> {
    for (const lane of this.#lanes) while (lane.running) await lane.running;
  }

  /** The same for both directions of a conversation. */
  #laneOf({ senderId, recipientId }: Draft): Lane {
    const last = (id: string) => id.charCodeAt(id.length - 1);
    return this.#lanes[(last(senderId) + last(recipientId)) % LANES] as Lane;
  }

  async #run(lane: Lane): Promise<void> {
    // What arrives in this turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, BATCH_MOST);
      const outcomes = await this.#store(batch);
      for (const [at, outcome] of outcomes.entries()) batch[at]?.done(outcome);
    }
    lane.running = null;
  }

  async #store(batch: Waiting[]): Promise<SendOutcome[]> {
    const drafts = batch.map(({ draft }) => draft);
    try {
      return await sendMessages(this.services, drafts, this.process);
    } catch (error) {
      this.services.log.error({ err: error, messages: batch.length }, "messages could not be stored");
      this.onUncertain(drafts);
      return batch.map(() => ({ refusal: tooBusy() }));
    }
  }
}

/** The client keeps the message and may send it again: its key sees to it that it is stored once. */
function tooBusy(): ServiceError {
  return unavailable(chatTexts.tooBusy);
}

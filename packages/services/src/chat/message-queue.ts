import { chatTexts } from "@korki/contracts/texts/chat";
import type { Services } from "../context";
import { ServiceError } from "../errors";
import { type Draft, type Outcome, type SendingProcess, sendMessages } from "./send-messages";

/** Messages stored by one commit. */
const BATCH_MOST = 400;
/** Messages that wait for their commit; beyond it the sender hears that it did not work. */
const WAITING_MOST = 20_000;

type Waiting = { draft: Draft; done: (outcome: Outcome) => void };

/**
 * Stores messages many at a time: while one commit is on its way, the next messages gather. One commit at a
 * time keeps each sender's messages in their order.
 */
export class MessageQueue {
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  /**
   * @param onUncertain these may be stored or not: whoever they are between has to look
   * @param together runs the answers to one commit
   */
  constructor(
    private readonly services: Services,
    private readonly process: SendingProcess,
    private readonly onUncertain: (drafts: readonly Draft[]) => void,
    private readonly together: (answers: () => void) => void,
  ) {}

  /** @param done called once, after the commit or the refusal, in the order of the pushes */
  push(draft: Draft, done: (outcome: Outcome) => void): void {
    if (this.#waiting.length >= WAITING_MOST) {
      done({ refusal: tooBusy() });
      return;
    }
    this.#waiting.push({ draft, done });
    this.#running ??= this.#run();
  }

  /** Resolves once nothing waits. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // What arrives in this turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MOST);
      const outcomes = await this.#store(batch);
      this.together(() => {
        for (const [at, outcome] of outcomes.entries()) batch[at]?.done(outcome);
      });
    }
    this.#running = null;
  }

  async #store(batch: Waiting[]): Promise<Outcome[]> {
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
  return new ServiceError("conflict", chatTexts.tooBusy);
}

import {
  type Database,
  type HandedOver,
  type PushRoute,
  putBackNotifications,
  takeDueNotifications,
  takeStrandedNotifications,
} from "@korki/db";
import type { Logger } from "pino";
import type { DeliveryQueues } from "./delivery-queues";

export type RelayOptions = {
  /** How often it polls: due times come without a signal. */
  pollMs: number;
  /** Seconds without a worker after which a queued notification is queued again. */
  strandedAfterSeconds: number;
  /** How often it looks for stranded notifications. */
  strandedPollMs: number;
  /** Which of them go to devices; null: none. */
  push: PushRoute | null;
};

export const RELAY_OPTIONS: RelayOptions = {
  pollMs: 1000,
  strandedAfterSeconds: 60,
  strandedPollMs: 10_000,
  push: null,
};

const BATCH = 500;

/**
 * Moves due notifications from the outbox to the queues. Marks the rows before queueing them, so that no transaction
 * waits for Redis; a row that is lost in between is found stranded later. Does nothing while Redis is unavailable.
 * Any number of relays may run at once.
 */
export class OutboxRelay {
  #woken = false;
  #stopped = false;
  #wakeUp: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #strandedCheckAt = 0;

  constructor(
    private readonly db: Database,
    private readonly queues: DeliveryQueues,
    private readonly log: Logger,
    private readonly options: RelayOptions = RELAY_OPTIONS,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Starts a pass at once, because something was written. */
  wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      try {
        await this.#pass();
      } catch (error) {
        this.log.warn(
          { reason: error instanceof Error ? error.message : "unknown" },
          "outbox relay pass failed",
        );
      }
      if (!this.#woken && !this.#stopped) await this.#sleep();
    }
  }

  async #pass(): Promise<void> {
    if (!this.queues.ready()) return;
    if (await this.queues.wereEmptied()) await this.#drainStranded(0);
    await this.#drain(() => takeDueNotifications(this.db, BATCH, this.options.push));
    if (Date.now() < this.#strandedCheckAt) return;
    this.#strandedCheckAt = Date.now() + this.options.strandedPollMs;
    await this.#drainStranded(this.options.strandedAfterSeconds);
  }

  /** Queues again, once each, the notifications that were queued more than so many seconds ago. */
  async #drainStranded(seconds: number): Promise<void> {
    const began = performance.now();
    const before = () => seconds + (performance.now() - began) / 1000;
    await this.#drain(() => takeStrandedNotifications(this.db, before(), BATCH, this.options.push));
  }

  async #drain(take: () => Promise<HandedOver[]>): Promise<void> {
    let taken: HandedOver[];
    do {
      taken = await take();
      if (taken.length > 0) await this.#handOver(taken);
    } while (taken.length === BATCH && !this.#stopped);
  }

  async #handOver(taken: HandedOver[]): Promise<void> {
    try {
      await this.queues.handOver(taken);
    } catch (error) {
      await putBackNotifications(
        this.db,
        taken.map(({ id }) => id),
      );
      throw error;
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.pollMs);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

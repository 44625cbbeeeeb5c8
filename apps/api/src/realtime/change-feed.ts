import { LIVE_TOPICS, type LiveChange, type LiveTopic } from "@korki/contracts/live";
import { commonTexts } from "@korki/contracts/texts/common";
import { ServiceError, type SignedInActor } from "@korki/services";
import { z } from "zod";

/** Subscriptions that one session may have open: a few windows. */
const PER_SESSION_MAX = 10;

/** The payload of `korki_changes`; `userIds` null: everybody. */
const signal = z.object({ topic: z.enum(LIVE_TOPICS), userIds: z.array(z.string()).nullable() });

/** One subscription. A topic that waits already is not queued twice, so what waits is bounded. */
type Reader = { actor: SignedInActor; waiting: Set<LiveTopic>; wake: () => void };

/** Passes the database's signals to the open screens of the people whom they concern. */
export class ChangeFeed {
  readonly #readers = new Set<Reader>();

  /** Takes a payload of `korki_changes`. Administrators receive every topic. Returns whom it concerns; null: all. */
  onSignal(payload: string): readonly string[] | null {
    const { topic, userIds } = signal.parse(JSON.parse(payload));
    const concerned = userIds && new Set(userIds);
    this.#push(topic, ({ id, role }) => role === "Admin" || !concerned || concerned.has(id));
    return userIds;
  }

  /** Tells people that their guardianships began or ended with the day; administrators see none of it change. */
  onFamilies(userIds: readonly string[]): void {
    const concerned = new Set(userIds);
    this.#push("family", ({ id }) => concerned.has(id));
  }

  /** Makes every screen fetch everything again, because signals may have been missed. */
  onGap(): void {
    this.#push("all", () => true);
  }

  /**
   * Yields every change that concerns the actor, until `gone` is aborted or the feed closes. Throws `rate_limited` for
   * a session with too many subscriptions.
   */
  async *read(actor: SignedInActor, gone: AbortSignal | undefined): AsyncGenerator<LiveChange, void> {
    const open = [...this.#readers].filter((reader) => reader.actor.sessionId === actor.sessionId);
    if (open.length >= PER_SESSION_MAX) {
      throw new ServiceError("rate_limited", commonTexts.tooManySubscriptions);
    }
    const reader: Reader = { actor, waiting: new Set(), wake: () => undefined };
    this.#readers.add(reader);
    const leave = () => {
      this.#readers.delete(reader);
      reader.wake();
    };
    gone?.addEventListener("abort", leave, { once: true });
    try {
      while (this.#readers.has(reader) && !gone?.aborted) {
        const [topic] = reader.waiting;
        if (topic) {
          reader.waiting.delete(topic);
          yield { topic };
        } else {
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
        }
      }
    } finally {
      leave();
    }
  }

  /** Ends every subscription. */
  close(): void {
    for (const reader of this.#readers) {
      this.#readers.delete(reader);
      reader.wake();
    }
  }

  #push(topic: LiveTopic, concerns: (actor: SignedInActor) => boolean): void {
    for (const reader of this.#readers) {
      if (!concerns(reader.actor)) continue;
      reader.waiting.add(topic);
      reader.wake();
    }
  }
}

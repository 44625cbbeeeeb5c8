import { type Database, findStandingSessions } from "@korki/db";
import type { SignedInActor } from "@korki/services";
import type { Logger } from "pino";

/** How often every open connection's session is looked up, should a signal have been missed. */
const RECHECK_MS = 60_000;

type Watched = { actor: SignedInActor; close: () => void };

/**
 * Closes open connections whose session ended or whose account was disabled (rules §3): at the database's signal,
 * after a gap in the signals, and once a minute.
 */
export class AccessWatch {
  readonly #watched = new Set<Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => void this.recheck(), RECHECK_MS);
    this.#timer.unref();
  }

  /** Calls `close` once when the actor loses access. Returns a function that stops watching. */
  watch(actor: SignedInActor, close: () => void): () => void {
    const watched = { actor, close };
    this.#watched.add(watched);
    return () => void this.#watched.delete(watched);
  }

  /** Payload of `korki_access`. */
  onSignal(payload: string): void {
    const { userId, sessionId } = JSON.parse(payload) as { userId: string; sessionId?: string };
    this.#closeWhere(
      ({ actor }) => actor.id === userId && (sessionId === undefined || actor.sessionId === sessionId),
    );
  }

  async recheck(): Promise<void> {
    const sessionIds = [...new Set([...this.#watched].map(({ actor }) => actor.sessionId))];
    if (sessionIds.length === 0) return;
    try {
      const standing = await findStandingSessions(this.db, sessionIds);
      const asked = new Set(sessionIds);
      this.#closeWhere(({ actor: { sessionId } }) => asked.has(sessionId) && !standing.has(sessionId));
    } catch (error) {
      this.log.warn({ err: error }, "sessions of open connections could not be looked up");
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#watched.clear();
  }

  #closeWhere(lost: (watched: Watched) => boolean): void {
    for (const watched of [...this.#watched].filter(lost)) {
      this.#watched.delete(watched);
      watched.close();
    }
  }
}

import { randomUUID } from "node:crypto";
import { signalRooms } from "@korki/db";
import type { Services } from "@korki/services";
import { z } from "zod";

/** What the processes tell each other about rooms. */
const news = z.discriminatedUnion("kind", [
  /** Other people are in these rooms now. */
  z.object({ kind: z.literal("people"), lessonIds: z.array(z.string()) }),
  /** Windows that another window of the same person takes over. */
  z.object({ kind: z.literal("taken-over"), windows: z.array(z.string()) }),
  /** A window that went on with another connection. */
  z.object({ kind: z.literal("resumed"), window: z.string() }),
  /** A process hears again after a gap: what it may have missed is told once more. */
  z.object({ kind: z.literal("hearing") }),
  /** What one window of a room tells another. */
  z.object({
    kind: z.literal("signal"),
    lessonId: z.string(),
    from: z.string(),
    to: z.string(),
    generation: z.number(),
    data: z.unknown(),
  }),
]);
export type RoomNews = z.infer<typeof news>;
export type PassedSignal = Extract<RoomNews, { kind: "signal" }>;

/** News travels in parts: a payload of PostgreSQL's holds less than 8,000 bytes. */
const part = z.object({ from: z.string(), id: z.string(), at: z.int(), of: z.int(), text: z.string() });
/** A character takes four bytes at most. */
const PART_CHARACTERS = 1_800;
/** Parts of one statement. */
const BATCH = 40;
/** News whose parts did not all arrive are forgotten, the oldest first. */
const INCOMPLETE_MAX = 100;
const RETRY_MS = 250;
/** News that PostgreSQL did not take, or a process did not hear, for so long is of no use any more. */
const STALE_MS = 20_000;
/** For so long a process knows what it has heard. */
const KNOWN_MS = 3 * STALE_MS;

type Payload = { payload: string; since: number };

/**
 * Tells the other processes, in order, and hears them. While PostgreSQL is away, news of the last 20 s waits; what one
 * window told another is told again to a process that was deaf meanwhile.
 */
export class RoomRelay {
  readonly #id = randomUUID();
  #waiting: Payload[] = [];
  /** What windows told others lately. */
  #lately: Payload[] = [];
  /** What was heard lately, by id, and when. */
  readonly #known = new Map<string, number>();
  readonly #incomplete = new Map<string, string[]>();
  #isSending = false;

  constructor(
    private readonly services: Pick<Services, "db" | "log">,
    private readonly hear: (news: Exclude<RoomNews, { kind: "hearing" }>) => void,
  ) {}

  tell(message: RoomNews): void {
    const text = JSON.stringify(message);
    const of = Math.ceil(text.length / PART_CHARACTERS);
    const id = randomUUID();
    const since = Date.now();
    const fresh = this.#lately.findIndex((each) => each.since > since - STALE_MS);
    this.#lately.splice(0, fresh < 0 ? this.#lately.length : fresh);
    for (let at = 0; at < of; at++) {
      const cut = text.slice(at * PART_CHARACTERS, (at + 1) * PART_CHARACTERS);
      const payload = JSON.stringify({ from: this.#id, id, at, of, text: cut } satisfies z.infer<
        typeof part
      >);
      this.#waiting.push({ payload, since });
      if (message.kind === "signal") this.#lately.push({ payload, since });
    }
    if (!this.#isSending) void this.#send();
  }

  /** This process hears again. Which of several hears first does not matter: each tells again, and asks for it. */
  onListening(): void {
    this.#tellAgain();
    this.tell({ kind: "hearing" });
  }

  #tellAgain(): void {
    const waiting = new Set(this.#waiting.map(({ payload }) => payload));
    const missed = this.#lately.filter(
      ({ payload, since }) => since > Date.now() - STALE_MS && !waiting.has(payload),
    );
    this.#waiting.push(...missed);
    if (missed.length > 0 && !this.#isSending) void this.#send();
  }

  /** Takes a payload of `korki_rooms`. */
  onSignal(payload: string): void {
    const { from, id, at, of, text } = part.parse(JSON.parse(payload));
    if (from === this.#id || this.#known.has(id)) return;
    const parts = this.#incomplete.get(id) ?? [];
    parts[at] = text;
    if (parts.filter((each) => each !== undefined).length < of) {
      this.#incomplete.set(id, parts);
      const [oldest] = this.#incomplete.keys();
      if (this.#incomplete.size > INCOMPLETE_MAX && oldest !== undefined) this.#incomplete.delete(oldest);
      return;
    }
    this.#incomplete.delete(id);
    const now = Date.now();
    for (const [known, at] of this.#known) {
      if (at > now - KNOWN_MS) break;
      this.#known.delete(known);
    }
    this.#known.set(id, now);
    const message = news.parse(JSON.parse(parts.join("")));
    if (message.kind === "hearing") this.#tellAgain();
    else this.hear(message);
  }

  stop(): void {
    this.#waiting = [];
    this.#lately = [];
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      try {
        await signalRooms(
          this.services.db,
          batch.map(({ payload }) => payload),
        );
        this.#waiting.splice(0, batch.length);
      } catch (error) {
        this.services.log.warn({ err: error }, "other processes could not be told about rooms");
        this.#waiting = this.#waiting.filter(({ since }) => since > Date.now() - STALE_MS);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.#isSending = false;
  }
}

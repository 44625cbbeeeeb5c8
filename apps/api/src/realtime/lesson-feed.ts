import type { LiveLessonEvent } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import {
  type ChangedLesson,
  type Database,
  findChangedLessons,
  findLessonsChangedSince,
  trialsChangedSince,
} from "@korki/db";
import { type Actor, ServiceError } from "@korki/services";
import type { Logger } from "pino";
import { EventQueue } from "./event-queue";

/** An event and its place in time, from which a client that was away resumes. */
export type PlacedEvent = { id: string; event: LiveLessonEvent };

/** Events that wait for one slow reader before it is told to load everything again. */
const QUEUE_MAX = 500;
/** Changed lessons sent one by one to a client that was away; more, and it loads everything again. */
const REPLAY_MAX = 200;
/**
 * A row's time is written before its transaction commits, perhaps by another machine's clock: that much earlier a
 * resuming client's replay begins. An event that comes twice does no harm.
 */
const REPLAY_MARGIN_MS = 60_000;
/** Who was away for longer loads everything again. */
const REPLAY_AGE_MS = 24 * 60 * 60_000;
const PER_SESSION_MAX = 10;

type Reader = { actor: Actor; queue: EventQueue<PlacedEvent> };

/** Tells open screens of their lessons' changes, whichever process made them. */
export class LessonFeed {
  readonly #readers = new Set<Reader>();
  #changed = new Set<string>();
  #isLoading = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  /** Payload of `korki_lessons`; lessons that nobody here looks at are not loaded. */
  onSignal(payload: string): void {
    const signal = JSON.parse(payload) as Pick<ChangedLesson, "lessonId" | "teacherId" | "studentId">;
    if (![...this.#readers].some(({ actor }) => concerns(actor, signal))) return;
    this.#changed.add(signal.lessonId);
    if (!this.#isLoading) void this.#deliver();
  }

  /** Payload of `korki_trials`. */
  onTrialSignal(payload: string): void {
    const { teacherIds } = JSON.parse(payload) as { teacherIds: string[] };
    for (const { actor, queue } of this.#readers) {
      if (actor.role === "Admin" || teacherIds.includes(actor.id)) {
        queue.push(placed({ kind: "trialsChanged" }));
      }
    }
  }

  /** Signals may have been missed: everybody loads everything again. */
  onGap(): void {
    for (const { queue } of this.#readers) queue.push(placed({ kind: "refetch" }));
  }

  /**
   * What changed since the event `lastEventId` (or since just now), then `ready`, then every change as it is
   * committed, until the reader leaves (`gone`). Throws `rate_limited` for a session that reads too often already.
   */
  async *read(
    actor: Actor,
    lastEventId: string | null,
    gone: AbortSignal | undefined,
  ): AsyncGenerator<PlacedEvent, void> {
    const open = [...this.#readers].filter((reader) => reader.actor.sessionId === actor.sessionId);
    if (open.length >= PER_SESSION_MAX) {
      throw new ServiceError("rate_limited", lessonTexts.tooManySubscriptions);
    }
    const reader = {
      actor,
      queue: new EventQueue<PlacedEvent>(QUEUE_MAX, () => placed({ kind: "refetch" })),
    };
    // Before the replay is loaded, so that what happens meanwhile waits in the queue.
    this.#readers.add(reader);
    gone?.addEventListener("abort", () => reader.queue.close(), { once: true });
    try {
      yield* await this.#replay(actor, lastEventId);
      yield placed({ kind: "ready" });
      yield* reader.queue.events();
    } finally {
      this.#readers.delete(reader);
    }
  }

  /** Ends every reading. */
  close(): void {
    for (const { queue } of this.#readers) queue.close();
  }

  async #replay(actor: Actor, lastEventId: string | null): Promise<PlacedEvent[]> {
    const now = new Date();
    const heardTill = lastEventId === null ? now.getTime() : Date.parse(lastEventId);
    if (!(now.getTime() - heardTill < REPLAY_AGE_MS)) return [placed({ kind: "refetch" }, now)];
    const since = new Date(Math.min(heardTill, now.getTime()) - REPLAY_MARGIN_MS);
    const [changed, trialsChanged] = await Promise.all([
      findLessonsChangedSince(this.db, actor.role === "Admin" ? null : actor.id, since, REPLAY_MAX + 1),
      // A trial lesson that was taken from a teacher meanwhile no longer says whose it was: any change counts.
      actor.role !== "Student" && trialsChangedSince(this.db, since),
    ]);
    if (changed.length > REPLAY_MAX) return [placed({ kind: "refetch" }, now)];
    return [
      ...changed.map((lesson) => placed(eventOf(lesson), now)),
      ...(trialsChanged ? [placed({ kind: "trialsChanged" }, now)] : []),
    ];
  }

  async #deliver(): Promise<void> {
    this.#isLoading = true;
    try {
      while (this.#changed.size > 0) {
        const ids = [...this.#changed];
        this.#changed = new Set();
        const at = new Date();
        for (const changed of await findChangedLessons(this.db, ids)) {
          const event = placed(eventOf(changed), at);
          for (const { actor, queue } of this.#readers) if (concerns(actor, changed)) queue.push(event);
        }
      }
    } catch (error) {
      this.log.warn({ err: error }, "changed lessons could not be loaded");
      this.onGap();
    } finally {
      this.#isLoading = false;
    }
  }
}

function concerns(actor: Actor, lesson: Pick<ChangedLesson, "teacherId" | "studentId">): boolean {
  return actor.role === "Admin" || actor.id === lesson.teacherId || actor.id === lesson.studentId;
}

function eventOf({ lessonId, lesson }: ChangedLesson): LiveLessonEvent {
  return lesson ? { kind: "changed", lesson } : { kind: "gone", lessonId };
}

function placed(event: LiveLessonEvent, at = new Date()): PlacedEvent {
  return { id: at.toISOString(), event };
}

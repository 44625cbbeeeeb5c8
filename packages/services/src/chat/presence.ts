import {
  addOnline,
  announceChat,
  beat,
  findUnreadOfReaders,
  HEARTBEAT_MS,
  registerProcess,
  releaseSkipped,
  removeOnline,
  sweepDeadProcesses,
  transact,
} from "@korki/db";
import type { Services } from "../context";
import { notify } from "../outbox";
import { presenceSignals } from "./signals";
import { unreadNotice } from "./unread-notices";

/**
 * Schedules a notice, due in five minutes, for each conversation that these people left unread when they went
 * offline, unless one was sent already. A notice that was skipped because they were online at the time does not count
 * as sent.
 */
async function noteUnreadOfAbsent(services: Services, userIds: readonly string[]): Promise<void> {
  const { db, now } = services;
  const unread = await findUnreadOfReaders(db, userIds);
  if (unread.length === 0) return;
  const notices = unread.map((facts) => unreadNotice(facts, now()));
  await transact(db, async (tx) => {
    await releaseSkipped(
      tx,
      notices.map(({ dedupeKey }) => dedupeKey),
    );
    await notify(tx, services, ...notices);
  });
}

/** Comings and goings are written together, this often at most, in milliseconds. */
const FLUSH_MS = 100;
/** Milliseconds within which a person who returns (a reload, a short loss) was never away. */
const GRACE_MS = 2_000;

/**
 * Tracks who is connected to this process, in a table that every process reads. A process that dies stops its
 * heartbeat and the others mark its people offline; a slow one registers again at its next heartbeat.
 */
export class Presence {
  /** Open connections by person. */
  readonly #connections = new Map<string, number>();
  /** Who is written as connected here. */
  readonly #written = new Set<string>();
  /** Whose state may differ from what is written. */
  #changed = new Set<string>();
  #flushTimer: NodeJS.Timeout | null = null;
  #beatTimer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();
  readonly #leaving = new Set<NodeJS.Timeout>();
  #isKnown = false;

  #known: () => void = () => undefined;
  /** Resolves once the other processes know of this one; only then may sockets be accepted. */
  readonly ready = new Promise<void>((resolve) => {
    this.#known = resolve;
  });

  /** @param onForgotten the other processes did not know this one for a while and sent it nothing */
  constructor(
    private readonly services: Services,
    private readonly processId: string,
    private readonly onForgotten: () => void = () => undefined,
  ) {}

  /** Begins beating; the first beat makes the process known. */
  start(): void {
    const beat = () => this.#enqueue(() => this.#beat());
    this.#beatTimer = setInterval(beat, HEARTBEAT_MS);
    beat();
  }

  connected(userId: string): void {
    this.#connections.set(userId, (this.#connections.get(userId) ?? 0) + 1);
    this.#touch(userId);
  }

  disconnected(userId: string): void {
    const left = (this.#connections.get(userId) ?? 1) - 1;
    if (left > 0) {
      this.#connections.set(userId, left);
      return;
    }
    this.#connections.delete(userId);
    const timer = setTimeout(() => {
      this.#leaving.delete(timer);
      this.#touch(userId);
    }, GRACE_MS);
    this.#leaving.add(timer);
  }

  /**
   * Announces a user as online after all, if another process announced them as offline while they are connected here.
   */
  contradict(userId: string): void {
    if (!this.#connections.has(userId)) return;
    this.#enqueue(() => this.#announce([userId], true));
  }

  /**
   * Ends beating. What is written stays until it counts as dead: who reconnects to another process meanwhile
   * was never away.
   */
  async stop(): Promise<void> {
    if (this.#beatTimer) clearInterval(this.#beatTimer);
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    for (const timer of this.#leaving) clearTimeout(timer);
    await this.#work;
  }

  #touch(userId: string): void {
    this.#changed.add(userId);
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = null;
      this.#enqueue(() => this.#flush());
    }, FLUSH_MS);
  }

  /** One after another, so that a coming is never written after the going that followed it. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.services.log.warn({ err: error }, "presence could not be written");
    });
  }

  async #flush(): Promise<void> {
    const { db } = this.services;
    const changed = [...this.#changed];
    const come = changed.filter((id) => this.#connections.has(id) && !this.#written.has(id));
    const gone = changed.filter((id) => !this.#connections.has(id) && this.#written.has(id));
    if (come.length > 0) {
      const arrived = await addOnline(db, this.processId, come);
      for (const id of come) this.#written.add(id);
      await this.#announce(arrived, true);
    }
    if (gone.length > 0) {
      const left = await removeOnline(db, this.processId, gone);
      for (const id of gone) this.#written.delete(id);
      await this.#left(left);
    }
    // What failed on the way here is tried again at the next beat.
    for (const id of changed)
      if (this.#connections.has(id) === this.#written.has(id)) this.#changed.delete(id);
  }

  async #beat(): Promise<void> {
    const { db } = this.services;
    if (!(await beat(db, this.processId))) {
      const present = [...this.#connections.keys()];
      await registerProcess(db, this.processId, present);
      this.#written.clear();
      for (const id of present) this.#written.add(id);
      await this.#announce(present, true);
      if (this.#isKnown) this.onForgotten();
      this.#isKnown = true;
      this.#known();
    }
    if (this.#changed.size > 0) await this.#flush();
    await this.#left(await sweepDeadProcesses(db));
  }

  async #left(userIds: string[]): Promise<void> {
    if (userIds.length === 0) return;
    await this.#announce(userIds, false);
    await noteUnreadOfAbsent(this.services, userIds);
  }

  async #announce(userIds: string[], online: boolean): Promise<void> {
    if (userIds.length > 0) await announceChat(this.services.db, presenceSignals(userIds, online));
  }
}

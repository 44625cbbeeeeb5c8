import { Problem } from "./problem";
import type { Exit, Processes, RunningProcess } from "./processes";

/** A process to keep running. `start` resolves when it works, and is called again when it has ended. */
export interface Supervised {
  readonly name: string;
  start(): Promise<RunningProcess>;
}

export interface SupervisorOptions {
  readonly say: (line: string) => void;
  /** Pauses before the first, second … restart in a row after a crash, in ms. After the last one it is given up. */
  readonly waitsMs?: readonly number[];
  /** Milliseconds of uptime after which the count of crashes in a row starts again. */
  readonly steadyMs?: number;
}

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000];

/**
 * Keeps processes running. During the start, a process that ends makes the start fail: a person is watching. After
 * `keepAlive()` it is restarted with growing pauses; the others lose nothing, because all state is in the database. A
 * process that keeps crashing is given up, and `failed` rejects.
 */
export class Supervisor {
  /** Rejects with a Problem when it is impossible to go on; never resolves. */
  readonly failed: Promise<never>;
  #fail: (problem: Problem) => void = () => undefined;
  #keptAlive = false;
  #stopping = false;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #waitsMs: readonly number[];
  readonly #steadyMs: number;
  readonly #say: (line: string) => void;

  constructor(
    readonly processes: Processes,
    { say, waitsMs = WAITS_MS, steadyMs = 60_000 }: SupervisorOptions,
  ) {
    this.#say = say;
    this.#waitsMs = waitsMs;
    this.#steadyMs = steadyMs;
    this.failed = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    // A failure without an awaiting caller must not become an unhandled rejection.
    this.failed.catch(() => undefined);
  }

  /** Starts a process and supervises it. Rejects when the first start fails. */
  async run(supervised: Supervised): Promise<void> {
    this.#watch(supervised, await supervised.start(), 0);
  }

  /** Restarts processes that end from now on. */
  keepAlive(): void {
    this.#keptAlive = true;
  }

  /** Stops everything in order. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.processes.stopAll();
  }

  #watch(supervised: Supervised, running: RunningProcess, crashes: number): void {
    const startedAt = performance.now();
    void running.exited.then((exit) => {
      if (this.#stopping) return;
      const steady = performance.now() - startedAt >= this.#steadyMs;
      const reason = ending(running, exit);
      if (this.#keptAlive) this.#restart(supervised, reason, steady ? 0 : crashes, lastWords(running));
      else this.#fail(new Problem(`${reason} ${lastWords(running)}`));
    });
  }

  #restart(supervised: Supervised, reason: string, crashes: number, words = ""): void {
    const wait = this.#waitsMs[crashes];
    if (wait === undefined) {
      this.#fail(new Problem(`${supervised.name} does not stay up. ${reason} ${words}`.trimEnd()));
      return;
    }
    this.#say(`${reason} Starting it again in ${wait / 1000} s.`);
    const timer = setTimeout(async () => {
      this.#timers.delete(timer);
      try {
        this.#watch(supervised, await supervised.start(), crashes + 1);
      } catch (error) {
        if (this.#stopping) return;
        const text = error instanceof Error ? error.message : String(error);
        this.#restart(supervised, text, crashes + 1);
      }
    }, wait);
    this.#timers.add(timer);
  }
}

function ending({ name }: RunningProcess, { code, signal }: Exit): string {
  return signal ? `${name} was ended by ${signal}.` : `${name} ended with code ${code}.`;
}

function lastWords({ logFile, tail }: RunningProcess): string {
  return `Its last words (${logFile}):\n${tail()}`;
}

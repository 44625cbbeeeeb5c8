import { Problem } from "./problem";
import type { Exit, Processes, RunningProcess } from "./processes";

/** Something that has to run all the time; `start` resolves when it works, and is called again when it ended. */
export interface Supervised {
  readonly name: string;
  start(): Promise<RunningProcess>;
}

export interface SupervisorOptions {
  readonly say: (line: string) => void;
  /** Waits before the first, second … start in a row after a crash, in ms. After the last, it is given up. */
  readonly waitsMs?: readonly number[];
  /** Who ran this long is not crashing in a row any more. */
  readonly steadyMs?: number;
}

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000];

/**
 * Keeps processes running. While the whole is being started, one that ends is a failure of the start: what is
 * wrong will not mend itself, and a person is watching. From `keepAlive()` on it is started again, later and
 * later: the others lose nothing meanwhile, because what matters is in the database. One that does not stay
 * up is given up, and `failed` says so.
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
    // Whoever waits hears of it; a failure while nobody waits any more is not a crash of its own.
    this.failed.catch(() => undefined);
  }

  /** Starts it, and looks after it from then on. Rejects when the first start does not work. */
  async run(supervised: Supervised): Promise<void> {
    this.#watch(supervised, await supervised.start(), 0);
  }

  /** From now on, what ends is started again. */
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

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Guardian } from "./guardian";
import { LogFile } from "./log-file";
import { Problem } from "./problem";
import {
  endLeftovers,
  STAGES,
  type Stage,
  type StopSignal,
  signalGroup,
  writeProcessRecord,
} from "./process-record";

export interface ProcessSpec {
  /** Unique among the running ones; names the log file and the process record. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stage: Stage;
  /** Default SIGTERM. */
  readonly stopSignal?: StopSignal;
  /** The time in which the process must end before it is killed. Default 30 seconds. */
  readonly stopMs?: number;
  /** The user to run as; only root can choose. */
  readonly account?: { readonly uid: number; readonly gid: number };
  /** The standard input of the process. */
  readonly input?: string;
  /** Called with each line of output. The log file gets it as well. */
  readonly onLine?: (line: string) => void;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly logFile: string;
  /** Undefined while it runs. */
  exit(): Exit | undefined;
  /** Returns the last lines of its output. */
  tail(lines?: number): string;
  /** Asks it to end and kills it after a while. Resolves when it and its group are gone. */
  stop(): Promise<void>;
}

/**
 * Runs child processes. Each leads a process group of its own, so that Ctrl-C in a terminal reaches only this process,
 * which then stops them in order. Each is recorded under `<directory>/run`, logs to `<directory>/logs`, and does not
 * outlive this process, even when it is killed.
 */
export class Processes {
  readonly #guardian = new Guardian();
  readonly #running = new Map<string, RunningProcess & { readonly stage: Stage }>();
  readonly #notes: string;
  #leftovers: Promise<void> | undefined;
  #closed = false;

  constructor(readonly directory: string) {
    this.#notes = path.join(directory, "run");
  }

  /** Ends the processes that a killed run in this directory left behind. The first start does so anyway. */
  endLeftovers(): Promise<void> {
    this.#leftovers ??= endLeftovers(this.#notes);
    return this.#leftovers;
  }

  /** Starts a process. Rejects with a Problem when that is impossible or everything is being stopped. */
  async start(spec: ProcessSpec): Promise<RunningProcess> {
    const { name, stopSignal = "SIGTERM", stopMs = 30_000 } = spec;
    await this.endLeftovers();
    if (this.#closed) throw new Problem(`${name} was not started, because everything is being stopped.`);
    if (this.#running.has(name)) throw new Error(`a process named ${name} is running already`);

    const log = new LogFile(path.join(this.directory, "logs", `${name}.log`));
    const child = spawnLogged(spec, log);
    const { pid } = child;
    if (pid === undefined) {
      const error = await new Promise<Error>((resolve) => child.once("error", resolve));
      log.close();
      throw new Problem(`${name} could not be started: ${spec.command}: ${error.message}`);
    }
    // No await before the child is registered and guarded: a concurrent stop must not miss it.
    const closed = new Promise((resolve) => child.once("close", resolve));
    this.#guardian.add({ pid, stage: spec.stage, stopSignal });
    const note = path.join(this.#notes, `${name}.json`);
    writeProcessRecord(note, { pid, stage: spec.stage, stopSignal });

    let exit: Exit | undefined;
    const exited = new Promise<Exit>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    }).then(async (ended) => {
      exit = ended;
      signalGroup(pid, "SIGKILL");
      this.#guardian.remove(pid);
      this.#running.delete(name);
      rmSync(note, { force: true });
      await closed;
      log.close();
      return ended;
    });

    const running = {
      name,
      pid,
      stage: spec.stage,
      exited,
      logFile: log.file,
      exit: () => exit,
      tail: (lines?: number) => log.tail(lines),
      stop: async () => {
        if (exit) return;
        signalGroup(pid, stopSignal);
        const killer = setTimeout(() => signalGroup(pid, "SIGKILL"), stopMs);
        await exited;
        clearTimeout(killer);
      },
    };
    this.#running.set(name, running);
    return running;
  }

  /** Stops everything, programs before the services that they use. Further starts are refused. */
  async stopAll(): Promise<void> {
    this.#closed = true;
    for (const stage of STAGES.toReversed()) {
      const ofStage = [...this.#running.values()].filter((running) => running.stage === stage);
      await Promise.all(ofStage.map((running) => running.stop()));
    }
  }
}

function spawnLogged(spec: ProcessSpec, log: LogFile): ChildProcess {
  const output = spec.onLine ? "pipe" : log.descriptor;
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: [spec.input === undefined ? "ignore" : "pipe", output, output],
    ...spec.account,
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(spec.input);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Uint8Array) => log.write(chunk));
    if (stream && spec.onLine) createInterface({ input: stream }).on("line", spec.onLine);
  }
  return child;
}

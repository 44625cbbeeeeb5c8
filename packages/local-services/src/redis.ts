import { mkdirSync } from "node:fs";
import { createConnection } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keptSecret } from "@korki/settings";
import { freePort } from "./ports";
import { Problem } from "./problem";
import type { Processes, RunningProcess } from "./processes";
import { redisProgram } from "./redis-program";

export interface RedisOptions {
  /** The directory of its data and password. */
  readonly dataDir: string;
  /** Whether acknowledged writes survive a crash (append-only file). Tests do not need it. */
  readonly durable: boolean;
  /** The number of databases. Default 1. */
  readonly databases?: number;
  /** Default: any free port. */
  readonly port?: number;
  readonly say?: (line: string) => void;
}

export interface LocalService {
  readonly process: RunningProcess;
  readonly port: number;
  /** The connection string, with the password. */
  readonly url: string;
}

const START_MS = 60_000;

/** Starts a private Redis (or Valkey) on loopback. Resolves when it responds. */
export async function startRedis(processes: Processes, options: RedisOptions): Promise<LocalService> {
  const program = await redisProgram(options.say ?? (() => undefined));
  const directory = path.join(options.dataDir, "redis");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const password = keptSecret(options.dataDir, "redis-password");
  const port = options.port ?? (await freePort());
  const running = await processes.start({
    name: "redis",
    command: program,
    args: ["-"],
    cwd: directory,
    env: { PATH: process.env.PATH },
    stage: 0,
    input: configuration(port, password, options),
  });
  await answering(port, password, running);
  return { process: running, port, url: `redis://:${password}@127.0.0.1:${port}/0` };
}

/** Returns the configuration that Redis reads from standard input, so that no argument or file has the password. */
function configuration(port: number, password: string, { durable, databases = 1 }: RedisOptions): string {
  return [
    "bind 127.0.0.1",
    `port ${port}`,
    `requirepass ${password}`,
    "dir ./",
    `appendonly ${durable ? "yes" : "no"}`,
    `databases ${databases}`,
    'save ""',
    // BullMQ's jobs must never be evicted.
    "maxmemory-policy noeviction",
    "daemonize no",
    "",
  ].join("\n");
}

async function answering(port: number, password: string, running: RunningProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await pongs(port, password))) {
    if (running.exit() || Date.now() > deadline) {
      await running.stop();
      throw new Problem(`Redis did not start. Its last words (${running.logFile}):\n${running.tail()}`);
    }
    await pause(20);
  }
}

/** Whether a Redis on that port accepts the password and is ready (not still loading its data). */
function pongs(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" }, () => {
      socket.write(`AUTH ${password}\r\nPING\r\n`);
    });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    let reply = "";
    socket.setTimeout(1000, () => settle(false));
    socket.once("error", () => settle(false));
    socket.once("close", () => settle(false));
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      reply += chunk;
      if (reply.split("\r\n").length > 2) settle(reply.includes("+PONG"));
    });
  });
}

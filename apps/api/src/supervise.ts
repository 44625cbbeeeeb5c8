import cluster, { type Worker } from "node:cluster";
import http from "node:http";
import net, { type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerSettings } from "@korki/settings";
import { setupMaster } from "@socket.io/sticky";
import { pino } from "pino";
import { listening } from "./listening";
import { NOTICE_MS } from "./server";

/** A process that dies this soon after its start is restarted with back-off, in milliseconds. */
const SOON_MS = 10_000;
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 10_000;
/** A connection that sends nothing for this long before a process has it is closed. */
const SILENCE_MS = 60_000;

/** Sent by a process that takes connections. */
export const READY = "ready";

/**
 * Runs `apiProcesses` processes on one port and restarts one that dies. `@socket.io/sticky` passes each connection to
 * a process, and every request of a chat connection to the same one. A signal ends all processes gracefully.
 */
export function supervise(settings: ServerSettings): void {
  const log = pino({ level: settings.logLevel, base: { app: "api", pid: process.pid } });
  const ending = new AbortController();
  const door = openDoor();
  // Chunks of requests pass as buffers.
  cluster.setupPrimary({ serialization: "advanced" });

  const keepRunning = async () => {
    let delay = FIRST_PAUSE_MS;
    while (!ending.signal.aborted) {
      const startedAt = Date.now();
      const worker = cluster.fork();
      // The library tells a process that a client has hung up, also one that is just dying.
      worker.on("error", ({ message }) => log.debug({ reason: message }, "an api process was not told"));
      door.holdFor(worker);
      const { pid, code, signal } = await ended(worker);
      if (ending.signal.aborted) return;
      log.error({ pid, code, signal }, "an api process died and is restarted");
      delay = Date.now() - startedAt < SOON_MS ? Math.min(delay * 2, LAST_PAUSE_MS) : FIRST_PAUSE_MS;
      await pause(delay, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const all = Promise.all(Array.from({ length: settings.apiProcesses }, keepRunning));

  const end = async (exitCode: number) => {
    ending.abort();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
    if (settings.trustProxy > 0) await pause(NOTICE_MS);
    door.server.close();
    await all;
    process.exit(exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void end(0));
  listening(door.server, settings).then(
    () => log.info({ host: settings.host, port: settings.port }, "api is listening"),
    (error: Error) => {
      console.error(error.message);
      void end(1);
    },
  );
}

type Door = {
  server: net.Server;
  /** Holds new connections back until this process is ready or has died. */
  holdFor(worker: Worker): void;
};

/** Accepts connections for all processes. `@socket.io/sticky` would give a starting process connections that it loses. */
function openDoor(): Door {
  const sticky = http.createServer();
  // The library's own count of connections would take each for two: their ids are announced early (`realtime/chat.ts`).
  setupMaster(sticky, { loadBalancingMethod: "round-robin" });
  const starting = new Set<Worker>();
  const held = new Set<Socket>();
  /** The connections that the library keeps, and the process that answers through each. */
  const kept = new Map<Socket, Worker>();
  let passing: Socket | null = null;
  const pass = (socket: Socket) => {
    held.delete(socket);
    sticky.emit("connection", socket);
    // The library's own listener, which chooses the process, runs between these two.
    socket.prependOnceListener("data", (chunk: Buffer) => {
      if (PASSED_IN_PIECES.test(chunk.toString("latin1"))) passing = socket;
      else stopReading(socket);
    });
    socket.once("data", () => {
      passing = null;
    });
    socket.resume();
  };
  const passAll = (worker: Worker) => {
    starting.delete(worker);
    if (starting.size === 0) for (const socket of held) pass(socket);
  };
  const server = net.createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      held.delete(socket);
      kept.delete(socket);
    });
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    if (starting.size === 0) pass(socket);
    else held.add(socket);
  });
  return {
    server,
    holdFor(worker) {
      starting.add(worker);
      worker.on("message", (message: unknown) => {
        if (message === READY) passAll(worker);
      });
      worker.once("exit", () => {
        passAll(worker);
        // Nobody answers them any more; a caller that knows it asks again.
        for (const [socket, process] of kept) if (process === worker) socket.destroy();
      });
      const { send } = worker;
      worker.send = (...message: unknown[]): boolean => {
        if (passing) kept.set(passing, worker);
        return Reflect.apply(send, worker, message);
      };
    },
  };
}

/** Matches the headers of a request whose connection `@socket.io/sticky` keeps, forwarding its chunks. */
const PASSED_IN_PIECES = /^(content-length|transfer-encoding):/im;

/**
 * Stops reading from a connection that another process takes over. Node would read on until that process has it, and
 * drop what the client sends meanwhile: the first message of a websocket. A paused stream still reads ahead.
 */
function stopReading(socket: Socket & { _handle?: { readStop(): void } | null }): void {
  socket._handle?.readStop();
}

function ended(worker: Worker): Promise<{ pid: number | undefined; code: number; signal: string }> {
  return new Promise((resolve) => {
    worker.once("exit", (code, signal) => resolve({ pid: worker.process.pid, code, signal }));
  });
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { aptInstall, aptUsable, findProgram, freePort } from "@korki/local-services";

const PROGRAM = ["turnserver"];
const LOOK_MS = 20;
const SECRET = "a-test-relays-with-what-everybody-may-know";

/** A coturn on loopback, for rooms of lessons. */
export type Relay = {
  /** The product's settings for it. */
  readonly env: Record<"TURN_URLS" | "TURN_SECRET", string>;
  /** Starts it again after `kill`. Resolves when it takes connections. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops it for so many milliseconds, without ending it. */
  hold(ms: number): Promise<void>;
  close(): Promise<void>;
};

/** Returns the path of coturn, installing it with apt where that is possible; null if it is not available. */
export async function relayProgram(say: (line: string) => void = console.log): Promise<string | null> {
  const found = findProgram(PROGRAM);
  if (found || !aptUsable()) return found;
  say("coturn is missing: installing it with apt …");
  try {
    await aptInstall(["coturn"]);
  } catch (error) {
    say(`coturn could not be installed, lessons are tested without a relay: ${error}`);
  }
  return findProgram(PROGRAM);
}

/** Starts coturn on loopback; returns null if it is not available. */
export async function startRelay(): Promise<Relay | null> {
  const program = await relayProgram();
  if (!program) return null;
  const port = String(await freePort());
  const folder = mkdtempSync(path.join(tmpdir(), "korki-relay-"));
  let relay: ChildProcess | null = null;
  const args = [
    "-n",
    "--listening-port",
    port,
    "--listening-ip",
    "127.0.0.1",
    "--relay-ip",
    "127.0.0.1",
    "--use-auth-secret",
    "--static-auth-secret",
    SECRET,
    "--realm",
    "korki",
    "--no-cli",
    "--no-tls",
    "--no-dtls",
    "--allow-loopback-peers",
    "--log-file",
    "stdout",
    "--pidfile",
    path.join(folder, "pid"),
    "--userdb",
    path.join(folder, "db"),
  ];
  const start = async () => {
    const child = spawn(program, args, { stdio: "ignore" });
    relay = child;
    // What it writes to a pipe comes late.
    while (!(await isListening(Number(port)))) {
      if (child.exitCode !== null) throw new Error(`coturn ended with ${child.exitCode}`);
      await pause(LOOK_MS);
    }
  };
  const kill = async () => {
    if (!relay || relay.exitCode !== null || relay.signalCode !== null) return;
    const ended = once(relay, "exit");
    relay.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    env: { TURN_URLS: `turn:127.0.0.1:${port}`, TURN_SECRET: SECRET },
    start,
    kill,
    async hold(ms) {
      relay?.kill("SIGSTOP");
      await pause(ms);
      relay?.kill("SIGCONT");
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

import { createConnection } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "@korki/local-services";

const PATIENCE_MS = 90_000;

/** Resolves when `GET /readyz` answers 200. */
export async function ready(address: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let last = "no answer";
  while (Date.now() < deadline) {
    last = await answer(`${address}/readyz`, signal);
    if (last === "200") return;
    await pause(100, undefined, { signal });
  }
  throw new Problem(`${address}/readyz did not say that all is ready; its last answer: ${last}.`);
}

async function answer(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) });
    return response.ok ? "200" : `${response.status} ${await response.text()}`;
  } catch {
    signal.throwIfAborted();
    return "no answer";
  }
}

/** Resolves when something on this loopback port accepts connections. */
export async function listening(port: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await accepts(port))) {
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new Problem(`Nothing listens on port ${port} of this machine.`);
    await pause(50, undefined, { signal });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

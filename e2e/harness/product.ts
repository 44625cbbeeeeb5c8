import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fakedClock, freePort } from "@korki/local-services";

const LAUNCHER = fileURLToPath(new URL("../../apps/launcher/dist/main.js", import.meta.url));

export type Product = {
  url: string;
  /** The settings by which a command finds its database. */
  env: { PORT: string; DATA_DIR: string };
  stop: () => Promise<void>;
};

/**
 * Starts the built product on a port and a data folder of its own, and waits until it says where it runs.
 *
 * @param env settings beside the usual ones of a demo
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "korki-e2e-"));
  const port = await freePort();
  const child = spawn(process.execPath, [LAUNCHER], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "1",
      // Tests that are killed leave no product behind.
      STOP_WITH_PARENT: "1",
      RATE_LIMIT_SCALE: "1000",
      ...fakedClock(),
      ...(process.env.TZ && { TZ: process.env.TZ }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Korki is running at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  });
  return {
    url: `http://localhost:${port}`,
    env: { PORT: String(port), DATA_DIR: dataDir },
    async stop() {
      child.removeAllListeners("exit");
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "@korki/local-services";
import type { TestServices } from "@korki/services/testing/test-services";
import { onServer } from "@korki/testing/database";
import { testRedisUrl } from "@korki/testing/redis";
import { afterAll } from "vitest";

/** The API as a deployment runs it: built, in a separate process. */
export type ApiProcess = {
  origin: string;
  port: number;
  child: ChildProcess;
  /** Ends it without warning. */
  kill(): Promise<void>;
};

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const START_MS = 60_000;

let built: Promise<string> | null = null;

/** Builds the server unless that was done since its last change, one worker at a time; the file that starts it. */
function build(): Promise<string> {
  built ??= onServer(async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('build of the API'))");
    const programs = path.join(root, "node_modules/.bin");
    await promisify(execFile)(path.join(programs, "turbo"), ["run", "build", "--filter=./apps/api"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: undefined, PATH: `${programs}${path.delimiter}${process.env.PATH}` },
    });
    return path.join(root, "apps/api/dist/main.js");
  });
  return built;
}

/**
 * Starts an API process on the test file's database. Resolves when it is ready; it ends after the file's last test.
 * Processes that share limits get the same `env.REDIS_URL`.
 */
export async function startApiProcess(
  services: TestServices,
  env: Record<string, string> = {},
): Promise<ApiProcess> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const child = fork(await build(), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: await testRedisUrl(),
      PORT: String(port),
      HOST: "127.0.0.1",
      AUTH_SECRET: services.settings.authSecret,
      DATA_DIR: services.settings.dataDir,
      LOG_LEVEL: "error",
      ...env,
    },
  });
  const exited = once(child, "exit");
  afterAll(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null);
    if (ready?.ok) break;
    if (child.exitCode !== null) throw new Error(`the API process ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error("the API process did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    port,
    child,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "@korki/db/migrate";
import { Processes, startPostgres, startRedis } from "@korki/local-services";
import type { TestProject } from "vitest/node";
import "./provided-context";
import { TEST_REDIS_DATABASES } from "./redis";

/**
 * One PostgreSQL and one Redis for a whole run of tests, in a directory of their own that goes with them. The first of
 * the run's projects that needs them starts them for all.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if (run.getProvidedContext().postgresTemplateUrl) return undefined;
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-test-"));
  // The database's user has to pass through when the tests run as root.
  chmodSync(dataDir, 0o711);
  const processes = new Processes(dataDir);
  const teardown = async () => {
    await processes.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const options = { dataDir, durable: false, say: (line: string) => console.log(line) };
    const [postgres, redis] = await Promise.all([
      startPostgres(processes, options),
      startRedis(processes, { ...options, databases: TEST_REDIS_DATABASES }),
    ]);
    await migrate(postgres.url);
    run.provide("postgresTemplateUrl", postgres.url);
    run.provide("redisServerUrl", redis.url.replace(/\/\d+$/, ""));
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

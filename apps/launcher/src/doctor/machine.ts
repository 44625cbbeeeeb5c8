import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { dataDirHolder, findProgram } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { Redis } from "ioredis";
import { localAddress } from "../programs";
import { broken, type Finding, look, ok, reasonOf } from "./finding";

const PATIENCE_MS = 10_000;
const GIGABYTE = 1e9;

export async function examineRedis({ redisUrl }: Settings): Promise<Finding[]> {
  if (redisUrl === null) {
    const program = findProgram(["valkey-server", "redis-server"]);
    return [
      program
        ? ok("Redis", `Korki runs its own (${program})`)
        : broken(
            "Redis",
            "There is no Redis on this machine. Install valkey-server or redis-server, or set REDIS_URL.",
          ),
    ];
  }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const info = await redis.info();
    const of = (name: string) => new RegExp(`^${name}:(.*)\\r?$`, "m").exec(info)?.[1]?.trim() ?? "";
    const findings = [ok("Redis", `${of("redis_version")} answers`)];
    if (of("maxmemory_policy") !== "" && of("maxmemory_policy") !== "noeviction")
      findings.push(
        broken(
          "Redis",
          `It throws jobs away when memory is short: set maxmemory-policy noeviction, not ${of("maxmemory_policy")}.`,
        ),
      );
    if (of("aof_enabled") === "0")
      findings.push(look("Redis", "A restart loses jobs that wait: set appendonly yes."));
    return findings;
  } catch (error) {
    return [broken("Redis", `It does not answer: ${reasonOf(error)}. Start it, or correct REDIS_URL.`)];
  } finally {
    redis.disconnect();
  }
}

export async function examineDisk({ dataDir, backupDir }: Settings): Promise<Finding[]> {
  return Promise.all([dataDir, ...(backupDir === null ? [] : [backupDir])].map(examineSpace));
}

async function examineSpace(directory: string): Promise<Finding> {
  let existing = directory;
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, blocks, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const share = Math.round((100 * bavail) / blocks);
  const text = `${(free / GIGABYTE).toFixed(1)} GB (${share} %) are free at ${directory}`;
  if (free < GIGABYTE / 2)
    return broken("disk", `Only ${text}. PostgreSQL stops when the disk is full: make room now.`);
  if (free < 5 * GIGABYTE || share < 10) return look("disk", `${text}: make room before it is full.`);
  return ok("disk", text);
}

/** Asks the API that this environment describes, on this machine. */
export async function examineProduct(settings: Settings): Promise<Finding[]> {
  const { port, dataDir } = settings;
  try {
    const answer = await fetch(`${localAddress(settings)}/readyz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) return [ok("product", `the API on port ${port} is ready`)];
    return [
      broken(
        "product",
        `The API on port ${port} is not ready: ${answer.status} ${(await answer.text()).slice(0, 200)}`,
      ),
    ];
  } catch {
    const running = dataDirHolder(dataDir);
    return [
      look(
        "product",
        `Nothing answers on port ${port} of this machine${running ? `, although Korki (process ${running.pid}) starts or stops here` : ""}. Is it meant to run here?`,
      ),
    ];
  }
}

import type { Services } from "@korki/services";
import { Router } from "express";
import type { Redis } from "ioredis";

/** `/healthz`: this process is alive. `/readyz`: the database and Redis can be reached (decisions §2). */
export function healthRouter({ db, log }: Services, redis: Redis): Router {
  const health = Router();
  health.get("/healthz", (_req, res) => {
    res.json({ status: "ok" });
  });
  health.get("/readyz", async (_req, res) => {
    const [database, cache] = await Promise.all([
      reachable(() => db.pool.query("SELECT 1")),
      reachable(() => (redis.status === "ready" ? redis.ping() : Promise.reject(new Error(redis.status)))),
    ]);
    if (!database || !cache) log.warn({ database, redis: cache }, "not ready");
    res.status(database && cache ? 200 : 503).json({ database, redis: cache });
  });
  return health;
}

async function reachable(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch {
    return false;
  }
}

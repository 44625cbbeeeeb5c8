import { ping } from "@korki/db";
import type { Services } from "@korki/services";
import { type Request, Router } from "express";
import type { Redis } from "ioredis";
import type { Metrics } from "../observe/metrics";

/**
 * `/healthz`: this process is alive. `/readyz`: the database and Redis answer within two seconds, and the process is not
 * stopping. `/metrics`: this process's figures for Prometheus (rules §2), for callers on the inner network.
 */
export function healthRouter(
  services: Services,
  redis: Redis,
  metrics: Metrics,
  ending: AbortSignal,
): Router {
  const health = Router();
  health.get("/metrics", async (req, res, next) => {
    if (!isInternal(req)) return next();
    res.set("Content-Type", metrics.contentType).send(await metrics.text());
  });
  health.get("/healthz", (_req, res) => {
    res.json({ status: "ok" });
  });
  health.get("/readyz", async (req, res) => {
    const [database, cache] = await Promise.all([
      reachable(() => ping(services.db)),
      reachable(() => (redis.status === "ready" ? redis.ping() : Promise.reject(new Error(redis.status)))),
    ]);
    const stopping = ending.aborted;
    const isReady = database && cache && !stopping;
    if (!isReady) services.log.warn({ database, redis: cache, stopping }, "not ready");
    // Through a proxy, the status alone: what is away is nobody's to know outside.
    const facts = { database, redis: cache, ...(stopping && { stopping }) };
    res.status(isReady ? 200 : 503).json(isInternal(req) ? facts : {});
  });
  return health;
}

/** Milliseconds after which a database that hangs counts as away. */
const PATIENCE_MS = 2_000;

async function reachable(probe: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  try {
    return await Promise.race([probe().then(() => true), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const INNER = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd][0-9a-f]{2}:|^fe80:/i;

/** From this machine or a private network, and through no proxy: proxies say for whom they ask. */
function isInternal(req: Request): boolean {
  const { forwarded, "x-forwarded-for": forwardedFor } = req.headers;
  const asked = forwarded === undefined && forwardedFor === undefined;
  return asked && INNER.test(req.socket.remoteAddress ?? "");
}

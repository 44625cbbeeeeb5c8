import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { DELIVERY_QUEUES, QUEUE_PREFIX } from "@korki/notifications";
import { authenticate, forbidden, ServiceError, type Services } from "@korki/services";
import { Queue } from "bullmq";
import { parse } from "cookie";
import { type RequestHandler, Router } from "express";
import type { Redis } from "ioredis";
import { nameRoute } from "./request";

/** Where administrators look at the queues. */
export const QUEUE_BOARD_PATH = "/queues";

/**
 * The queues, to look at: a page that is opened like any other, so the session's cookie says who looks (the bearer
 * header, too). It only shows; what failed is sent again in the screen of notifications. Whoever has no session is
 * led to the login.
 */
export function queueBoard(services: Services, redis: Redis): Router {
  const board = Router();
  let opened: Promise<RequestHandler> | undefined;
  board.use(QUEUE_BOARD_PATH, async (req, res, next) => {
    nameRoute(req, res, QUEUE_BOARD_PATH);
    if (req.method !== "GET" && req.method !== "HEAD") return void res.status(405).end();
    const bearer = /^Bearer\s+(\S+)$/i.exec(req.get("authorization") ?? "")?.[1];
    try {
      await requireAdmin(services, bearer ?? parse(req.headers.cookie ?? "")[ACCESS_TOKEN_COOKIE]);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "unauthenticated") throw error;
      return void res.redirect("/auth");
    }
    // The page names its own base, which everything in it is relative to; and nobody is to keep it.
    const policy = String(res.getHeader("Content-Security-Policy"));
    res.setHeader("Content-Security-Policy", policy.replace("base-uri 'none'", "base-uri 'self'"));
    res.setHeader("Cache-Control", "no-store");
    opened ??= openBoard(redis);
    (await opened)(req, res, next);
  });
  return board;
}

async function requireAdmin(services: Services, token: string | undefined): Promise<void> {
  if (!token) throw new ServiceError("unauthenticated", "");
  const { role } = await authenticate(services, token);
  if (role !== "Admin") throw forbidden();
}

/** Loaded when somebody looks for the first time: most processes never show it. */
async function openBoard(redis: Redis): Promise<RequestHandler> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import("@bull-board/api"),
    import("@bull-board/api/bullMQAdapter"),
    import("@bull-board/express"),
  ]);
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(QUEUE_BOARD_PATH);
  const queues = Object.values(DELIVERY_QUEUES).map((name) => {
    const queue = new Queue(name, { connection: redis, prefix: QUEUE_PREFIX });
    // Redis away: the page says so, and the process goes on.
    queue.on("error", () => undefined);
    return new BullMQAdapter(queue, { readOnlyMode: true });
  });
  createBullBoard({ queues, serverAdapter, options: { uiConfig: { boardTitle: "Korki" } } });
  return serverAdapter.getRouter() as RequestHandler;
}

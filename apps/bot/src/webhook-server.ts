import { createHmac, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import type { UpdateHandler } from "./handle-update";

/** Far larger than any update. */
const BODY_MAX = 1_000_000;

/** Derives the secret that Telegram sends with each update from AUTH_SECRET. */
export function webhookSecret(authSecret: string): string {
  return createHmac("sha256", authSecret).update("telegram-webhook").digest("hex");
}

/**
 * Receives updates at the path of the webhook's address. Answers 200 for a handled update, and 500 for a failed one, so
 * that Telegram repeats it.
 */
export function createWebhookServer(
  path: string,
  secret: string,
  handle: UpdateHandler,
  log: Logger,
): http.Server {
  return http.createServer({ requestTimeout: 30_000 }, async (req, res) => {
    const end = (status: number) => res.writeHead(status).end();
    try {
      if (req.method !== "POST" || req.url !== path) return end(404);
      if (!isSecret(req.headers["x-telegram-bot-api-secret-token"], secret)) return end(401);
      const update = await readUpdate(req);
      if (update === null) return end(400);
      await handle(update);
      end(200);
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.name : "unknown" }, "webhook call failed");
      end(500);
    }
  });
}

function isSecret(given: string | string[] | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from(String(given ?? "")), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function readUpdate(req: http.IncomingMessage): Promise<Update | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) return null;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const isUpdate = typeof body === "object" && body !== null && "update_id" in body;
    return isUpdate && typeof body.update_id === "number" ? (body as Update) : null;
  } catch {
    return null;
  }
}

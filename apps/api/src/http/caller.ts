import { randomUUID } from "node:crypto";
import type { Settings } from "@korki/settings";
import type { Request, Response } from "express";
import type { Caller } from "../context";
import { cookiesOf } from "./cookies";

const REQUEST_ID = /^[\w.-]{8,80}$/;

/** Who calls, as far as the request alone tells. */
export function callerOf(req: Request, res: Response, settings: Settings): Caller {
  const given = req.get("x-request-id") ?? "";
  return {
    authorization: req.get("authorization"),
    address: req.ip ?? "unknown",
    requestId: REQUEST_ID.test(given) ? given : randomUUID(),
    idempotencyKey: req.get("idempotency-key")?.slice(0, 200) || null,
    cookies: cookiesOf(req, res, settings.publicUrl),
  };
}

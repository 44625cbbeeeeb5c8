import type { Settings } from "@korki/settings";
import type { Request, Response } from "express";
import type { Caller } from "../context";
import { cookiesOf } from "./cookies";
import { networkOf } from "./network";
import { traceOf } from "./request-trace";

/** Who calls, as far as the request alone tells. */
export function callerOf(req: Request, res: Response, settings: Settings): Caller {
  return {
    authorization: req.get("authorization"),
    address: networkOf(req.ip ?? "unknown"),
    requestId: traceOf(req, res).requestId,
    idempotencyKey: req.get("idempotency-key") || null,
    cookies: cookiesOf(req, res, settings.publicUrl),
  };
}

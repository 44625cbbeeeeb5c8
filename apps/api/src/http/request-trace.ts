import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";

const REQUEST_ID = /^[\w.-]{8,80}$/;

/** How one request is called in logs and figures. */
export type RequestTrace = {
  /** As a proxy or client gave it in `X-Request-Id`, or a new one. */
  readonly requestId: string;
  /** The endpoint's template, never the address itself: that may hold a token. */
  route: string;
};

/** The request's trace; made at the first question. */
export function traceOf(req: Request, res: Response): RequestTrace {
  const known = res.locals.trace as RequestTrace | undefined;
  if (known) return known;
  const given = req.get("x-request-id") ?? "";
  const trace: RequestTrace = {
    requestId: REQUEST_ID.test(given) ? given : randomUUID(),
    route: kindOf(req.path),
  };
  res.locals.trace = trace;
  return trace;
}

/** Sets which endpoint a request is for: a template out of a fixed set. */
export function nameRoute(req: Request, res: Response, route: string): void {
  traceOf(req, res).route = route;
}

const PLAIN = new Set(["/healthz", "/readyz", "/metrics"]);

/** What can be said of an address that no handler has named. */
function kindOf(path: string): string {
  if (PLAIN.has(path)) return path;
  const [, first = ""] = path.split("/", 2);
  return ["api", "trpc", "dev", "assets"].includes(first) ? `/${first}/*` : "/*";
}

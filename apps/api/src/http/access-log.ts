import { beginSpan } from "@korki/tracing";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { Metrics } from "../observe/metrics";
import { traceOf } from "./request";

/** Asked every few seconds by machines; a line for each would bury the others. */
const QUIET = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * One line and one count per request, when it has ended: the endpoint's template, never the address with its query
 * string, tokens or bodies. The answer carries the request's id.
 */
export function accessLog(log: Logger, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const trace = traceOf(req, res);
    const { method } = req;
    const started = performance.now();
    res.setHeader("X-Request-Id", trace.requestId);
    const span = beginSpan(method, { "http.request.method": method }, trace.requestId);
    metrics.requestBegan();
    res.once("close", () => {
      const ms = performance.now() - started;
      const { requestId, route } = trace;
      // The caller hung up before the end of the response: a proxy's 499.
      const status = res.writableFinished ? res.statusCode : 499;
      metrics.requestEnded({ method, route, status, seconds: ms / 1000 });
      span.end({ "http.route": route, "http.response.status_code": status });
      const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10 };
      if (QUIET.has(route)) log.debug(line, "request");
      else log.info(line, "request");
    });
    span.run(next);
  };
}

import http from "node:http";
import type { Settings } from "@korki/settings";
import type { RequestHandler } from "express";

/**
 * Forwards `/dev/*` to the stand-in for the outside world, so that a newcomer finds mailbox and messenger
 * at the product's own address. In production, and without a stand-in, there is nothing behind it.
 */
export function sandboxProxy({ sandboxUrl, production }: Settings): RequestHandler {
  if (!sandboxUrl || production) return (_req, _res, next) => next();
  return (req, res) => {
    // The path alone: a request line may hold a whole address, and must not choose the host.
    const { pathname, search } = new URL(req.originalUrl, sandboxUrl);
    const upstream = http.request(
      new URL(sandboxUrl),
      { method: req.method, headers: req.headers, path: pathname + search },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    upstream.on("error", () => {
      if (!res.headersSent) res.status(502);
      res.end();
    });
    req.pipe(upstream);
  };
}

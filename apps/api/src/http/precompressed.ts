import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { RequestHandler } from "express";

/** Best first; the web app's build puts both beside every text file. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

/**
 * Lets the static files behind it be answered by the copies that the build compressed, as well as can be and once,
 * instead of quickly at each request.
 *
 * @param dist folder of the built files; read once
 */
export function precompressed(dist: string): RequestHandler {
  const files = existsSync(dist)
    ? new Set(readdirSync(dist, { recursive: true }).map(String))
    : new Set<string>();
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    const [pathname = "", query] = req.url.split("?", 2);
    const file = path.normalize(pathname).slice(1);
    if (!files.has(`${file}${ENCODINGS.br}`)) return next();
    res.vary("Accept-Encoding");
    // Asked one by one: at equal weights the caller's order would win.
    const encoding = (["br", "gzip"] as const).find((name) => req.acceptsEncodings(name));
    if (!encoding) return next();
    res.setHeader("Content-Encoding", encoding);
    res.type(path.extname(file));
    req.url = `${pathname}${ENCODINGS[encoding]}${query === undefined ? "" : `?${query}`}`;
    next();
  };
}

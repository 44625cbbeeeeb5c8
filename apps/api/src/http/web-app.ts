import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler, Router } from "express";

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

/** Matches every address, also one with a broken escape: nothing of it is decoded. */
export const ANY = /^/;

/** A year: built files carry their content's hash in their name. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Serves the built web app. A path whose first segment has a page of its own (`/dashboard/…`: `dashboard.html`) gets
 * that page; every other path that is no file gets the index, so that addresses can be shared.
 */
export function webApp(): RequestHandler {
  const dist = webDist();
  const web = Router();
  if (!dist) return web;
  web.use(precompressed(dist));
  web.use(
    express.static(dist, {
      index: false,
      setHeaders(res, file) {
        res.setHeader("Cache-Control", file.includes(`${path.sep}assets${path.sep}`) ? FOREVER : "no-cache");
      },
    }),
  );
  // A file of another version is gone; the page itself would be no answer to who asks for a script.
  web.use("/assets", (_req, res) => void res.status(404).type("text").send("Not found"));
  const pages = webPages(dist);
  web.get(ANY, (req, res) => {
    res.setHeader("Cache-Control", "no-cache");
    res.sendFile(path.join(dist, pages.of(req.path) ?? "index.html"));
  });
  return web;
}

/** Tells which page of the built app an address gets; null: it is a file's. */
export function webPages(dist: string): { of(address: string): string | null } {
  const files = new Set(readdirSync(dist, { recursive: true }).map(String));
  return {
    of(address) {
      const file = address.slice(1);
      if (file.endsWith(".html") && files.has(file)) return file;
      if (file !== "" && (files.has(file) || file.startsWith("assets/"))) return null;
      const own = `${file.split("/")[0]}.html`;
      return files.has(own) ? own : "index.html";
    },
  };
}

/** apps/web/dist, seen from the bundled server (apps/api/dist) and from its source alike. */
export function webDist(): string | null {
  let dir = path.dirname(fileURLToPath(import.meta.url));
  for (let depth = 0; depth < 6; depth += 1) {
    const dist = path.join(dir, "apps", "web", "dist");
    if (existsSync(path.join(dist, "index.html"))) return dist;
    dir = path.dirname(dir);
  }
  return null;
}

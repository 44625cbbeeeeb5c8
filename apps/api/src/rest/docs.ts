import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import express, { Router } from "express";
import { openApiDocument } from "./openapi";
import type { RestRoute } from "./route";

/** `/openapi.json`, and `/docs` to browse it; the page loads nothing from another host. */
export function docsRouter(routes: readonly RestRoute[]): Router {
  const document = Buffer.from(JSON.stringify(openApiDocument(routes)));
  // Compressed once: 14 ms at each call would be everybody's to wait for.
  const gzipped = gzipSync(document);
  const etag = `"${createHash("sha256").update(document).digest("base64url").slice(0, 27)}"`;
  const docs = Router();
  docs.get("/openapi.json", (req, res) => {
    res.type("json").set({ ETag: etag, "Cache-Control": "no-cache" });
    res.vary("Accept-Encoding");
    if (req.get("if-none-match")?.includes(etag)) return void res.status(304).end();
    if (req.acceptsEncodings("gzip", "identity") !== "gzip") return void res.send(document);
    res.set("Content-Encoding", "gzip").send(gzipped);
  });
  const page = pageDir();
  docs.get("/docs", (_req, res) => void res.sendFile("index.html", { root: page, maxAge: 0 }));
  docs.use("/docs", express.static(page, { index: false, redirect: false, maxAge: 0 }));
  return docs;
}

/** apps/api/public/api-docs, seen from the bundled server (apps/api/dist) and from its source alike. */
function pageDir(): string {
  let dir = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(dir, "public", "api-docs"))) {
    const parent = path.dirname(dir);
    if (parent === dir) throw new Error("public/api-docs was not found above this file");
    dir = parent;
  }
  return path.join(dir, "public", "api-docs");
}

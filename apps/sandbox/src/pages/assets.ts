import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler } from "express";

/** Serves the style sheets, script and picture of the pages from the folder beside `src` and `dist`. */
export function assets(): RequestHandler {
  return express.static(assetsFolder(), {
    index: false,
    setHeaders: (response) => response.setHeader("cache-control", "no-cache"),
  });
}

/** This file may stand in src/pages, or bundled in dist. */
function assetsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const assets = join(folder, "assets");
    if (existsSync(join(assets, "base.css"))) return assets;
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The sandbox's assets folder is missing beside src and dist.");
    folder = parent;
  }
}

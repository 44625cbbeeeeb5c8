import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import compression from "compression";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompressed } from "./web-app";

const SCRIPT = "console.log('zażółć');".repeat(200);

describe("files that the build compressed", () => {
  let dist: string;
  let server: Server;

  beforeAll(async () => {
    dist = await mkdtemp(path.join(tmpdir(), "precompressed-"));
    await writeFile(path.join(dist, "app.js"), SCRIPT);
    await writeFile(path.join(dist, "app.js.br"), brotliCompressSync(SCRIPT));
    await writeFile(path.join(dist, "app.js.gz"), gzipSync(SCRIPT));
    await writeFile(path.join(dist, "logo.png"), "picture");
    const app = express().use(compression(), precompressed(dist), express.static(dist));
    server = createServer(app).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });

  afterAll(async () => {
    server.close();
    await rm(dist, { recursive: true });
  });

  function ask(url: string, acceptEncoding: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      get({ port, path: url, headers: { "accept-encoding": acceptEncoding } }, (res) => {
        const parts: Buffer[] = [];
        res.on("data", (part: Buffer) => parts.push(part));
        res.on("end", () => resolve({ headers: res.headers, body: Buffer.concat(parts) }));
      }).on("error", reject);
    });
  }

  it.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("are answered to %s as %s, with their own type", async (accepted, encoding, unpack) => {
    const { headers, body } = await ask("/app.js?x=1", accepted);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["content-type"]).toMatch(/^text\/javascript/);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(unpack(body).toString()).toBe(SCRIPT);
  });

  it("are sent uncompressed to clients without compression, with a Vary header", async () => {
    const { headers, body } = await ask("/app.js", "identity");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(body.toString()).toBe(SCRIPT);
  });

  it("leave files without a compressed copy as they are", async () => {
    const { headers, body } = await ask("/logo.png", "br");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString()).toBe("picture");
  });
});

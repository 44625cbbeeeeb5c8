import { createServer, get, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendJson } from "./send-json";

const LONG = { text: "zażółć ".repeat(1_000) };
const SHORT = { text: "ż" };

const app = express();
app.get("/long", (_req, res) => sendJson(res, LONG));
app.get("/short", (_req, res) => sendJson(res, SHORT));
const server = createServer(app);
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

function ask(path: string, encodings?: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const { port } = server.address() as AddressInfo;
  const headers = encodings === undefined ? {} : { "accept-encoding": encodings };
  return new Promise((resolve, reject) => {
    get({ port, path, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on("data", (part: Buffer) => parts.push(part));
      res.on("end", () => resolve({ headers: res.headers, body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
  ["deflate", undefined, (body: Buffer) => body],
  ["identity", undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
])("a long answer comes to %s as %s", async (accepted, encoding, unpack) => {
  const { headers, body } = await ask("/long", accepted);
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-length": String(body.length),
    "cache-control": "no-store",
    vary: "Accept-Encoding",
  });
  expect(headers["content-encoding"]).toBe(encoding);
  expect(JSON.parse(unpack(body).toString())).toEqual(LONG);
});

test("a short answer is not worth compressing", async () => {
  const { headers, body } = await ask("/short", "gzip, br");
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers).toMatchObject({ "content-length": "13", "cache-control": "no-store" });
  expect(JSON.parse(body.toString())).toEqual(SHORT);
});

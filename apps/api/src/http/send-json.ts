import { brotliCompress, constants, gzip } from "node:zlib";
import type { Response } from "express";

/** Below this many bytes an answer travels in one packet anyway. */
const COMPRESSED_FROM = 1_024;

type Done = (error: Error | null, packed: Buffer) => void;

/** In order of preference, with fast settings: no response is requested twice. */
const PACK = {
  br: (body: Buffer, done: Done) =>
    brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, done),
  gzip: (body: Buffer, done: Done) => gzip(body, done),
};

/** An answer that is JSON already: sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

/**
 * Sends JSON that no cache may keep, for it may hold tokens and people's data. Omits what Express and its middlewares
 * add: hashing for an ETag, the freshness check, and watching every write for compression. Written as bytes: Node takes
 * longer over a long text with Polish letters.
 */
export function sendJson(res: Response, answer: object): void {
  const body = Buffer.from(answer instanceof JsonText ? answer.text : JSON.stringify(answer));
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  const encoding = body.length < COMPRESSED_FROM ? undefined : encodingFor(res);
  if (!encoding) {
    end(res, body);
    return;
  }
  PACK[encoding](body, (error, packed) => {
    if (!error) res.setHeader("Content-Encoding", encoding);
    end(res, error ? body : packed);
  });
}

function encodingFor(res: Response): keyof typeof PACK | undefined {
  res.vary("Accept-Encoding");
  // Asked one by one: at equal weights the caller's order would win.
  return (["br", "gzip"] as const).find((name) => res.req.acceptsEncodings(name));
}

function end(res: Response, body: Buffer): void {
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

import type { Response } from "express";

/**
 * Answers with JSON, without what Express's own way does besides: hashing every answer for an ETag that nobody may
 * keep, and reading it over for whether it is fresh.
 */
export function sendJson(res: Response, answer: object): void {
  const body = JSON.stringify(answer);
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(body);
}

import type { Request, Response } from "express";
import type { Changes } from "../changes";

/** How long a page's question for news stays open; below the time-outs of proxies. */
const LIVE_MS = 25_000;

export const queryText = (request: Request, name: string): string => {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
};

/** A whole number of the query or the path; undefined where it is none. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Aborts when the one who asked hangs up. */
export function hangUpSignal(response: Response): AbortSignal {
  const hungUp = new AbortController();
  response.once("close", () => hungUp.abort());
  return hungUp.signal;
}

/** Waits until something changed since the revision that the page shows; 204 when nothing did. */
export async function waitForNews(changes: Changes, request: Request, response: Response): Promise<boolean> {
  const shown = wholeNumber(queryText(request, "since"));
  if (shown !== changes.revision) return true;
  if (await changes.next(LIVE_MS, hangUpSignal(response))) return true;
  response.status(204).end();
  return false;
}

/** `wait=seconds` of a JSON address, in milliseconds; at most a minute. */
export const waitMs = (request: Request) =>
  Math.min(60, Math.max(0, wholeNumber(queryText(request, "wait")) ?? 0)) * 1000;

/** The fields of a form or of a JSON body. */
export function bodyText(request: Request, name: string): string {
  const body: unknown = request.body;
  if (typeof body !== "object" || body === null) return "";
  const value = (body as Record<string, unknown>)[name];
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** After an action a script gets its outcome, a plain form the page again. */
export function sendOutcome(
  request: Request,
  response: Response,
  outcome: object,
  pageAddress: string,
): void {
  if (request.accepts(["html", "json"]) === "json") response.json(outcome);
  else response.redirect(303, pageAddress);
}

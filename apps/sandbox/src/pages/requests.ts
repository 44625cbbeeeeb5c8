import express, { type Request, type Response, type Router } from "express";
import type { z } from "zod";
import type { Changes } from "../changes";
import type { FaultSchema, Faults } from "../faults";

/** The duration of a page's long poll; below the timeouts of proxies. */
const LIVE_MS = 25_000;

export const queryText = (request: Request, name: string): string => {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
};

/** Returns an integer of the query or path; undefined if it is none. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns a signal that aborts when the client hangs up. */
export function hangUpSignal(response: Response): AbortSignal {
  const hungUp = new AbortController();
  response.once("close", () => hungUp.abort());
  return hungUp.signal;
}

/** Waits for a change since the revision that the page shows. Answers 204 if there is none. */
export async function waitForChange(
  changes: Changes,
  request: Request,
  response: Response,
): Promise<boolean> {
  const shown = wholeNumber(queryText(request, "since"));
  if (shown !== changes.revision) return true;
  if (await changes.next(LIVE_MS, hangUpSignal(response))) return true;
  response.status(204).end();
  return false;
}

/** `wait=seconds` of a JSON address, in milliseconds; at most a minute. */
export const waitMs = (request: Request) =>
  Math.min(60, Math.max(0, wholeNumber(queryText(request, "wait")) ?? 0)) * 1000;

/** Returns a field of a form or of a JSON body. */
export function bodyText(request: Request, name: string): string {
  const body: unknown = request.body;
  if (typeof body !== "object" || body === null) return "";
  const value = (body as Record<string, unknown>)[name];
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** Answers an action with its outcome for a script, or with a redirect to the page for a plain form. */
export function sendOutcome(
  request: Request,
  response: Response,
  outcome: object,
  pageAddress: string,
): void {
  if (request.accepts(["html", "json"]) === "json") response.json(outcome);
  else response.redirect(303, pageAddress);
}

/** Lists the faults of an emulated service at `path`, adds one, or clears them. */
export function serveFaults<Schema extends FaultSchema>(
  router: Router,
  path: string,
  faults: Faults<Schema>,
): void {
  router
    .route(path)
    .get((_request, response) => void response.json(faults.list()))
    .post(express.json(), (request, response) => {
      const given = faults.schema.safeParse(request.body);
      if (!given.success) return void response.status(400).json({ error: given.error.message });
      faults.add(request.body as z.input<Schema>);
      response.json(faults.list());
    })
    .delete((_request, response) => {
      faults.clear();
      response.json([]);
    });
}

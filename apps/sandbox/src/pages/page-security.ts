import type { NextFunction, Request, RequestHandler, Response } from "express";

/** Allows only resources of this address and no inline script; a mail is shown in a frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The policy of a mail's HTML, which is untrusted: no script and no requests, only its own styles and embedded
 * pictures. Links open in a new window.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

export const pageSecurity: RequestHandler = (_request, response, next) => {
  response.set({
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  next();
};

/** Allows the response to be framed only by the inbox. */
export function allowInFrame(response: Response): void {
  response.set({ "content-security-policy": MAIL_POLICY, "x-frame-options": "SAMEORIGIN" });
}

/**
 * Refuses requests from other sites in the same browser. What the browser calls its own needs no origin: these pages send no
 * referrer, and then a plain form's origin is "null".
 */
export function ownSiteOnly(request: Request, response: Response, next: NextFunction): void {
  const safe = request.method === "GET" || request.method === "HEAD";
  const site = request.get("sec-fetch-site") ?? "none";
  const origin = request.get("origin");
  const foreignOrigin =
    origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.get("host"));
  if (safe || site === "same-origin" || (site === "none" && !foreignOrigin)) {
    next();
    return;
  }
  response.status(403).json({ error: "Tę czynność można wykonać tylko ze strony piaskownicy." });
}

import { type IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "@korki/settings";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Browser features that no page of ours uses. */
const NEVER = "geolocation=(), payment=(), usb=()";
const NOT_WANTED = `camera=(), display-capture=(), microphone=(), ${NEVER}`;
/** The room of a lesson alone asks for them (rules §30). */
const IN_ROOMS = `camera=(self), display-capture=(self), microphone=(self), ${NEVER}`;
const ROOM = /^\/lekcja\/[^/]+\/sala\/?$/;

/** Strict from the start: everything from this origin, no inline script, never in a frame. */
export function securityHeaders(settings: Settings): RequestHandler {
  const https = settings.publicUrl.startsWith("https:");
  const socketOrigin = settings.publicUrl.replace(/^http/, "ws");
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sets style attributes and one style element of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", socketOrigin],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
    // Of browsers and plug-ins that are gone: they would only make every answer bigger.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const headers = headersOf(guard);
  return (req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    if (ROOM.test(req.path)) res.setHeader("Permissions-Policy", IN_ROOMS);
    next();
  };
}

/** What it sets on an answer: the same on each, so it is asked once. */
function headersOf(guard: ReturnType<typeof helmet>): [name: string, value: string][] {
  const req = { method: "GET" } as IncomingMessage;
  const res = new ServerResponse(req);
  guard(req, res, () => undefined);
  res.setHeader("Permissions-Policy", NOT_WANTED);
  return res.getHeaderNames().map((name) => [name, String(res.getHeader(name))]);
}

import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { commonTexts } from "@korki/contracts/texts/common";
import { ACCESS_TOKEN_COOKIE, deviceName } from "@korki/domain";
import type { Settings } from "@korki/settings";
import { parse, serialize } from "cookie";
import type { Request, Response } from "express";
import { networkOf } from "./network";

/** The parts of a request that say who calls; the same for HTTP, REST and the websocket. */
export type Caller = {
  /** The value of the Authorization header. */
  authorization: string | undefined;
  address: string;
  /** The browser and system, as a person would name them. */
  device: string;
  trace: RequestTrace;
  idempotencyKey: string | null;
  cookies: CookieSink;
};

/** Returns the caller as far as the request alone shows. */
export function callerOf(req: Request, res: Response, settings: Settings): Caller {
  return {
    authorization: req.get("authorization"),
    device: deviceOf(req.headers),
    address: networkOf(req.ip ?? "unknown"),
    trace: traceOf(req, res),
    idempotencyKey: req.get("idempotency-key") || null,
    cookies: cookiesOf(req, res, settings.publicUrl),
  };
}

/** Returns what a person would call the device that sent these headers. */
export function deviceOf(headers: IncomingHttpHeaders): string {
  return deviceName(headers["user-agent"] ?? "") ?? commonTexts.unknownDevice;
}

/** The refresh token's cookie: for this server's eyes only, never for scripts. */
const REFRESH_COOKIE = "refreshToken";
/** Makes this browser known to the accounts that signed in with it; kept at logout (rules §3). */
const DEVICE_COOKIE = "device";
/** Names what this browser asked for: a link from a mail signs in here, and nowhere else. */
const LOGIN_COOKIE = "loginRequest";

export type CookieSink = {
  /** The refresh token in the cookie, if one of our pages sent it. */
  readonly refreshToken: string | undefined;
  keepRefreshToken(token: string, expiresInSeconds: number): void;
  /** The cookie that makes this browser known, if one of our pages sent it. */
  readonly device: string | undefined;
  keepDevice(device: string, expiresInSeconds: number): void;
  /** The cookie of the browser that asked for a link to sign in (rules §38). */
  readonly loginRequest: string | undefined;
  keepLoginRequest(request: string, expiresInSeconds: number): void;
  /** Takes the session's cookies away, unless another site's page asks for it. */
  clearSession(): void;
};

/** @param publicUrl the product's origin; under https its cookies stay there */
function cookiesOf(req: Request, res: Response, publicUrl: string): CookieSink {
  const secure = publicUrl.startsWith("https:");
  const base = { path: "/", sameSite: "strict", secure } as const;
  const hostOnly = (name: string) => (secure ? `__Host-${name}` : name);
  // Browsers keep the cookies with this prefix for this host alone; older ones have the bare name.
  const read = (name: string) => {
    const cookies = parse(req.headers.cookie ?? "");
    return cookies[hostOnly(name)] ?? cookies[name];
  };
  const ours = !isForeignPage(req.headers, publicUrl);
  return {
    get refreshToken() {
      return ours ? read(REFRESH_COOKIE) : undefined;
    },
    keepRefreshToken(token, maxAge) {
      res.append(
        "Set-Cookie",
        serialize(hostOnly(REFRESH_COOKIE), token, { ...base, httpOnly: true, maxAge }),
      );
    },
    get device() {
      return ours ? read(DEVICE_COOKIE) : undefined;
    },
    keepDevice(device, maxAge) {
      res.append(
        "Set-Cookie",
        serialize(hostOnly(DEVICE_COOKIE), device, { ...base, httpOnly: true, maxAge }),
      );
    },
    get loginRequest() {
      return ours ? read(LOGIN_COOKIE) : undefined;
    },
    keepLoginRequest(request, maxAge) {
      res.append(
        "Set-Cookie",
        serialize(hostOnly(LOGIN_COOKIE), request, { ...base, httpOnly: true, maxAge }),
      );
    },
    clearSession() {
      if (!ours) return;
      for (const name of new Set([hostOnly(REFRESH_COOKIE), REFRESH_COOKIE])) {
        res.append("Set-Cookie", serialize(name, "", { ...base, httpOnly: true, maxAge: 0 }));
      }
      res.append("Set-Cookie", serialize(ACCESS_TOKEN_COOKIE, "", { ...base, maxAge: 0 }));
    },
  };
}

/**
 * Whether the page that asks is ours, as far as its browser says: browsers name a page's origin with every call
 * that changes something. Ours is PUBLIC_URL, or the very host that the call was made to (the same machine by
 * another of its names).
 */
export function isOurPage({ origin = "", host }: IncomingHttpHeaders, publicUrl: string): boolean {
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
}

/** Whether the page of another site asks; programs that are no browsers name no page. */
export function isForeignPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  return headers.origin !== undefined && !isOurPage(headers, publicUrl);
}

/** For transports that cannot set cookies (the websocket). */
export const noCookies: CookieSink = {
  refreshToken: undefined,
  device: undefined,
  loginRequest: undefined,
  keepLoginRequest: () => undefined,
  keepDevice: () => undefined,
  keepRefreshToken: () => undefined,
  clearSession: () => undefined,
};

const REQUEST_ID = /^[\w.-]{8,80}$/;

/** How one request is called in logs and figures. */
export type RequestTrace = {
  /** As a trusted proxy gave it in `X-Request-Id`, or a new one. */
  readonly requestId: string;
  /** The endpoint's template, never the address itself: that may hold a token. */
  route: string;
  /** Who calls, once a token has said so. */
  userId?: string;
};

/** Returns the request's trace, which is made at the first call. */
export function traceOf(req: Request, res: Response): RequestTrace {
  const known = res.locals.trace as RequestTrace | undefined;
  if (known) return known;
  const isProxied = Boolean(req.app.get("trust proxy"));
  const given = (isProxied && (req.get("x-request-id") ?? traceIdOf(req))) || "";
  const trace: RequestTrace = {
    requestId: REQUEST_ID.test(given) ? given : randomUUID(),
    route: kindOf(req.path),
  };
  res.locals.trace = trace;
  return trace;
}

/** The trace that a proxy's request belongs to (W3C Trace Context); the request takes its id. */
function traceIdOf(req: Request): string | undefined {
  return /^[\da-f]{2}-([\da-f]{32})-/.exec(req.get("traceparent") ?? "")?.[1];
}

/** Sets which endpoint a request is for: a template out of a fixed set. */
export function nameRoute(req: Request, res: Response, route: string): void {
  traceOf(req, res).route = route;
}

const PLAIN = new Set(["/healthz", "/readyz", "/metrics"]);

/** What can be said of an address that no handler has named. */
function kindOf(path: string): string {
  if (PLAIN.has(path)) return path;
  const [, first = ""] = path.split("/", 2);
  return ["api", "trpc", "dev", "assets"].includes(first) ? `/${first}/*` : "/*";
}

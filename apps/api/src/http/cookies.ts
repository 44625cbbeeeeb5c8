import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { parse, serialize } from "cookie";
import type { Request, Response } from "express";

/** The refresh token's cookie: for this server's eyes only, never for scripts. */
const REFRESH_COOKIE = "refreshToken";

export type CookieSink = {
  /** The refresh token that came as a cookie. */
  readonly refreshToken: string | undefined;
  keepRefreshToken(token: string, expiresInSeconds: number): void;
  /** Takes away both tokens; the access token's cookie is the SPA's own. */
  clearSession(): void;
};

/** @param secure whether the product is served over https, so that cookies stay there */
export function cookiesOf(req: Request, res: Response, secure: boolean): CookieSink {
  const base = { path: "/", sameSite: "strict", secure } as const;
  return {
    get refreshToken() {
      return parse(req.headers.cookie ?? "")[REFRESH_COOKIE];
    },
    keepRefreshToken(token, maxAge) {
      res.append("Set-Cookie", serialize(REFRESH_COOKIE, token, { ...base, httpOnly: true, maxAge }));
    },
    clearSession() {
      res.append("Set-Cookie", serialize(REFRESH_COOKIE, "", { ...base, httpOnly: true, maxAge: 0 }));
      res.append("Set-Cookie", serialize(ACCESS_TOKEN_COOKIE, "", { ...base, maxAge: 0 }));
    },
  };
}

/** For transports that cannot set cookies (the websocket). */
export const noCookies: CookieSink = {
  refreshToken: undefined,
  keepRefreshToken: () => undefined,
  clearSession: () => undefined,
};

import { makePerson, PASSWORD, signIn } from "@korki/services/testing/people";
import { parse } from "cookie";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const PUBLIC_URL = "https://korki.example";
const { services, rest, trpc, origin } = await openTestApi({ PUBLIC_URL });
const person = await makePerson(services, "Student");

const cookieOf = (headers: Headers, name: string) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));

const refreshWith = (refreshToken: string, headers: Record<string, string> = {}) =>
  rest("POST", "/user/refresh", { headers: { cookie: `${REFRESH}=${refreshToken}`, ...headers } });
/** Under https the browser keeps it for this host alone. */
const REFRESH = "__Host-refreshToken";

test("no answer over REST, a refusal neither, is kept by a cache", async () => {
  const { accessToken } = await signIn(services, person);
  const answers = await Promise.all([
    rest("POST", "/user/login", { body: { email: person.email, password: PASSWORD } }),
    rest("GET", "/user/profile", { headers: { authorization: `Bearer ${accessToken}` } }),
    rest("GET", "/user/profile"),
  ]);
  expect(answers.map(({ status, headers }) => [status, headers.get("cache-control")])).toEqual([
    [200, "no-store"],
    [200, "no-store"],
    [401, "no-store"],
  ]);
});

describe("the refresh token's cookie", () => {
  test("is set at login, for the server's eyes and this site alone", async () => {
    const { body, headers } = await rest("POST", "/user/login", {
      body: { email: person.email, password: PASSWORD },
    });
    const cookie = cookieOf(headers, REFRESH) ?? "";
    expect(cookie.split("; ").slice(1).sort()).toEqual([
      "HttpOnly",
      "Max-Age=2592000",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
    expect(parse(cookie)[REFRESH]).toBe((body as { refreshToken: string }).refreshToken);
  });

  test("is set over tRPC as well, and renews there", async () => {
    const login = await fetch(`${origin}/trpc/account.login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    const cookie = cookieOf(login.headers, REFRESH)?.split(";")[0] ?? "";
    const renewed = await fetch(`${origin}/trpc/account.refresh`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie, origin: PUBLIC_URL },
      body: "{}",
    });
    expect(renewed.status).toBe(200);
    expect(cookieOf(renewed.headers, REFRESH)).not.toContain(cookie);
  });

  test.each<Record<string, string>>([{}, { origin: PUBLIC_URL }, { origin }])(
    "renews for a page of ours: %j",
    async (headers) => {
      const { refreshToken } = await signIn(services, person);
      const { status, headers: answered } = await refreshWith(refreshToken, headers);
      expect(status).toBe(200);
      expect(cookieOf(answered, REFRESH)).toBeDefined();
    },
  );

  test.each([
    "https://zly.example",
    "null",
    "https://korki.example.zly.example",
    "http://korki.example",
    "x",
  ])("does not count when %s asks, and stays", async (foreign) => {
    const { refreshToken } = await signIn(services, person);
    const refused = await refreshWith(refreshToken, { origin: foreign });
    expect(refused.status).toBe(401);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const logout = await rest("POST", "/user/logout", {
      headers: { cookie: `${REFRESH}=${refreshToken}`, origin: foreign },
    });
    expect(logout.headers.getSetCookie()).toEqual([]);
    expect((await refreshWith(refreshToken)).status).toBe(200);
  });

  test("goes when the session is over, and at logout with the access token's", async () => {
    const { refreshToken } = await signIn(services, person);
    const logout = await rest("POST", "/user/logout", {
      headers: { cookie: `refreshToken=${refreshToken}`, origin: PUBLIC_URL },
    });
    for (const name of [REFRESH, "refreshToken", "accessToken"]) {
      expect(cookieOf(logout.headers, name)).toMatch(new RegExp(`^${name}=; Max-Age=0; Path=/`));
    }
    const refused = await refreshWith(refreshToken);
    expect(refused.status).toBe(401);
    expect(cookieOf(refused.headers, REFRESH)).toContain("Max-Age=0");
  });

  test("renews under the name that it had before, and goes over to the new one", async () => {
    const { refreshToken } = await signIn(services, person);
    const renewed = await rest("POST", "/user/refresh", {
      headers: { cookie: `refreshToken=${refreshToken}`, origin: PUBLIC_URL },
    });
    expect(renewed.status).toBe(200);
    expect(cookieOf(renewed.headers, REFRESH)).toBeDefined();
  });

  test("ends its session, and no other one, at another sign-in in that browser", async () => {
    const [before, elsewhere] = [await signIn(services, person), await signIn(services, person)];
    const login = await rest("POST", "/user/login", {
      body: { email: person.email, password: PASSWORD },
      headers: { cookie: `${REFRESH}=${before.refreshToken}`, origin: PUBLIC_URL },
    });
    const { accessToken } = login.body as { accessToken: string };
    const statusOf = async (token: string) => (await rest("GET", "/user/profile", { token })).status;
    expect(await statusOf(before.accessToken)).toBe(401);
    expect(await statusOf(elsewhere.accessToken)).toBe(200);
    expect(await statusOf(accessToken)).toBe(200);
  });

  test("yields to a token in the body", async () => {
    const { refreshToken } = await signIn(services, person);
    const renewed = await rest("POST", "/user/refresh", {
      body: { refreshToken },
      headers: { cookie: "refreshToken=nonsense", origin: "https://zly.example" },
    });
    expect(renewed.status).toBe(200);
  });
});

test("a cookie alone authorises nothing", async () => {
  const { accessToken, refreshToken } = await signIn(services, person);
  const headers = { cookie: `accessToken=${accessToken}; refreshToken=${refreshToken}`, origin: PUBLIC_URL };
  expect((await rest("GET", "/user/profile", { headers })).status).toBe(401);
  expect((await rest("PUT", "/user/update", { headers, body: { surname: "x" } })).status).toBe(401);
  const query = await fetch(`${origin}/trpc/account.profile`, { headers });
  expect(query.status).toBe(401);
});

describe("an access token that is not good", () => {
  const tokens = async () => {
    const { accessToken } = await signIn(services, person);
    const old = new Date(services.clock.time.getTime() - 16 * 60_000);
    const { accessToken: expired } = await signIn({ ...services, now: () => old }, person);
    const unsigned = `${accessToken.split(".").slice(0, 2).join(".")}.`;
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    return [expired, unsigned, `${none}.${accessToken.split(".")[1]}.`, `${accessToken}x`, "nonsense"];
  };

  test("is refused by every call, also by those that need none", async () => {
    for (const token of await tokens()) {
      expect((await rest("GET", "/user/profile", { token })).status).toBe(401);
      await expect(trpc(token).account.profile.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
      await expect(trpc(token).centre.info.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
    }
  });

  test("does not prevent a sign-in or a logout", async () => {
    for (const token of await tokens()) {
      const body = { email: person.email, password: PASSWORD };
      const login = await rest("POST", "/user/login", { token, body });
      expect(login.status).toBe(200);
      const { refreshToken } = login.body as { refreshToken: string };
      const renewed = await rest("POST", "/user/refresh", { token, body: { refreshToken } });
      expect(renewed.status).toBe(200);
      expect((await rest("POST", "/user/logout", { token, body: { refreshToken } })).status).toBe(200);
    }
  });
});

describe("the cookie that makes a browser known", () => {
  test("is set at login for 90 days, for the server's eyes alone, and stays at logout", async () => {
    const login = await rest("POST", "/user/login", { body: { email: person.email, password: PASSWORD } });
    const cookie = cookieOf(login.headers, "__Host-device") ?? "";
    expect(cookie.split("; ").slice(1).sort()).toEqual([
      "HttpOnly",
      "Max-Age=7776000",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
    const logout = await rest("POST", "/user/logout", { headers: { origin: PUBLIC_URL }, body: {} });
    expect(cookieOf(logout.headers, "refreshToken")).toContain("Max-Age=0");
    expect(cookieOf(logout.headers, "__Host-device")).toBeUndefined();
  });

  test("excuses its browser from its neighbours' failures over both doors", async () => {
    const { email } = await makePerson(services, "Student");
    const credentials = { email, password: PASSWORD };
    const login = await rest("POST", "/user/login", { body: credentials });
    const device = cookieOf(login.headers, "__Host-device")?.split(";")[0] ?? "";
    const wrong = { email, password: "Niepoprawne1" };
    await Promise.all(Array.from({ length: 10 }, () => rest("POST", "/user/login", { body: wrong })));
    expect((await rest("POST", "/user/login", { body: credentials })).status).toBe(429);
    const headers = { cookie: device, origin: PUBLIC_URL, "content-type": "application/json" };
    expect((await rest("POST", "/user/login", { body: credentials, headers })).status).toBe(200);
    const overTrpc = await fetch(`${origin}/trpc/account.login`, {
      method: "POST",
      headers,
      body: JSON.stringify(credentials),
    });
    expect(overTrpc.status).toBe(200);
  });
});

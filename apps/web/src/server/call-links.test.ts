import type { AppRouter } from "@korki/api/router";
import type { Profile } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { createTRPCClient } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Answer = { status: number; data?: unknown };

/** What the server takes for a good token, and what a renewal answers. */
let goodToken: string;
let renewal: () => Promise<Answer>;
const asked: string[] = [];
const cookies = new Map<string, string>();

const person = { id: "1", role: "Student" } as Profile;

async function load() {
  const [{ callLinks }, store, { renewSession }, { keepRenewed }] = await Promise.all([
    import("./call-links"),
    import("../session/session-store"),
    import("./renew-session"),
    import("./keep-renewed"),
  ]);
  store.enterSession(person);
  const client = createTRPCClient<AppRouter>({ links: callLinks() });
  return { client, renewSession, keepRenewed, session: store.currentSession };
}

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  cookies.clear();
  cookies.set("accessToken", "old");
  goodToken = "new";
  renewal = async () => ({ status: 401 });
  vi.stubGlobal("location", { protocol: "http:", origin: "http://localhost" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(written: string) {
      const [, name = "", value = ""] = /^(\w+)=([^;]*)/.exec(written) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    },
  });
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    const [, call = ""] = /\/trpc\/([^?]*)/.exec(url) ?? [];
    const token = headers.authorization?.slice("Bearer ".length) ?? "-";
    asked.push(`${call} ${token}`);
    if (call === "account.refresh") return answered(await renewal(), false);
    return answered(token === goodToken ? { status: 200, data: [] } : { status: 401 }, true);
  });
});
afterEach(() => vi.unstubAllGlobals());

function answered({ status, data }: Answer, batch: boolean): Response {
  const said =
    status === 200
      ? { result: { data } }
      : { error: { message: "Zaloguj się", code: -32001, data: { httpStatus: status } } };
  return Response.json(batch ? [said] : said, { status });
}

const renewedTo = (token: string) => async () => ({ status: 200, data: { accessToken: token } });

describe("a call whose token is refused", () => {
  it("goes out again with a new one, unseen", async () => {
    const { client, session } = await load();
    renewal = renewedTo("new");
    expect(await client.lessons.list.query()).toEqual([]);
    expect(asked).toEqual(["lessons.list old", "account.refresh -", "lessons.list new"]);
    expect(session().phase).toBe("signedIn");
  });

  it("ends a session that the server does not know any more, and shows why", async () => {
    const { client, session } = await load();
    await expect(client.lessons.list.query()).rejects.toThrow();
    expect(session()).toMatchObject({ phase: "signedOut", notice: commonTexts.sessionExpired });
  });

  it("ends it too where another refused token came in its place while the call waited for its batch", async () => {
    const { client, session } = await load();
    const call = client.lessons.list.query();
    cookies.set("accessToken", "spent");
    await expect(call).rejects.toThrow();
    expect(asked).toEqual(["lessons.list spent", "account.refresh -"]);
    expect(session().phase).toBe("signedOut");
  });

  it("ends it too where a renewal was under way for another token, which found this one in its place", async () => {
    const { session, renewSession } = await load();
    const renewals = [renewSession("older"), renewSession("old")];
    expect(await Promise.all(renewals)).toEqual(["renewed", "ended"]);
    expect(session().phase).toBe("signedOut");
  });

  it("ends it too where it ended between the renewal and the call that went out again", async () => {
    const { client, session } = await load();
    renewal = async () => {
      renewal = async () => ({ status: 401 });
      return { status: 200, data: { accessToken: "short-lived" } };
    };
    await expect(client.lessons.list.query()).rejects.toThrow();
    expect(session().phase).toBe("signedOut");
  });

  it("keeps what the first call said when a later one notices the same end", async () => {
    const { client, session } = await load();
    await expect(client.lessons.list.query()).rejects.toThrow();
    await expect(client.people.teachers.query()).rejects.toThrow();
    expect(session().notice).toBe(commonTexts.sessionExpired);
  });
});

describe("a connection that stays open", () => {
  afterEach(() => vi.useRealTimers());
  const start = new Date("2026-11-24T12:00:00Z");
  const tokenFor = (seconds: number) => {
    const exp = start.getTime() / 1_000 + seconds;
    return `header.${btoa(JSON.stringify({ exp })).replace(/=+$/, "")}.signature`;
  };

  it("gets the next token before its own ends, also one that another tab fetched", async () => {
    vi.useFakeTimers({ now: start });
    cookies.set("accessToken", tokenFor(900));
    const { keepRenewed } = await load();
    const handedOn: string[] = [];
    let isConnected = true;
    const stop = keepRenewed((token) => isConnected && handedOn.push(token) > 0);
    await vi.advanceTimersByTimeAsync(830_000);
    expect([asked, handedOn]).toEqual([[], []]);
    // The server is away for a moment.
    renewal = async () => ({ status: 500 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([asked, handedOn]).toEqual([["account.refresh -"], []]);
    renewal = renewedTo(tokenFor(1_800));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(handedOn).toEqual([tokenFor(1_800)]);
    cookies.set("accessToken", tokenFor(2_700));
    // One that a lost connection could not send waits for it.
    isConnected = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(handedOn).toEqual([tokenFor(1_800)]);
    isConnected = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([asked.length, handedOn]).toEqual([2, [tokenFor(1_800), tokenFor(2_700)]]);
    stop();
  });
});

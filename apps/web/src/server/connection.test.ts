import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let connection: typeof import("./connection");
let browserEvents: EventTarget;
const server = vi.fn<() => Promise<Response>>();
const back = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  server.mockReset();
  back.mockReset();
  browserEvents = new EventTarget();
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.stubGlobal("addEventListener", browserEvents.addEventListener.bind(browserEvents));
  connection = await import("./connection");
  connection.followConnection();
  connection.onConnectionBack(back);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refuse = () => server.mockRejectedValue(new TypeError("Failed to fetch"));
const answer = (status = 200) => server.mockImplementation(async () => new Response("{}", { status }));

describe("the connection", () => {
  it.each([200, 401, 404, 500])("is there after any answer of the server itself (%i)", async (status) => {
    answer(status);
    await connection.watchedFetch("/trpc/x");
    expect(connection.currentConnection()).toBe("online");
  });

  it.each([502, 503, 504])("is not there when a proxy says that the server is away (%i)", async (status) => {
    answer(status);
    await connection.watchedFetch("/trpc/x");
    expect(connection.currentConnection()).toBe("unreachable");
  });

  it("is lost by a call without an answer though the browser says online, and found again by looking", async () => {
    refuse();
    await expect(connection.watchedFetch("/trpc/x")).rejects.toThrow("Failed to fetch");
    expect(connection.currentConnection()).toBe("unreachable");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(back).not.toHaveBeenCalled();

    answer();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.currentConnection()).toBe("online");
    expect(back).toHaveBeenCalledTimes(1);

    const asked = server.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.mock.calls.length).toBe(asked);
  });

  it("is not lost by a call that the page itself gave up", async () => {
    refuse();
    const given = new AbortController();
    given.abort();
    await expect(connection.watchedFetch("/trpc/x", { signal: given.signal })).rejects.toThrow();
    expect(connection.currentConnection()).toBe("online");
  });

  it("follows the browser's online and offline events", () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(connection.currentConnection()).toBe("offline");
    vi.stubGlobal("navigator", { onLine: true });
    browserEvents.dispatchEvent(new Event("online"));
    expect(connection.currentConnection()).toBe("online");
    expect(back).toHaveBeenCalledTimes(1);
  });
});

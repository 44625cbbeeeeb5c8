import type { AppRouter } from "@korki/api/router";
import { createTRPCClient } from "@trpc/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Sent = { path: string; key: string | undefined; at: number };

let sent: Sent[];
/** What becomes of each call. */
let answer: (call: number) => Response;
let isOnline: boolean;

const booking = {
  teacherId: "01980000-0000-7000-8000-000000000001",
  date: "2026-11-24",
  block: 9,
  subject: "Fizyka",
  level: "liceumP",
} as const;

async function client() {
  const { callLinks } = await import("./call-links");
  return createTRPCClient<AppRouter>({ links: callLinks() });
}

const done = () => Response.json({ result: { data: {} } });
function lost(): Response {
  throw new TypeError("Failed to fetch");
}
function refused(status: number, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error: { message: "Nie", code: -32_000, data: { httpStatus: status } } },
    { status, headers },
  );
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  sent = [];
  answer = done;
  isOnline = true;
  vi.stubGlobal("location", { protocol: "http:", origin: "http://localhost" });
  vi.stubGlobal("navigator", {
    get onLine() {
      return isOnline;
    },
  });
  vi.stubGlobal("document", { cookie: "accessToken=token" });
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    const path = url.replace(/^\/trpc\/|\?.*$/g, "");
    // The look for the server, by which it is found again.
    if (path === "centre.info") return lost();
    sent.push({ path, key: headers["idempotency-key"], at: Date.now() });
    return answer(sent.length);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time go on until the call has ended. */
async function settled<T>(call: Promise<T>): Promise<T | Error> {
  const ended = call.catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  return ended;
}

const waits = () => sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

it("repeats a booking whose answer was lost, under one key", async () => {
  answer = (call) => (call < 3 ? lost() : done());
  const { lessons } = await client();
  expect(await settled(lessons.book.mutate(booking))).toEqual({});
  expect(sent.map(({ path }) => path)).toEqual(["lessons.book", "lessons.book", "lessons.book"]);
  expect(sent[0]?.key).toMatch(/^[\da-f]{32}$/);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(waits()).toEqual([500, 1_000]);
});

it("waits as long as Retry-After says, and gives up after twenty seconds", async () => {
  answer = () => refused(503, { "retry-after": "6" });
  const { lessons } = await client();
  expect(await settled(lessons.book.mutate(booking))).toMatchObject({ message: "Nie" });
  expect(waits()).toEqual([6_000, 6_000, 6_000]);
});

it("sends what got no answer under the same key when it is sent again, and something else under another", async () => {
  answer = lost;
  const { lessons } = await client();
  await settled(lessons.book.mutate(booking));
  const [first] = sent;
  answer = done;
  await settled(lessons.book.mutate({ ...booking, block: 8 }));
  await settled(lessons.book.mutate(booking));
  await settled(lessons.book.mutate(booking));
  const [other, again, fresh] = sent.slice(-3).map(({ key }) => key);
  expect(again).toBe(first?.key);
  expect(new Set([first?.key, other, fresh]).size).toBe(3);
});

it("keeps the key of a removed second factor although a new code proves the person", async () => {
  answer = lost;
  const { accountSecurity } = await client();
  await settled(accountSecurity.deleteTotp.mutate({ password: "Korepetycje1", code: "123456" }));
  answer = done;
  await settled(accountSecurity.deleteTotp.mutate({ password: "Korepetycje1", code: "654321" }));
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.key).toBeDefined();
});

it.each([
  ["a refusal", 409],
  ["a fault of the server", 500],
  ["too many calls", 429],
])("takes %s for the answer", async (_, status) => {
  answer = () => refused(status);
  const { lessons } = await client();
  expect(await settled(lessons.book.mutate(booking))).toBeInstanceOf(Error);
  expect(sent).toHaveLength(1);
});

it("does not repeat what the server might do twice", async () => {
  answer = lost;
  const { orders } = await client();
  await settled(orders.place.mutate({ items: [] }));
  expect(sent).toMatchObject([{ path: "orders.place", key: undefined }]);
});

it("does not wait where the browser has no network", async () => {
  isOnline = false;
  answer = lost;
  const { lessons } = await client();
  expect(await settled(lessons.book.mutate(booking))).toBeInstanceOf(Error);
  expect(sent).toHaveLength(1);
});

import { setTimeout as sleep } from "node:timers/promises";
import { testRedisUrl } from "@korki/testing";
import { Redis } from "ioredis";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTelegramPace, type TelegramPace } from "./telegram-pace";

const url = await testRedisUrl();
const connections = [new Redis(url), new Redis(url)];
const paces = connections.map(createTelegramPace);
afterAll(() => {
  for (const connection of connections) connection.disconnect();
});
beforeEach(() => connections[0]?.flushdb());

/** Asks until the turn comes, as a worker does; answers when that was. */
async function turn(pace: TelegramPace, chatId: string, id: string): Promise<number> {
  for (;;) {
    const { go, waitMs } = await pace.ask(chatId, id);
    await sleep(waitMs);
    if (go) return performance.now();
  }
}

const gaps = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));

test("two processes together keep to thirty a second", async () => {
  const turns = Array.from({ length: 61 }, (_, i) =>
    turn(paces[i % 2] as TelegramPace, `chat-${i}`, `n-${i}`),
  );
  const times = (await Promise.all(turns)).sort((a, b) => a - b);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  // 60 intervals of a thirtieth of a second, seen through the timers of a busy machine.
  expect(span).toBeGreaterThan(1700);
  expect(span).toBeLessThan(10_000);
});

test("one chat gets one a second, each waiting message keeps its place, and others are not held up", async () => {
  const [pace, elsewhere] = paces as [TelegramPace, TelegramPace];
  const toOne = Promise.all([0, 1, 2, 3].map((i) => turn(pace, "one", `one-${i}`)));
  const other = await turn(elsewhere, "other", "other-1");
  const times = await toOne;
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(other).toBeLessThan(times[1] ?? 0);
  for (const gap of gaps(times)) {
    expect(gap).toBeGreaterThan(700);
    expect(gap).toBeLessThan(5000);
  }
});

test("a message that does not come back holds nobody up for longer than its turn", async () => {
  const [pace] = paces as [TelegramPace];
  await pace.ask("chat", "first");
  expect(await pace.ask("chat", "lost")).toMatchObject({ go: false });
  const { go, waitMs } = await pace.ask("chat", "second");
  expect(go).toBe(false);
  expect(waitMs).toBeLessThan(2100);
});

test("a pause that the Bot API asked for holds for its chat; for all, once several chats were told to pause", async () => {
  const [pace, elsewhere] = paces as [TelegramPace, TelegramPace];
  await pace.pause("busy", 5);
  expect((await elsewhere.ask("busy", "a")).waitMs).toBeGreaterThan(4500);
  expect(await elsewhere.ask("free", "b")).toMatchObject({ go: true });
  await elsewhere.pause("busy too", 3);
  const held = await pace.ask("free too", "c");
  expect(held.go).toBe(false);
  expect(held.waitMs).toBeGreaterThan(2500);
});

import { setTimeout as sleep } from "node:timers/promises";
import { testRedisUrl } from "@korki/testing";
import { Redis } from "ioredis";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTelegramPace, type TelegramPace } from "./telegram-pace";

const url = await testRedisUrl();
const connections = [new Redis(url), new Redis(url)];
const [here, elsewhere] = connections.map(createTelegramPace) as [TelegramPace, TelegramPace];
afterAll(() => {
  for (const connection of connections) connection.disconnect();
});
beforeEach(() => connections[0]?.flushdb());

/** Asks until the turn comes and sends then, as a worker does; answers when the message arrived. */
async function send(pace: TelegramPace, chatId: string, id: string): Promise<number> {
  for (;;) {
    const answer = await pace.ask(chatId, id);
    await sleep(answer.waitMs + (answer.waitMs > 0 ? 1 : 0));
    if (!answer.go) continue;
    await sleep(Math.random() * 20);
    const arrived = Date.now();
    await sleep(Math.random() * 20);
    await pace.end(chatId, answer.turn);
    return arrived;
  }
}

const sorted = (times: number[]) => [...times].sort((a, b) => a - b);
const gaps = (times: number[], apart = 1) =>
  times.slice(apart).map((time, index) => time - (times[index] ?? 0));

test("two processes together use thirty turns a second and never more, while a busy chat gets its one", async () => {
  const toBusy = Array.from({ length: 3 }, (_, i) => send(here, "busy", `busy-${i}`));
  const others = Array.from({ length: 64 }, (_, i) => send(i % 2 ? here : elsewhere, `chat-${i}`, `n-${i}`));
  const times = sorted(await Promise.all([...others, ...toBusy]));
  // The thirtieth after each comes a second later or more.
  expect(Math.min(...gaps(times, 30))).toBeGreaterThanOrEqual(1000);
  // 66 intervals of a thirtieth of a second, seen through the timers of a busy machine.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(10_000);
  const busy = await Promise.all(toBusy);
  expect(busy).toEqual(sorted(busy));
  expect(Math.min(...gaps(busy))).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...gaps(busy))).toBeLessThan(5000);
});

test("what waits for its chat has a place of its own, in the order in which it came", async () => {
  const waits = [];
  for (const id of ["a", "b", "c"]) waits.push((await here.lineUp("chat", id)).chatMs);
  const [first = -1, second = -1, third = -1] = waits;
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(900);
  expect(third).toBeGreaterThan(1900);
  expect((await elsewhere.lineUp("chat", "b")).chatMs).toBeLessThanOrEqual(second);
  expect((await elsewhere.lineUp("other", "d")).chatMs).toBe(0);
});

test("of those whose place went by in a pause one is next, and the others go to the end of the line", async () => {
  for (const id of ["a", "b", "c", "d"]) await here.lineUp("chat", id);
  await here.pause("chat", 3);
  await sleep(2150);
  // The places of a, b and c are past, the one of d is to come.
  const waits = [];
  for (const id of ["a", "b", "c"]) waits.push((await here.lineUp("chat", id)).chatMs);
  const [a = 0, b = 0, c = 0] = waits;
  expect(a).toBeLessThanOrEqual(1050);
  expect(b - a).toBeGreaterThan(900);
  expect(c - b).toBeGreaterThan(900);
});

test("a turn that is never ended holds nobody up for long", async () => {
  expect(await here.ask("chat", "first")).toMatchObject({ go: true });
  const { go, waitMs } = await elsewhere.ask("chat", "second");
  expect(go).toBe(false);
  expect(waitMs).toBeLessThanOrEqual(3100);
});

test("a pause that the Bot API asked for holds for its chat; for all, once several chats were told to pause", async () => {
  await here.pause("busy", 5);
  expect((await elsewhere.ask("busy", "a")).waitMs).toBeGreaterThan(4500);
  expect(await elsewhere.ask("free", "b")).toMatchObject({ go: true });
  expect((await elsewhere.lineUp("free", "b2")).pauseMs).toBe(0);
  await elsewhere.pause("busy too", 3);
  expect((await here.lineUp("free too", "c")).pauseMs).toBeGreaterThan(2500);
  const held = await here.ask("free too", "c");
  expect(held).toMatchObject({ go: false, busy: "all" });
  expect(held.waitMs).toBeGreaterThan(2500);
});

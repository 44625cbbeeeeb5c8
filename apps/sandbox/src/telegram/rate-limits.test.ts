import { expect, test } from "vitest";
import { RateLimiter, TELEGRAM_LIMITS } from "./rate-limits";

function limiterAt(rules = TELEGRAM_LIMITS) {
  const clock = { now: 1_000_000 };
  const limiter = new RateLimiter(rules, () => clock.now);
  return { clock, take: (chatId: number) => limiter.take(chatId) };
}

test("allows one message per second to a chat", () => {
  const { clock, take } = limiterAt();
  expect(take(1)).toBe(0);
  expect(take(1)).toBe(1);
  expect(take(2)).toBe(0);
  clock.now += 950;
  expect(take(1)).toBe(0);
  clock.now += 500;
  expect(take(1)).toBe(1);
});

test("allows thirty messages per second over all chats", () => {
  const { clock, take } = limiterAt();
  const burst = Array.from({ length: 40 }, (_, chat) => take(chat));
  expect(burst.filter((wait) => wait === 0)).toHaveLength(30);
  let passed = 0;
  for (let millisecond = 0; millisecond < 10_000; millisecond += 5) {
    clock.now += 5;
    if (take(1000 + millisecond) === 0) passed += 1;
  }
  expect(passed).toBeGreaterThanOrEqual(299);
  expect(passed).toBeLessThanOrEqual(301);
});

test("a refused message does not count", () => {
  const { clock, take } = limiterAt({ perSecond: 2, perChatPerSecond: 1, perChatBurst: 1 });
  expect([take(1), take(1), take(1), take(2), take(3)]).toEqual([0, 1, 1, 0, 1]);
  clock.now += 1000;
  expect([take(1), take(3)]).toEqual([0, 0]);
});

test("retry_after is the pause of a slow chat", () => {
  const { take } = limiterAt({ perSecond: 30, perChatPerSecond: 0.1, perChatBurst: 1 });
  expect([take(1), take(1)]).toEqual([0, 10]);
});

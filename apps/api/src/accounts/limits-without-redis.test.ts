import net from "node:net";
import { setTimeout as passing } from "node:timers/promises";
import { RATE_LIMITS, type RateLimit } from "@korki/domain";
import type { LimitName } from "@korki/services";
import type { ServerSettings } from "@korki/settings";
import { createTestDatabase, testSettings } from "@korki/testing";
import { testRedisUrl } from "@korki/testing/redis";
import { afterAll, expect, test } from "vitest";
import { openServices } from "../services";

/** A way to the run's Redis that can be cut, or be left hanging without an answer. */
async function openWay(target: URL) {
  const sockets = new Set<net.Socket>();
  let state: "open" | "cut" | "hanging" = "open";
  const server = net.createServer((near) => {
    if (state === "cut") return void near.destroy();
    const far = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => state === "open" && to.write(data));
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as net.AddressInfo;
  const url = new URL(target);
  url.port = String(address.port);
  return {
    url: url.href,
    set(next: typeof state) {
      state = next;
      if (next === "cut") for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const database = await createTestDatabase();
const way = await openWay(new URL(await testRedisUrl()));
const settings: ServerSettings = { ...testSettings(), databaseUrl: database.url, redisUrl: way.url };
const [one, two] = [await openServices(settings), await openServices(settings)];
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  way.close();
});

const ready = async () => {
  for (const { redis } of [one, two]) {
    while (redis.status !== "ready") await new Promise((resolve) => redis.once("ready", resolve));
  }
};

const attempts = async (
  count: number,
  key: string,
  services = [one.services, two.services],
  limit: LimitName = "telegramCode",
) => {
  let refused = 0;
  for (let attempt = 0; attempt < count; attempt += 1) {
    const limits = services[attempt % services.length]?.limits;
    await limits?.consume(limit, key).catch((error) => {
      expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
      refused += 1;
    });
  }
  return refused;
};

test.each(Object.entries(RATE_LIMITS) as [LimitName, RateLimit][])(
  "the limit of %s holds across processes",
  async (limit, { tries }) => {
    await ready();
    expect(await attempts(tries + 3, "everybody's", [one.services, two.services], limit)).toBe(3);
    const [mine, yours] = await two.services.limits.consumeEach(limit, ["everybody's", "nobody's"]);
    expect([mine?.code, yours]).toEqual(["rate_limited", null]);
  },
);

test("limits are shared between processes", async () => {
  await ready();
  expect(await attempts(10, "shared")).toBe(5);
  await expect(two.services.limits.check("telegramCode", "shared")).rejects.toMatchObject({
    code: "rate_limited",
  });
  await one.services.limits.reset("telegramCode", "shared");
  await two.services.limits.check("telegramCode", "shared");
});

test("without Redis they are per process, and shared again when it is back", async () => {
  way.set("cut");
  expect(await attempts(10, "gone", [one.services])).toBe(5);
  expect(await attempts(10, "gone", [two.services])).toBe(5);
  await expect(one.services.limits.check("telegramCode", "gone")).rejects.toMatchObject({
    code: "rate_limited",
  });
  await one.services.limits.reset("telegramCode", "gone");
  await one.services.limits.check("telegramCode", "gone");

  way.set("open");
  await ready();
  expect(await attempts(10, "back")).toBe(5);
});

test("a Redis that does not answer delays no call", async () => {
  way.set("hanging");
  const answered = attempts(6, "hanging", [one.services]);
  expect(await Promise.race([answered, passing(8_000, "held up")])).toBe(1);
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { Processes } from "./processes";
import { startRedis } from "./redis";
import { testDirectory } from "./testing/test-directory";

test("acknowledged writes survive a stop; the password is required", async () => {
  const dataDir = testDirectory();
  const processes = new Processes(dataDir);
  onTestFinished(() => processes.stopAll());

  const first = await startRedis(processes, { dataDir, durable: true });
  const client = new Redis(first.url);
  await client.set("key", "value");
  client.disconnect();
  await first.process.stop();

  const second = await startRedis(processes, { dataDir, durable: true, port: first.port });
  expect(second.url).toBe(first.url);
  const again = new Redis(second.url);
  expect(await again.get("key")).toBe("value");
  again.disconnect();

  const stranger = new Redis(second.port, "127.0.0.1", { enableReadyCheck: false });
  stranger.on("error", () => undefined);
  await expect(stranger.get("key")).rejects.toThrow("NOAUTH");
  stranger.disconnect();
  expect(readFileSync(`/proc/${second.process.pid}/cmdline`, "utf8")).not.toContain(
    new URL(second.url).password,
  );
});

test("a failed start shows the last lines of output", async () => {
  const dataDir = testDirectory();
  const processes = new Processes(dataDir);
  onTestFinished(() => processes.stopAll());
  const first = await startRedis(processes, { dataDir, durable: false });
  const others = new Processes(path.join(dataDir, "other"));
  onTestFinished(() => others.stopAll());
  await expect(
    startRedis(others, { dataDir: others.directory, durable: false, port: first.port }),
  ).rejects.toThrow(/^Redis did not start\. Its last words.*Address already in use/s);
});

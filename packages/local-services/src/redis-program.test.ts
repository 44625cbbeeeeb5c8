import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { redisProgram } from "./redis-program";
import { testDirectory } from "./testing/test-directory";

const nothing = { find: () => null, mayInstall: () => false, install: async () => undefined };

function fakeServer(version: string): string {
  const file = path.join(testDirectory(), "redis-server");
  writeFileSync(file, `#!/bin/sh\necho "Redis server v=${version} sha=00000000:0 malloc=libc bits=64"\n`);
  chmodSync(file, 0o755);
  return file;
}

test("explains what to do without a server and without the right to install one", async () => {
  await expect(redisProgram(() => undefined, nothing)).rejects.toThrow(
    /Neither valkey-server nor redis-server is installed.*sudo apt-get install redis-server.*REDIS_URL/,
  );
});

test("installs a missing server if allowed, and reports it", async () => {
  const said: string[] = [];
  const installed: string[] = [];
  const server = fakeServer("8.0.1");
  const program = await redisProgram((line) => said.push(line), {
    find: () => (installed.length > 0 ? server : null),
    mayInstall: () => true,
    install: async (packages) => {
      installed.push(...packages);
    },
  });
  expect({ program, installed }).toEqual({ program: server, installed: ["redis-server"] });
  expect(said).toEqual(["Redis is missing: installing redis-server with apt …"]);
});

test("shows apt's output when the installation fails", async () => {
  const install = () => Promise.reject(new Error("E: Unable to locate package redis-server"));
  await expect(
    redisProgram(() => undefined, { ...nothing, mayInstall: () => true, install }),
  ).rejects.toThrow(/could not be installed.*Unable to locate package/s);
});

test.each(["6.0.16", "5.0.14"])("version %s is too old", async (version) => {
  const server = fakeServer(version);
  await expect(redisProgram(() => undefined, { ...nothing, find: () => server })).rejects.toThrow(
    /but Korki needs 6\.2 or newer/,
  );
});

test.each(["6.2.0", "7.0.15"])("version %s is new enough", async (version) => {
  const server = fakeServer(version);
  expect(await redisProgram(() => undefined, { ...nothing, find: () => server })).toBe(server);
});

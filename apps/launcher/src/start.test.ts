import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { testSettings } from "@korki/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { errorsOnly } from "./app-output";
import type { ChildEnvironments } from "./child-environment";
import type { Program, Programs } from "./programs";
import { start } from "./start";

const ANSWERS = `
  import http from "node:http";
  const { PORT, DATABASE_URL, REDIS_URL, DEMO } = process.env;
  http.createServer((request, response) => {
    response.end(JSON.stringify({ DATABASE_URL, REDIS_URL, DEMO }));
  }).listen(Number(PORT), "127.0.0.1");
`;
const LISTENS = `
  import net from "node:net";
  const { SANDBOX_HTTP_PORT, SANDBOX_SMTP_PORT } = process.env;
  for (const port of [SANDBOX_HTTP_PORT, SANDBOX_SMTP_PORT]) net.createServer().listen(Number(port), "127.0.0.1");
`;
const STAYS = "setInterval(() => undefined, 60_000);";
const CRASHES = "console.error('out of order'); process.exit(7);";

function stub(name: string, script: string, env: NodeJS.ProcessEnv): Program {
  const args = ["--input-type=module", "--eval", script];
  return { name, command: process.execPath, args, cwd: tmpdir(), env };
}

/** Starts the product with tiny programs instead of its own. */
async function product(env: NodeJS.ProcessEnv = {}, { api = ANSWERS, worker = STAYS } = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-start-"));
  chmodSync(dataDir, 0o711);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = testSettings({ PORT: String(await freePort()), DATA_DIR: dataDir, ...env });
  const said: string[] = [];
  const stop = new AbortController();
  const begin = () =>
    start({
      settings,
      env: { PATH: process.env.PATH },
      programs: (children) => stubs(settings, children, { api, worker }),
      onOutput: errorsOnly,
      say: (line) => said.push(line),
      stop: stop.signal,
    });
  return { settings, said, stop, begin };
}

type Scripts = { api: string; worker: string };

function stubs(settings: Settings, env: ChildEnvironments, { api, worker }: Scripts): Programs {
  return {
    sandbox: stub("sandbox", LISTENS, env.sandbox),
    apps: [stub("api", api, env.api), stub("worker", worker, env.worker)],
    answering: [`http://127.0.0.1:${settings.port}`],
  };
}

function nothingRuns({ dataDir }: Settings): boolean {
  const notes = path.join(dataDir, "run");
  return (
    !existsSync(path.join(dataDir, "running.json")) && (!existsSync(notes) || readdirSync(notes).length === 0)
  );
}

test("starts everything with each other's addresses, and stops it on request", async () => {
  const { settings, said, stop, begin } = await product();
  const ended = begin();
  await vi.waitFor(() => expect(said.join("\n")).toContain("Korki is running at"), 60_000);

  const told = await (await fetch(`http://127.0.0.1:${settings.port}/readyz`)).json();
  expect(told).toEqual({
    DATABASE_URL: expect.stringMatching(/^postgresql:\/\/korki_app:.+@127\.0\.0\.1:\d+\/korki$/),
    REDIS_URL: expect.stringMatching(/^redis:\/\/:.+@127\.0\.0\.1:\d+\/0$/),
    DEMO: "1",
  });
  expect(readdirSync(path.join(settings.dataDir, "run")).toSorted()).toEqual([
    "api.json",
    "postgres.json",
    "redis.json",
    "sandbox.json",
    "worker.json",
  ]);
  await expect(begin()).rejects.toThrow(/already running from/);

  stop.abort();
  await ended;
  expect(nothingRuns(settings)).toBe(true);
  await expect(fetch(`http://127.0.0.1:${settings.port}/`)).rejects.toThrow();
});

test("reports an occupied port before anything is started", async () => {
  const { settings, said, begin } = await product();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(settings.port, "127.0.0.1", resolve));
  onTestFinished(() => {
    other.close();
  });
  await expect(begin()).rejects.toThrow(new RegExp(`Port ${settings.port} .* is taken by another program`));
  expect(said).toEqual([]);
  expect(existsSync(path.join(settings.dataDir, "postgres"))).toBe(false);
  expect(nothingRuns(settings)).toBe(true);
});

test("a program that cannot start fails the start with its last output, and leaves nothing running", async () => {
  const { settings, begin } = await product({}, { api: STAYS, worker: CRASHES });
  await expect(begin()).rejects.toThrow(/worker ended with code 7\. Its last words .*out of order/s);
  expect(nothingRuns(settings)).toBe(true);
});

test("a stop during the start is no failure, and leaves nothing running", async () => {
  const { settings, said, stop, begin } = await product();
  const ended = begin();
  await vi.waitFor(() => expect(said).toContain("starting PostgreSQL and Redis …"), 60_000);
  stop.abort();
  await ended;
  expect(nothingRuns(settings)).toBe(true);
});

test.each([
  [
    { DATABASE_URL: "postgres://korki:secret@127.0.0.1:1/korki" },
    /that DATABASE_URL names does not answer: .*ECONNREFUSED/,
  ],
  [{ REDIS_URL: "redis://:secret@127.0.0.1:1" }, /that REDIS_URL names does not answer: .*ECONNREFUSED/],
])("a service of one's own that does not answer is told: %j", async (env, text) => {
  const { settings, begin } = await product(env);
  const failure = await begin().catch((error: unknown) => error);
  expect(String(failure)).toMatch(text);
  expect(String(failure)).not.toContain("secret");
  expect(nothingRuns(settings)).toBe(true);
});

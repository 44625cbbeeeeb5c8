import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { processIdentity } from "./process-identity";
import type { Stage } from "./process-record";
import { Processes, type ProcessSpec } from "./processes";
import { testDirectory } from "./testing/test-directory";

function household() {
  const directory = testDirectory();
  const processes = new Processes(directory);
  onTestFinished(() => processes.stopAll());
  return { directory, processes };
}

function shell(name: string, script: string, stage: Stage = 2, more: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    name,
    command: "/bin/sh",
    args: ["-c", script],
    cwd: "/",
    env: { PATH: process.env.PATH },
    stage,
    ...more,
  };
}

/** How long to wait for something that a busy machine does slowly. */
const SOON_MS = 20_000;
const STAYS = "while :; do sleep 0.05; done";

test("writes output to the log file and line by line to the listener", async () => {
  const { directory, processes } = household();
  const lines: string[] = [];
  const running = await processes.start(
    shell("talker", "echo one; echo two >&2", 2, { onLine: (line) => lines.push(line) }),
  );
  expect(await running.exited).toEqual({ code: 0, signal: null });
  expect(lines.toSorted()).toEqual(["one", "two"]);
  expect(running.tail().split("\n").toSorted()).toEqual(["one", "two"]);
  expect(readFileSync(path.join(directory, "logs", "talker.log"), "utf8")).toContain("one\n");
  expect(existsSync(path.join(directory, "run", "talker.json"))).toBe(false);
});

test("passes input to the process", async () => {
  const { processes } = household();
  const running = await processes.start(shell("reader", "cat", 0, { input: "configuration\n" }));
  await running.exited;
  expect(running.tail()).toBe("configuration");
});

test("stops programs first, then emulators, then services", async () => {
  const { processes } = household();
  const ended: string[] = [];
  const names = { service: 0, standIn: 1, program: 2 } as const;
  for (const [name, stage] of Object.entries(names)) {
    const running = await processes.start(shell(name, STAYS, stage));
    void running.exited.then(() => ended.push(name));
  }
  await processes.stopAll();
  expect(ended).toEqual(["program", "standIn", "service"]);
  await expect(processes.start(shell("late", STAYS))).rejects.toThrow("everything is being stopped");
});

test("a process that starts during the stop is stopped too", async () => {
  const { processes } = household();
  await processes.endLeftovers();
  const starting = processes.start(shell("racer", STAYS)).catch(() => null);
  await processes.stopAll();
  const running = await starting;
  if (running) expect(processIdentity(running.pid)).toBeNull();
});

test("kills a process that does not end, with its children", async () => {
  const { processes } = household();
  const lines: string[] = [];
  const running = await processes.start(
    shell("stubborn", `trap '' TERM; sleep 600 & echo $!; ${STAYS}`, 2, {
      stopMs: 200,
      onLine: (line) => lines.push(line),
    }),
  );
  await vi.waitFor(() => expect(lines).toHaveLength(1), SOON_MS);
  await running.stop();
  expect(running.exit()).toEqual({ code: null, signal: "SIGKILL" });
  await vi.waitFor(() => expect(processIdentity(Number(lines[0]))).toBeNull(), SOON_MS);
});

test("names a program that does not exist", async () => {
  const { processes } = household();
  const spec = { ...shell("ghost", ""), command: "/nonexistent/program" };
  await expect(processes.start(spec)).rejects.toThrow(/^ghost could not be started: \/nonexistent\/program/);
});

/** Starts a process that starts children in `directory`. Returns their numbers once they run. */
async function parentOf(directory: string): Promise<{ parent: number; children: number[] }> {
  const script = fileURLToPath(new URL("./testing/start-children.ts", import.meta.url));
  const parent = spawn(process.execPath, ["--import", "tsx", script, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    parent.kill("SIGKILL");
  });
  const children = await new Promise<string>((resolve) =>
    parent.stdout.setEncoding("utf8").once("data", resolve),
  );
  return { parent: parent.pid ?? 0, children: JSON.parse(children) };
}

test("no child outlives a parent that is killed", async () => {
  const { parent, children } = await parentOf(testDirectory());
  expect(children).toHaveLength(3);
  expect(children.map(processIdentity)).not.toContain(null);
  process.kill(parent, "SIGKILL");
  await vi.waitFor(() => expect(children.map(processIdentity)).toEqual([null, null, null]), SOON_MS);
});

test("the next start ends children that survived a killed guardian", async () => {
  const { directory, processes } = household();
  const { parent, children } = await parentOf(directory);
  const guardian = childrenOf(parent).find((pid) => !children.includes(pid));
  process.kill(guardian ?? 0, "SIGKILL");
  process.kill(parent, "SIGKILL");
  await vi.waitFor(() => expect(processIdentity(parent)).toBeNull(), SOON_MS);
  expect(children.map(processIdentity)).not.toContain(null);
  await processes.start(shell("next", STAYS));
  expect(children.map(processIdentity)).toEqual([null, null, null]);
});

function childrenOf(parent: number): number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ").map(Number);
}

import { expect, onTestFinished, test, vi } from "vitest";
import { Processes } from "./processes";
import { Supervisor } from "./supervisor";
import { testDirectory } from "./testing/test-directory";

function supervised(script: string, waitsMs: readonly number[] = [10, 10, 10]) {
  const said: string[] = [];
  const started: number[] = [];
  const supervisor = new Supervisor(new Processes(testDirectory()), {
    say: (line) => said.push(line),
    waitsMs,
  });
  onTestFinished(() => supervisor.stop());
  const run = () =>
    supervisor.run({
      name: "app",
      start: async () => {
        const running = await supervisor.processes.start({
          name: "app",
          command: "/bin/sh",
          args: ["-c", script],
          cwd: "/",
          env: { PATH: process.env.PATH },
          stage: 2,
        });
        started.push(running.pid);
        return running;
      },
    });
  return { supervisor, run, said, started };
}

test("a process that ends during the start makes it fail, with its last output", async () => {
  const { supervisor, run, started } = supervised("echo port is taken; exit 3");
  await run();
  await expect(supervisor.failed).rejects.toThrow(/^app ended with code 3\. Its last words.*port is taken/s);
  expect(started).toHaveLength(1);
});

test("restarts a killed process", async () => {
  const { supervisor, run, said, started } = supervised("exec sleep 600");
  await run();
  supervisor.keepAlive();
  process.kill(started[0] ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(started).toHaveLength(2), 20_000);
  expect(said).toEqual(["app was ended by SIGKILL. Starting it again in 0.01 s."]);
});

test("gives up a process that keeps crashing, with the reason", async () => {
  const { supervisor, run, started } = supervised("echo out of order; exit 1");
  supervisor.keepAlive();
  await run();
  await expect(supervisor.failed).rejects.toThrow(
    /^app does not stay up\. app ended with code 1\. Its last words.*out of order/s,
  );
  expect(started).toHaveLength(4);
});

test("does not restart a stopped process", async () => {
  const { supervisor, run, said, started } = supervised("exec sleep 600", [0]);
  await run();
  supervisor.keepAlive();
  await supervisor.stop();
  expect({ said, starts: started.length }).toEqual({ said: [], starts: 1 });
});

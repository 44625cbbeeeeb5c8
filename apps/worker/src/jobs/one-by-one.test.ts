import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { oneByOne } from "./one-by-one";

const FOREVER_MS = 3_600_000;

test("begins each piece of work when the one before has ended, also when that failed", async () => {
  const run = oneByOne(FOREVER_MS);
  const happened: string[] = [];
  const work = (name: string) => async () => {
    happened.push(`${name} begins`);
    await turn();
    happened.push(`${name} ends`);
    if (name === "a") throw new Error("a fails");
    return name;
  };
  const [a, ...others] = await Promise.allSettled(["a", "b", "c"].map((name) => run(work(name))));
  expect(happened).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(a).toMatchObject({ status: "rejected", reason: new Error("a fails") });
  expect(others).toEqual([
    { status: "fulfilled", value: "b" },
    { status: "fulfilled", value: "c" },
  ]);
});

test("does not wait for work that takes too long", async () => {
  const run = oneByOne(1);
  let finish: (name: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const first = run(() => slow);
  expect(await run(async () => "second")).toBe("second");
  finish("first");
  expect(await first).toBe("first");
});

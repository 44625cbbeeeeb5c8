import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue";

const LIMITS = {
  waitingPerKey: 3,
  waitingPerGroup: 4,
  waiting: 5,
  groupOf: (key: string) => key[0] ?? key,
};
const REFUSED = { code: "rate_limited", retryAfterSeconds: 5 };

/** Work that ends when it is let go. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), work: () => passed };
}

test("runs one piece at a time and serves the keys in turn", async () => {
  const queue = new FairQueue(LIMITS);
  const log: string[] = [];
  const piece = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
  };
  const asked = [
    ["a", "a1"],
    ["a", "a2"],
    ["a", "a3"],
    ["b", "b1"],
    ["c", "c1"],
  ] as const;
  await Promise.all(asked.map(([key, name]) => queue.run(key, piece(name))));
  expect(log).toEqual(["a1", "a2", "b1", "c1", "a3"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("passes on what the work returns or throws, and goes on after a failure", async () => {
  const queue = new FairQueue(LIMITS);
  const outcomes = await Promise.allSettled([
    queue.run("a", async () => 1),
    queue.run("a", async () => Promise.reject(new Error("failed"))),
    queue.run("a", async () => 3),
  ]);
  expect(outcomes).toMatchObject([{ value: 1 }, { reason: new Error("failed") }, { value: 3 }]);
});

test("refuses a key that has too much waiting, and serves the others", async () => {
  const queue = new FairQueue(LIMITS);
  const { open, work } = gate();
  const flood = Array.from({ length: 4 }, () => queue.run("flood", work));
  await expect(queue.run("flood", work)).rejects.toMatchObject(REFUSED);
  const other = queue.run("other", async () => "served");
  open();
  await expect(other).resolves.toBe("served");
  await Promise.all(flood);
  await expect(queue.run("flood", async () => 1)).resolves.toBe(1);
});

test("refuses everybody while too much waits in all", async () => {
  const queue = new FairQueue(LIMITS);
  const { open, work } = gate();
  const waiting = ["a", "b", "c", "d", "e", "f"].map((key) => queue.run(key, work));
  await expect(queue.run("g", work)).rejects.toMatchObject(REFUSED);
  open();
  await Promise.all(waiting);
});

test("the keys of one group take turns as one, and have a limit together", async () => {
  const queue = new FairQueue(LIMITS);
  const { open, work } = gate();
  const log: string[] = [];
  const piece = (name: string) => async () => void log.push(name);
  const first = queue.run("x", work);
  const asked = ["a1", "a2", "a3"].map((key) => queue.run(key, piece(key)));
  const other = queue.run("b", piece("b"));
  open();
  await Promise.all([first, other, ...asked]);
  expect(log).toEqual(["a1", "b", "a2", "a3"]);
  const again = gate();
  const held = ["x", "a1", "a2", "a3", "a4"].map((key) => queue.run(key, again.work));
  expect(queue.refusalOf("a5")).toMatchObject(REFUSED);
  again.open();
  await Promise.all(held);
});

test.each([
  [0.1, 3],
  [1, 3],
  [2, 6],
  [10, 30],
])("at a scale of %d a key may have %d pieces waiting", async (scale, most) => {
  const queue = new FairQueue(LIMITS);
  const { open, work } = gate();
  const pieces = [queue.run("x", work, scale)];
  while (!queue.refusalOf("a", scale)) pieces.push(queue.run("a", work, scale));
  expect(pieces).toHaveLength(1 + most);
  open();
  await Promise.all(pieces);
});

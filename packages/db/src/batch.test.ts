import { expect, test } from "vitest";
import { batch } from "./batch";

test("batches calls of one turn and returns each its own answer", async () => {
  const asked: (readonly number[])[] = [];
  const double = batch(async (numbers: readonly number[]) => {
    asked.push(numbers);
    return numbers.map((number) => 2 * number);
  });
  expect(await Promise.all([double(1), double(2), double(2)])).toEqual([2, 4, 4]);
  expect(await double(3)).toBe(6);
  expect(asked).toEqual([[1, 2, 2], [3]]);
});

test("does not wait for a batch that is on its way", async () => {
  const answer: (() => void)[] = [];
  const slow = batch(async (names: readonly string[]) => {
    await new Promise<void>((resolve) => answer.push(resolve));
    return names;
  });
  const first = slow("first");
  await expect.poll(() => answer).toHaveLength(1);
  const second = slow("second");
  await expect.poll(() => answer).toHaveLength(2);
  answer[1]?.();
  expect(await second).toBe("second");
  answer[0]?.();
  expect(await first).toBe("first");
});

test("rejects every call of a failed batch and no later one", async () => {
  let works = false;
  const ask = batch(async (names: readonly string[]) => {
    if (!works) throw new Error("away");
    return names;
  });
  const [one, two] = await Promise.allSettled([ask("a"), ask("b")]);
  expect([one.status, two.status]).toEqual(["rejected", "rejected"]);
  works = true;
  expect(await ask("c")).toBe("c");
});

test("in turn, asks in the next batch what was asked while one was on its way", async () => {
  const asked: (readonly string[])[] = [];
  const answer: (() => void)[] = [];
  const ask = batch(
    async (names: readonly string[]) => {
      asked.push(names);
      await new Promise<void>((resolve) => answer.push(resolve));
      if (names.includes("bad")) throw new Error("away");
      return names;
    },
    { inTurn: true },
  );
  const first = ask("bad");
  await expect.poll(() => answer).toHaveLength(1);
  const others = Promise.all([ask("b"), ask("c")]);
  answer[0]?.();
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => answer).toHaveLength(2);
  answer[1]?.();
  expect(await others).toEqual(["b", "c"]);
  expect(asked).toEqual([["bad"], ["b", "c"]]);
});

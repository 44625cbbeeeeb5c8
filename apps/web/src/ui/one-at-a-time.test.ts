import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time";

test("a second press does nothing until the first act has ended, well or badly", async () => {
  const once = oneAtATime();
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const press = (index: number) =>
    once(() => {
      begun.push(index);
      return new Promise((_, reject) => ends.push(() => reject(new Error("refused"))));
    });
  const first = press(1);
  await press(2);
  expect(begun).toEqual([1]);
  ends[0]?.();
  await first;
  void press(3);
  expect(begun).toEqual([1, 3]);
});

test("an act of another component is not in the way", async () => {
  const [once, other] = [oneAtATime(), oneAtATime()];
  void other(() => new Promise(() => undefined));
  let isDone = false;
  await once(() => {
    isDone = true;
  });
  expect(isDone).toBe(true);
});

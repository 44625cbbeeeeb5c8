import { expect, test } from "vitest";
import { ENOUGH, stepBandwidth } from "./bandwidth";

/** Takes an estimate each second. Returns after how many of them the camera goes and comes. */
function turns(estimates: readonly (number | null)[]): number[] {
  let state = ENOUGH;
  return estimates.flatMap((estimate, second) => {
    const before = state.isWeak;
    state = stepBandwidth(state, estimate, second * 1_000);
    return state.isWeak === before ? [] : [second];
  });
}

const of = (length: number, estimate: number | null) => Array.from({ length }, () => estimate);

test("the camera goes after 5 s below 150 kbit/s, and comes back after 15 s above 300", () => {
  expect(turns([...of(3, 800_000), ...of(6, 100_000), ...of(20, 400_000)])).toEqual([8, 24]);
});

test("what changes in between begins the time anew", () => {
  expect(turns([...of(4, 100_000), 200_000, ...of(4, 100_000), null, ...of(4, 100_000)])).toEqual([]);
  expect(turns([...of(6, 100_000), ...of(14, 400_000), 250_000, ...of(15, 400_000)])).toEqual([5]);
});

test("an estimate that sound alone does not raise is tried after a minute, then after two, four and eight", () => {
  expect(turns(of(1_000, 100_000))).toEqual([5, 65, 71, 191, 197, 437, 443, 923, 929]);
});

test("a camera that stayed for a minute, or came back by its estimate, is tried after a minute again", () => {
  expect(turns([...of(66, 100_000), ...of(60, 400_000), ...of(80, 100_000)])).toEqual([5, 65, 131, 191, 197]);
  const back = [...of(72, 100_000), ...of(16, 400_000), ...of(70, 100_000)];
  expect(turns(back)).toEqual([5, 65, 71, 87, 93, 153]);
});

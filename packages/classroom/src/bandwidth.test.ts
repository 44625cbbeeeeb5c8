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
  expect(turns([...of(6, 100_000), ...of(10, 400_000), 250_000, ...of(13, 400_000)])).toEqual([5]);
});

test("what sound alone does not show is tried after 30 s, then after 60, 120 and 240, for 15 s", () => {
  expect(turns(of(1_000, 100_000))).toEqual([5, 35, 50, 110, 125, 245, 260, 500, 515, 755, 770]);
});

test("the estimate of a tried camera has 10 s to rise", () => {
  expect(turns([...of(44, 100_000), ...of(60, 160_000)])).toEqual([5, 35]);
});

test("after a camera that stayed for a while, or came back by its estimate, it is tried after 30 s again", () => {
  expect(turns([...of(40, 100_000), ...of(40, 400_000), ...of(50, 100_000)])).toEqual([5, 35, 85, 115]);
  const back = [...of(51, 100_000), ...of(16, 400_000), ...of(50, 100_000)];
  expect(turns(back)).toEqual([5, 35, 50, 66, 72, 102]);
});

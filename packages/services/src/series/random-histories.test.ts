import { expect, test } from "vitest";
import { playSeriesHistory } from "../testing/series-history";
import { openTestServices } from "../testing/test-services";

const services = await openTestServices();

test("thirty random histories of series, closures, moves, substitutes and cancellations equal a simple model", async () => {
  let taken = 0;
  for (let seed = 1; seed <= 30; seed += 1) {
    const { faults, tally } = await playSeriesHistory(services, { seed, steps: 16 });
    expect(faults).toEqual([]);
    for (const { done } of tally.values()) taken += done;
  }
  expect(taken).toBeGreaterThan(30 * 7);
});

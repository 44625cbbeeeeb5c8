import { createTestDatabase } from "@korki/testing";
import { expect, test } from "vitest";
import { playFamilies } from "../testing/family-months";

/** What each family does many times; rarer steps depend on which caller comes first. */
const MUST_HAPPEN = ["series", "held", "transfer"];

test("due, bills, payments and ledger of random families agree to the złoty, month by month", async () => {
  const { url } = await createTestDatabase();
  const play = { families: 4, months: 2, steps: 6, callers: 2, together: 3, seed: 1 };
  const { faults, done, bills, received } = await playFamilies(url, play);
  expect(faults).toEqual([]);
  // They hold what they are about.
  for (const step of MUST_HAPPEN) expect(done, step).toHaveProperty([step]);
  expect(bills).toBeGreaterThan(0);
  expect(received).toBeGreaterThan(0);
}, 120_000);

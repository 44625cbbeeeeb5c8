import { createTestDatabase } from "@korki/testing";
import { expect, test } from "vitest";
import { playFamilies } from "../testing/family-months";

const MUST_HAPPEN = [
  ...["series", "held", "closure", "price", "move of a series", "transfer", "transfer that expires"],
  ...["what is due, online", "bill online", "bill by transfer"],
];

test("due, bills, payments and ledger of random families agree to the złoty, month by month", async () => {
  const { url } = await createTestDatabase();
  const play = { families: 6, months: 3, steps: 8, callers: 2, together: 3, seed: 7 };
  const { faults, done, bills, received } = await playFamilies(url, play);
  expect(faults).toEqual([]);
  // They hold what they are about.
  for (const step of MUST_HAPPEN) expect(done, step).toHaveProperty([step]);
  expect(bills).toBeGreaterThan(3);
  expect(received).toBeGreaterThan(0);
});

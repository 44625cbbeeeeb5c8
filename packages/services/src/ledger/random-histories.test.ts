import { expect, test } from "vitest";
import { ledgerDigest, ledgerFaults, playLedgerHistory } from "../testing/ledger-history";
import { openTestServices } from "../testing/test-services";

const services = await openTestServices();
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const MUST_HAPPEN = [
  "payment",
  "package",
  "series",
  "move",
  "cancellation by the student",
  "void",
  "adjustment",
];
/** Histories that are played at the same time. */
const TOGETHER = 4;

test("ledger, recount and balance agree after random histories, and no entry ever changes", async () => {
  const done: Record<string, number> = {};
  let before = await ledgerDigest(services, Number.MAX_SAFE_INTEGER);
  for (let at = 0; at < SEEDS.length; at += TOGETHER) {
    const played = await Promise.all(
      SEEDS.slice(at, at + TOGETHER).map((seed) =>
        playLedgerHistory(services, { seed, steps: 60, callers: 3 }),
      ),
    );
    expect(
      await ledgerFaults(
        services,
        played.map(({ studentId }) => studentId),
      ),
    ).toEqual([]);
    expect(await ledgerDigest(services, before.last)).toEqual(before);
    before = await ledgerDigest(services, Number.MAX_SAFE_INTEGER);
    for (const history of played)
      for (const [step, count] of Object.entries(history.done)) done[step] = (done[step] ?? 0) + count;
  }
  // The histories hold what they are about; what chance may leave out is not asked for one by one.
  for (const step of MUST_HAPPEN) expect(done, step).toHaveProperty([step]);
  expect((done.waiver ?? 0) + (done["late decision"] ?? 0)).toBeGreaterThan(0);
});

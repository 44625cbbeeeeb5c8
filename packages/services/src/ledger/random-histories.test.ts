import { expect, test } from "vitest";
import { ledgerDigest, ledgerFaults, playLedgerHistory } from "../testing/ledger-history";
import { openTestServices } from "../testing/test-services";

const services = await openTestServices();

test.each([1, 2, 3, 4, 5])("ledger, recount and balance agree after random history %i", async (seed) => {
  const before = await ledgerDigest(services, Number.MAX_SAFE_INTEGER);
  const { studentId, done } = await playLedgerHistory(services, { seed, steps: 60, callers: 4 });
  expect(done).toBeGreaterThan(15);
  expect(await ledgerFaults(services, [studentId])).toEqual([]);
  expect(await ledgerDigest(services, before.last)).toEqual(before);
});

import { expect, test } from "vitest";
import { playLedgerHistory } from "../testing/ledger-history";
import { moneyFaults } from "../testing/money-recount";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";

const services = await openTestServices();

test("what is due, the statement and its sentence agree with a recount after random histories", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const played = await Promise.all(
    [101, 102, 103, 104].map((seed) => playLedgerHistory(services, { seed, steps: 60, callers: 3 })),
  );
  const studentIds = played.map(({ studentId }) => studentId);
  expect(await moneyFaults(asAdmin, studentIds)).toEqual([]);
});

import { expect, test } from "vitest";
import { playLedgerHistory } from "../testing/ledger-history";
import { moneyFaults } from "../testing/money-recount";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";

const services = await openTestServices();

test("what is due, the statement and its sentence agree with a recount after random histories", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const played = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      playLedgerHistory(services, { seed: 101 + at, steps: 60, callers: 1 + (at % 3) }),
    ),
  );
  const studentIds = played.map(({ studentId }) => studentId);
  expect(await moneyFaults(asAdmin, studentIds)).toEqual([]);
});

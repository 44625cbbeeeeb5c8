// `pnpm bench money-histories [histories=1000] [steps=120]`: random histories of students' money and lessons (payments,
// packages that expire, weekly lessons, cancellations, price changes), by several concurrent callers each. What is due,
// what is planned later, the statement's lines and the sentence on top are compared with a recount. Exits with 1 on a
// difference.
import { openDatabase } from "@korki/db";
import { createRateLimits, type Services } from "@korki/services";
import { playLedgerHistory } from "@korki/services/testing/ledger-history";
import { moneyFaults } from "@korki/services/testing/money-recount";
import { makePerson, personCtx } from "@korki/services/testing/people";
import { testSettings } from "@korki/testing/settings";
import { pino } from "pino";
import { seconds, Verdict } from "./lab/figures";
import { inLab } from "./lab/lab";

const HISTORIES = Number(process.argv[2] ?? 1000);
const STEPS = Number(process.argv[3] ?? 120);
const CALLERS = 3;
/** Histories at the same time. */
const TOGETHER = 5;

await inLab(null, async (lab) => {
  // What is measured is right or wrong, not fast or slow.
  await lab.db.pool.query("ALTER DATABASE postgres SET synchronous_commit = off").catch(() => undefined);
  const db = openDatabase(lab.databaseUrl, TOGETHER * CALLERS + 2);
  const services: Services = {
    db,
    settings: testSettings(),
    payments: null,
    limits: createRateLimits(null, 1_000_000),
    log: pino({ level: "silent" }),
    now: () => new Date(),
  };
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const verdict = new Verdict(`${HISTORIES} histories of ${STEPS} steps, ${CALLERS} callers each`);
  const faults: string[] = [];
  const began = performance.now();
  for (let seed = 1; seed <= HISTORIES; seed += TOGETHER) {
    const played = await Promise.all(
      Array.from({ length: Math.min(TOGETHER, HISTORIES - seed + 1) }, (_, index) =>
        playLedgerHistory(services, { seed: seed + index, steps: STEPS, callers: CALLERS }),
      ),
    );
    faults.push(
      ...(await moneyFaults(
        asAdmin,
        played.map(({ studentId }) => studentId),
      )),
    );
  }
  verdict.figure("took", seconds(performance.now() - began));
  for (const fault of faults.slice(0, 10)) console.log(fault);
  verdict.must("differences of due, statement and sentence", faults.length, faults.length === 0, "0");
  verdict.end();
  await db.close();
});

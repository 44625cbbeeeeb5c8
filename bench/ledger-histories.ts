// `pnpm bench ledger-histories [histories=1000] [steps=200]`: random histories of students' money and lessons (payments,
// packages that expire, weekly lessons, cancellations, price changes), by several concurrent callers each. Compares the
// ledger, what is due, what is planned later, the statement's lines and its sentence with a recount of lessons and payments,
// and checks that no entry changes. Exits with 1 on a difference.
import { openDatabase } from "@korki/db";
import {
  type HistorySteps,
  ledgerDigest,
  ledgerFaults,
  playLedgerHistory,
} from "@korki/services/testing/ledger-history";
import { moneyFaults } from "@korki/services/testing/money-recount";
import { makePerson, personCtx } from "@korki/services/testing/people";
import { seconds, table, Verdict } from "./lab/figures";
import { inLab } from "./lab/lab";
import { labServices } from "./lab/services";

const HISTORIES = Number(process.argv[2] ?? 1000);
const STEPS = Number(process.argv[3] ?? 200);
const CALLERS = 3;
/** Histories at the same time. */
const TOGETHER = 5;
/** Differences are looked for, and a digest of the entries is kept, every so many histories. */
const CHECK_EVERY = 50;

await inLab(null, async (lab) => {
  const db = openDatabase(lab.databaseUrl, TOGETHER * CALLERS + 2);
  const services = labServices(db);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const verdict = new Verdict(`${HISTORIES} histories of ${STEPS} steps, ${CALLERS} callers each`);
  const digests: { digest: string; last: number }[] = [];
  const done: HistorySteps = {};
  const ledgerDifferences: string[] = [];
  const moneyDifferences: string[] = [];
  const began = performance.now();
  let unchecked: string[] = [];
  for (let seed = 1; seed <= HISTORIES; seed += TOGETHER) {
    const played = await Promise.all(
      Array.from({ length: Math.min(TOGETHER, HISTORIES - seed + 1) }, (_, index) =>
        playLedgerHistory(services, { seed: seed + index, steps: STEPS, callers: CALLERS }),
      ),
    );
    unchecked.push(...played.map(({ studentId }) => studentId));
    for (const history of played)
      for (const [step, count] of Object.entries(history.done)) done[step] = (done[step] ?? 0) + count;
    if (unchecked.length < CHECK_EVERY && seed + TOGETHER <= HISTORIES) continue;
    ledgerDifferences.push(...(await ledgerFaults(services, unchecked)));
    moneyDifferences.push(...(await moneyFaults(asAdmin, unchecked)));
    unchecked = [];
    digests.push(await ledgerDigest(services, Number.MAX_SAFE_INTEGER));
    console.log(`  … ${seed + played.length - 1} histories, ${seconds(performance.now() - began)}`);
  }
  let changed = 0;
  for (const before of digests) {
    const now = await ledgerDigest(services, before.last);
    if (now.digest !== before.digest) changed += 1;
  }
  const { rows } = await db.pool.query<{ kind: string; count: number }>(
    "SELECT kind, count(*)::int AS count FROM ledger_entries GROUP BY kind ORDER BY kind",
  );
  console.log(
    table([["step", "done"], ...Object.entries(done).map(([step, count]) => [step, String(count)])]),
  );
  console.log(table([["entry", "count"], ...rows.map(({ kind, count }) => [kind, String(count)])]));
  verdict.figure("took", seconds(performance.now() - began));
  for (const [what, differences] of [
    ["differences between ledger, recount and balance", ledgerDifferences],
    ["differences of due, statement and sentence", moneyDifferences],
  ] as const) {
    for (const difference of differences.slice(0, 10)) console.log(difference);
    verdict.must(what, differences.length, differences.length === 0, "0");
  }
  verdict.must("digests of entries that changed", changed, changed === 0, `0 of ${digests.length}`);
  verdict.end();
  await db.close();
});

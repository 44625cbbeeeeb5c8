// A centre with 100,000 lessons and 1,000,000 messages takes over the present schema, one migration after the other, while
// an evening's calls go to the API of the release that it runs; then both releases serve side by side, and the earlier
// one ends. Repeated for every release. pnpm bench drills/migrations [release] [calls a second] [messages]
import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findLedgerFaults, openDatabase } from "@korki/db";
import { migrate } from "@korki/db/migrate";
import { checkBookings } from "../lab/booked";
import { callAtRate, type Outcome, openEvening } from "../lab/evening";
import { percentile, seconds, table, Verdict } from "../lab/figures";
import { inLab, type Lab } from "../lab/lab";
import { unpackRelease } from "../lab/release";
import { LARGE, loadData } from "../load-data";

const [only = "all", rate = "40", messages = "1000000"] = process.argv.slice(2);
const RATE = Number(rate);
const SIZE = { ...LARGE, messages: Number(messages) };
const GOAL_MS = 250;
/** Every schema on the way is served for at least this long. */
const EACH_SCHEMA_MS = 1_500;
const QUIET_MS = 10_000;

/**
 * The releases that centres have run, with the last migration of each. The migrations between two of them were applied
 * together.
 */
const RELEASES = [
  { commit: "bc0f96e", last: "20261121150100_store_messages_of_arrays" },
  { commit: "9bbd1bc", last: "20261122230000_family_signals" },
  { commit: "a571b8f", last: "20261122230000_family_signals" },
  { commit: "bd58680", last: "20261123050000_landing" },
  { commit: "4916c55", last: "20261123120200_ledger_index_less" },
  { commit: "950198f", last: "20261127031000_told_instead_of_blocked_payer" },
  { commit: "8a99238", last: "20261127050010_payer_of_child_without_login" },
  { commit: "f563dbd", last: "20261128120000_masked_bank_accounts" },
] as const;

const MIGRATIONS = readdirSync(path.resolve(import.meta.dirname, "../../prisma/migrations"))
  .filter((name) => /^\d{14}_/.test(name))
  .sort();

const chosen = RELEASES.filter(({ commit }) => only === "all" || only === commit);
if (chosen.length === 0)
  throw new Error(`no release ${only}; there are ${RELEASES.map(({ commit }) => commit)}`);

await inLab(null, async (lab) => {
  const verdict = new Verdict();
  for (const release of chosen) await takeOver(lab, release, verdict);
  verdict.end();
});

async function takeOver(
  lab: Lab,
  { commit, last }: (typeof RELEASES)[number],
  verdict: Verdict,
): Promise<void> {
  const root = path.join(lab.dataDir, `release-${commit}`);
  console.log(`\nrelease ${commit}: unpacking it, filling its schema …`);
  unpackRelease(commit, root);
  await lab.db.pool.query(`CREATE DATABASE "release_${commit}"`);
  const url = new URL(lab.databaseUrl);
  url.pathname = `/release_${commit}`;
  const env = { DATABASE_URL: url.href };
  await migrate(url.href, last);
  const db = openDatabase(url.href, 4);
  try {
    const from = performance.now();
    await loadData(db, SIZE);
    console.log(`${SIZE.lessons} lessons, ${SIZE.messages} messages: ${seconds(performance.now() - from)}`);

    const earlier = await lab.startApi(`api of ${commit}`, env, root);
    const evening = await openEvening(SIZE);
    const warmUntil = Date.now() + QUIET_MS / 2;
    await callAtRate(evening, [earlier.origin], { perSecond: RATE, until: () => Date.now() > warmUntil });

    const origins = [earlier.origin];
    let isOver = false;
    const load = callAtRate(evening, origins, { perSecond: RATE, until: () => isOver });
    const phases: { name: string; from: number; to: number }[] = [];
    const phase = async (name: string, work: () => Promise<unknown>) => {
      const from = Date.now();
      await work();
      phases.push({ name, from, to: Date.now() });
    };
    await phase("before", () => pause(QUIET_MS));
    const took = [["migration", "took"]];
    await phase("migrations", async () => {
      for (const name of MIGRATIONS.filter((each) => each > last)) {
        const from = performance.now();
        await migrate(url.href, name);
        const ms = performance.now() - from;
        took.push([name, seconds(ms)]);
        await pause(EACH_SCHEMA_MS);
      }
    });
    await evening.renew();
    const later = await lab.startApi(`api after ${commit}`, env);
    origins.push(later.origin);
    await phase("side by side", () => pause(QUIET_MS));
    origins.shift();
    await phase("the earlier one ends", () => earlier.process.stop());
    await phase("after", () => pause(QUIET_MS));
    isOver = true;
    const outcomes = await load;
    await later.process.stop();

    if (took.length > 1) console.log(`\n${table(took)}`);
    for (const each of phases) report(`${commit}: ${each.name}`, outcomes, each, verdict);
    await checkBookings(db, outcomes, verdict);
    const faults = await findLedgerFaults(db, null);
    verdict.must("accounts that are not the recount", faults.length, faults.length === 0, "0");
  } finally {
    await db.close();
    await lab.db.pool.query(`DROP DATABASE "release_${commit}" WITH (FORCE)`);
  }
}

function report(
  name: string,
  outcomes: readonly Outcome[],
  { from, to }: { from: number; to: number },
  verdict: Verdict,
): void {
  const during = outcomes.filter(({ at, ms }) => at >= from && at - ms < to);
  if (during.length === 0) return;
  const bad = during.filter(({ status }) => status !== 200);
  const kinds = [...new Set(bad.map(({ kind, status }) => `${kind} ${status}`))].join(", ");
  const times = during.map(({ ms }) => ms).sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share));
  verdict.must(`${name}: failed`, `${bad.length} of ${during.length} ${kinds}`, bad.length === 0, "0");
  verdict.must(
    `${name}: p50 / p99 / slowest ms`,
    `${p50?.toFixed(0)} / ${p99?.toFixed(0)} / ${times.at(-1)?.toFixed(0)}`,
    (p99 ?? 0) <= GOAL_MS,
    `p99 ≤ ${GOAL_MS}`,
  );
}

// `pnpm bench ledger-reads [seconds]`: a student's balance, what is due and the statement with 1,000,000 entries in the
// ledger, 20 callers at once, over both doors. Ends with 1 where p95 is above 25 ms.
import { callFor, percentiles, type WireRequest } from "./lab/callers";
import { percentile, seconds, table, Verdict } from "./lab/figures";
import { inLab, type LoadedPerson, loadedPerson } from "./lab/lab";
import type { DataSize } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 5);
const ENTRIES = 1_000_000;
const GOAL_MS = 25;
const SIZE: DataSize = { teachers: 50, students: 5_000, lessons: 100_000, messages: 0 };
/** Students who ask. */
const ASKING = 200;

const statement = encodeURIComponent(JSON.stringify({ page: 1, pageSize: 25, direction: "desc" }));
const CALLS: readonly (readonly [name: string, path: string])[] = [
  ["balance, REST", "/api/student/avaiable_lessons"],
  ["balance, tRPC", "/trpc/lessons.available"],
  ["money, REST", "/api/student/money"],
  ["money, tRPC", "/trpc/money.mine?input=%7B%7D"],
  ["statement, REST (all of it)", "/api/student/ledger"],
  ["statement, tRPC (a page)", `/trpc/ledger.mine?input=${statement}`],
];

await inLab(SIZE, async (lab) => {
  const { pool } = lab.db;
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM ledger_entries");
    return rows[0]?.count ?? 0;
  };
  const began = performance.now();
  // An administrator corrects each account twice, and cancels and restores lessons as often as it takes: the database
  // completes every entry as it always does.
  await pool.query(
    `INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, description)
     SELECT 'adjustment', n, student_id, subject, level, 'korekta'
       FROM ledger_accounts, (VALUES (1), (-1)) AS correction (n) ORDER BY n, subject, level, student_id`,
  );
  const missing = ENTRIES - (await count());
  await pool.query(
    `INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id)
     SELECT CASE n % 2 WHEN 0 THEN 'release' ELSE 'hold' END, CASE n % 2 WHEN 0 THEN 1 ELSE -1 END,
            student_id, subject, level, lesson_id
       FROM (SELECT *, count(*) OVER () AS held FROM ledger_entries
              WHERE lesson_id IN (SELECT lesson_id FROM ledger_entries GROUP BY lesson_id HAVING sum(quantity) = -1)
            ) e,
            generate_series(0, $1::int / held) n
      ORDER BY n, seq LIMIT $1`,
    [missing],
  );
  await pool.query("VACUUM ANALYZE");
  console.log(`${await count()} entries in ${seconds(performance.now() - began)}`);

  const { origin } = await lab.startApi("api");
  const verdict = new Verdict();
  const people: LoadedPerson[] = [];
  for (let n = 0; n < ASKING; n += 1) people.push(await loadedPerson("student", n * 25));
  const requestOf =
    (path: string) =>
    (n: number): WireRequest => {
      const token = people[n % people.length]?.token;
      return { method: "GET", path, ...(token ? { token } : {}) };
    };
  const rows: string[][] = [["call", "calls/s", "p50 / p95 / p99 ms"]];
  for (const [name, path] of CALLS) {
    await callFor(2, origin, requestOf(path));
    const sample = await callFor(SECONDS, origin, requestOf(path));
    sample.latencies.sort((a, b) => a - b);
    rows.push([name, ((sample.calls * 1000) / sample.ms).toFixed(0), percentiles(sample)]);
    const p95 = percentile(sample.latencies, 0.95);
    verdict.must(`${name}: p95 in ms`, p95.toFixed(1), p95 <= GOAL_MS, `at most ${GOAL_MS}`);
    verdict.must(`${name}: calls that failed`, sample.failures.size, sample.failures.size === 0, "0");
  }
  console.log(`\n${table(rows)}`);
  verdict.end();
});

// `pnpm bench lists [seconds] [part of a name] [callers]`: an administrator's lists, the calendar's lanes and the people's
// CSV at 20,000 students, 3,000 teachers, 10,000 parents and 160,000 lessons. The callers, 20 unless said otherwise, never
// pause, turn pages and search for different people. Ends with 1 where p95 is too high or a call fails.
import { CALLERS, callFor, percentiles, type WireRequest } from "./lab/callers";
import { batchPath, DESK_CALLS, FAMILIES } from "./lab/desk-calls";
import { percentile, seconds, Verdict } from "./lab/figures";
import { inLab, loadedPerson } from "./lab/lab";
import { MANY_PEOPLE } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 3);
const ONLY = process.argv[3] ?? "";
const AT_ONCE = Number(process.argv[4] ?? CALLERS);
const GOAL_MS = 120;
/** Of keystrokes, which ask three lists. */
const SEARCH_GOAL_MS = 200;

await inLab({ ...MANY_PEOPLE, messages: 0 }, async (lab) => {
  for (const statement of FAMILIES) await lab.db.pool.query(statement);
  const api = await lab.startApi("api");
  const { token } = await loadedPerson("admin", 0);
  const verdict = new Verdict(
    `Lists and lanes, ${SECONDS} s each, ${AT_ONCE} callers; p50 / p95 / p99 in ms`,
  );
  for (const [name, callsOf] of DESK_CALLS.filter(([name]) => name.includes(ONLY))) {
    const requestOf = (n: number): WireRequest => ({ method: "GET", path: batchPath(callsOf(n)), token });
    await callFor(1, api.origin, requestOf, AT_ONCE);
    const sample = await callFor(SECONDS, api.origin, requestOf, AT_ONCE);
    sample.latencies.sort((a, b) => a - b);
    const p95 = percentile(sample.latencies, 0.95);
    const failures = [...sample.failures].map(([what, count]) => `${count} × ${what}`).join(", ");
    if (failures) verdict.must(`${name}: failed calls`, failures, false, "none");
    const goal = name.includes("Ctrl+K") ? SEARCH_GOAL_MS : GOAL_MS;
    verdict.must(name, percentiles(sample), p95 <= goal, `p95 ≤ ${goal} ms`);
  }
  // Apart: one caller, and no goal but an answer.
  for (const list of ["students", "teachers", "parents"].filter((name) => `${name}: CSV`.includes(ONLY))) {
    const from = performance.now();
    const answer = await fetch(`${api.origin}${batchPath([[`exports.${list}`, {}]])}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = (await answer.text()).length;
    verdict.must(
      `${list}: CSV, ${bytes} characters`,
      seconds(performance.now() - from),
      answer.ok,
      "answered",
    );
  }
  verdict.end();
});

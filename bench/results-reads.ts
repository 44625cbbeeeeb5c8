// `pnpm bench results-reads [calls=40]`: Firma → "Wyniki" of a month in a centre of 100,000 lessons, over REST, one caller
// after the other. Ends with 1 where p95 is above 120 ms or the parts of a figure do not add up.
import { addMonths, monthOf, today } from "@korki/domain";
import { percentile, Verdict } from "./lab/figures";
import { inLab, loadedPerson } from "./lab/lab";
import { LARGE } from "./load-data";

const CALLS = Number(process.argv[2] ?? 40);
const GOAL_MS = 120;
const WARM_UP = 5;

type Counted = { students: number; retained: number };

await inLab({ ...LARGE, messages: 0 }, async (lab) => {
  await lab.db.pool.query("VACUUM ANALYZE");
  const { origin } = await lab.startApi("api");
  const { token } = await loadedPerson("admin", 0);
  const verdict = new Verdict();
  // The last whole month but one: the month after it tells who stayed.
  const { year, month } = addMonths(monthOf(today(new Date())), -2);
  const asked = `?month=${year}-${String(month).padStart(2, "0")}`;
  const read = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/api/admin/results/${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  for (const path of [`retention${asked}`, `hours${asked}`, `trials${asked}`, "idle"]) {
    const took: number[] = [];
    for (let call = 0; call < WARM_UP + CALLS; call += 1) {
      const from = performance.now();
      await read(path);
      if (call >= WARM_UP) took.push(performance.now() - from);
    }
    took.sort((a, b) => a - b);
    const p95 = percentile(took, 0.95);
    verdict.figure(`${path}: p50 in ms`, percentile(took, 0.5).toFixed(1));
    verdict.must(`${path}: p95 in ms`, p95.toFixed(1), p95 <= GOAL_MS, `at most ${GOAL_MS}`);
  }
  const whole = (await read(`retention${asked}`)) as Counted & {
    byTeacher: Counted[];
    byFirstMonth: Counted[];
  };
  for (const part of ["byTeacher", "byFirstMonth"] as const) {
    const sums = whole[part].reduce(
      (sum, each) => ({ students: sum.students + each.students, retained: sum.retained + each.retained }),
      { students: 0, retained: 0 },
    );
    const holds = sums.students === whole.students && sums.retained === whole.retained;
    verdict.must(
      `students ${part}`,
      `${sums.students}, ${sums.retained}`,
      holds,
      `${whole.students}, ${whole.retained}`,
    );
  }
  verdict.end();
});

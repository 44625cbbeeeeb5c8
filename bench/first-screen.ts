// `pnpm bench first-screen [seconds]`: the data of the first screen, in one batch as the browser asks for it, 20 callers at
// once: of teachers with 1,000 lessons each, and of an administrator of 20,000 students. Ends with 1 where p95 is too high.
import { callFor, percentiles, type WireRequest } from "./lab/callers";
import { percentile, Verdict } from "./lab/figures";
import { inLab, loadedPerson } from "./lab/lab";
import { cpuTimeOf } from "./lab/process-usage";
import type { DataSize } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 10);
const GOAL_MS = 120;
const SIZE: DataSize = { teachers: 100, students: 20_000, lessons: 100_000, messages: 10_000 };

/** Half of the lessons have a report; every third of those has homework, and of that half is done. */
const REPORTS = `
  INSERT INTO lesson_reports (id, lesson_id, summary, homework, homework_done_at, understanding)
  SELECT gen_random_uuid(), id, 'Powtórka przed sprawdzianem', CASE WHEN n % 3 = 0 THEN 'Zadania 1–3' END,
         CASE WHEN n % 6 = 0 THEN l.date + time '20:00' END, 1 + n % 5
    FROM (SELECT id, date, row_number() OVER (ORDER BY id) AS n FROM lessons WHERE status = 'Zrealizowana') l
   WHERE n % 2 = 0`;

const PROFILE = ["account.profile", { withPeople: false }] as const;

const ATTENTION = ["attention.get", { items: 5 }] as const;

/** What the browser asks for when the first screen opens: one batch. */
const SCREENS: Record<"teacher" | "admin", readonly (readonly [procedure: string, input?: object])[]> = {
  teacher: [
    PROFILE,
    ATTENTION,
    ["lessons.lateCancellations"],
    ["lessons.mine", { group: "planned", limit: 25 }],
    ["lessons.upcomingTrials"],
    ["lessons.mine", { group: "finished", limit: 25 }],
    ["lessons.waitingProposals"],
  ],
  admin: [PROFILE, ATTENTION, ["adminLessons.list", { direction: "desc", page: 1 }]],
};

await inLab(
  SIZE,
  async (lab) => {
    await lab.db.pool.query(REPORTS);
    await lab.db.pool.query("VACUUM ANALYZE");
    const api = await lab.startApi("api");
    const verdict = new Verdict(`The first screen's data, ${SECONDS} s each, 20 callers`);
    const teachers = await Promise.all(Array.from({ length: 20 }, (_, n) => loadedPerson("teacher", n)));
    const admins = [await loadedPerson("admin", 0)];
    for (const [role, people] of [
      ["teacher", teachers],
      ["admin", admins],
    ] as const) {
      const { path } = batchOf(SCREENS[role]);
      const requestOf = (n: number): WireRequest => ({
        method: "GET",
        path,
        token: people[n % people.length]?.token ?? "",
      });
      await callFor(3, api.origin, requestOf);
      const pids = [api.process.pid, lab.postgres().process.pid];
      const before = pids.map(cpuTimeOf);
      const sample = await callFor(SECONDS, api.origin, requestOf);
      const [cpu = 0, pgCpu = 0] = pids.map((pid, at) => (cpuTimeOf(pid) - (before[at] ?? 0)) / sample.calls);
      sample.latencies.sort((a, b) => a - b);
      const p95 = percentile(sample.latencies, 0.95);
      verdict.figure(`${role}: p50 / p95 / p99 in ms`, percentiles(sample));
      verdict.figure(`${role}: screens a second`, ((1000 * sample.calls) / sample.ms).toFixed(0));
      verdict.figure(
        `${role}: CPU ms a screen, API and PostgreSQL`,
        `${cpu.toFixed(1)} + ${pgCpu.toFixed(1)}`,
      );
      verdict.must(`${role}: failed calls`, sample.failures.size, sample.failures.size === 0, "0");
      verdict.must(`${role}: p95`, `${p95.toFixed(0)} ms`, p95 <= GOAL_MS, `≤ ${GOAL_MS} ms`);
    }
    verdict.end();
  },
  { REPORT_REQUIRED: "true" },
);

function batchOf(calls: (typeof SCREENS)["teacher"]): { path: string } {
  const input = Object.fromEntries(calls.flatMap(([, given], at) => (given ? [[at, given]] : [])));
  const names = calls.map(([procedure]) => procedure).join(",");
  return { path: `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}` };
}

// `pnpm bench series/speed [seconds]`: previews and creations of weekly lessons with 40 dates and previews of closures
// with 200 affected lessons, with 100,000 lessons, over REST with 20 callers; counts SQL statements. Ends with 1 where a
// figure is off.
import { addDays, firstOn, today, WEEKDAYS } from "@korki/domain";
import { CALLERS, callFor, percentiles, type Sample, type WireRequest } from "../lab/callers";
import { percentile, Verdict } from "../lab/figures";
import { inLab, type Lab, loadedPerson } from "../lab/lab";
import { countStatements } from "../lab/statement-counter";
import { LARGE, loadedId, studentsPerTeacher } from "../load-data";
import { rest, type WirePreview } from "./rest";

const SECONDS = Number(process.argv[2] ?? 5);
const DATES = 40;
const SERIES_GOAL_MS = 150;
const CLOSURE_GOAL_MS = 200;
const AFFECTED = 200;
/** Series that are prepared for the measured creations. */
const PREPARED = 3000;
const FIRST = addDays(today(new Date()), 30);
const SUBJECTS = ["Matematyka", "Fizyka", "Polski", "Informatyka", "Angielski"];
/** The affected lessons lie where no series of the benchmark does. */
const CLOSED_FROM = addDays(FIRST, 300);
const CLOSED_DAYS = 20;

await inLab(LARGE, async (lab) => {
  const verdict = new Verdict("Weekly lessons and closures at 100,000 lessons");
  const api = await lab.startApi("api");
  await addAffected(lab);

  const tokens = await Promise.all(
    Array.from({ length: PREPARED }, (_, n) => loadedPerson("student", studentOf(n))),
  );
  const preview = (n: number): WireRequest => {
    const token = tokens[n % PREPARED]?.token ?? "";
    return { method: "POST", path: "/api/series/preview", token, body: bodyOf(n % PREPARED, DATES) };
  };
  await callFor(3, api.origin, preview);
  judge(verdict, `preview of ${DATES} dates`, await callFor(SECONDS, api.origin, preview), SERIES_GOAL_MS);

  const prepared: WireRequest[] = [];
  for (let n = 0; n < PREPARED; n += CALLERS) {
    const made = Array.from({ length: Math.min(CALLERS, PREPARED - n) }, async (_, index) => {
      const token = tokens[n + index]?.token ?? "";
      const body = bodyOf(n + index, DATES);
      const answer = await rest<WirePreview>(api.origin, { token }, "POST", "/series/preview", body);
      return {
        method: "PUT" as const,
        path: "/api/series",
        token,
        body: { ...body, token: answer.body.token },
      };
    });
    prepared.push(...(await Promise.all(made)));
  }
  let next = 0;
  const another = () => {
    const request = prepared[next];
    if (!request) throw new Error("no prepared series is left: measure for less time");
    next += 1;
    return request;
  };
  await callFor(1, api.origin, another);
  judge(
    verdict,
    `creation of ${DATES} dates`,
    await callFor(Math.min(SECONDS, 5), api.origin, another),
    SERIES_GOAL_MS,
  );

  const { token } = await loadedPerson("admin", 0);
  for (const scope of ["teacher", "centre"] as const) {
    const closure = (): WireRequest => ({
      method: "POST" as const,
      path: "/api/closures/preview",
      token,
      body: closureBody(scope),
    });
    const { body } = await rest<{ affected: unknown[] }>(
      api.origin,
      { token },
      "POST",
      "/closures/preview",
      closureBody(scope),
    );
    verdict.must(
      `${scope}: affected lessons`,
      body.affected.length,
      body.affected.length === AFFECTED,
      String(AFFECTED),
    );
    await callFor(2, api.origin, closure);
    const one = await inTurn(api.origin, closure, 40);
    judge(verdict, `preview of a ${scope} closure, one caller`, one, CLOSURE_GOAL_MS);
    const many = await callFor(SECONDS, api.origin, closure);
    judge(verdict, `preview of a ${scope} closure`, many, CLOSURE_GOAL_MS);
  }
  await api.process.stop();
  await compareStatements(lab, verdict);
  verdict.end();
});

function judge(verdict: Verdict, name: string, sample: Sample, goalMs: number): void {
  const sorted = { ...sample, latencies: sample.latencies.toSorted((a, b) => a - b) };
  const failures = [...sample.failures].map(([what, count]) => `${count} × ${what}`).join(", ");
  verdict.must(`${name}: failed of ${sample.calls} calls`, failures || "none", failures === "", "none");
  verdict.figure(`${name}: p50 / p95 / p99`, `${percentiles(sorted)} ms`);
  const p95 = percentile(sorted.latencies, 0.95);
  verdict.must(`${name}: p95`, `${p95.toFixed(0)} ms`, p95 <= goalMs, `≤ ${goalMs} ms`);
}

async function inTurn(origin: string, requestOf: () => WireRequest, calls: number): Promise<Sample> {
  const sample: Sample = { calls, ms: 0, latencies: [], failures: new Map() };
  for (let n = 0; n < calls; n += 1) {
    const { method, path, token = "", body } = requestOf();
    const from = performance.now();
    const { status } = await rest(origin, { token }, method, path.slice("/api".length), body);
    sample.latencies.push(performance.now() - from);
    if (status !== 200) sample.failures.set(String(status), (sample.failures.get(String(status)) ?? 0) + 1);
  }
  return sample;
}

/** The n-th series: teachers in turn, then weekdays, then blocks; no two share a slot. */
function seriesSlot(n: number) {
  const teacher = n % LARGE.teachers;
  const round = Math.floor(n / LARGE.teachers);
  return {
    teacher,
    weekday: WEEKDAYS[round % WEEKDAYS.length] ?? "pon",
    block: Math.floor(round / WEEKDAYS.length),
  };
}

function studentOf(n: number): number {
  const own = studentsPerTeacher(LARGE);
  return seriesSlot(n).teacher * own + (Math.floor(n / LARGE.teachers) % own);
}

function bodyOf(n: number, dates: number) {
  const { teacher, weekday, block } = seriesSlot(n);
  const from = firstOn(weekday, FIRST);
  return {
    teacherId: loadedId("teacher", teacher),
    weekday,
    blockIndex: block,
    from,
    // The subjects of load-data: each teacher has three in a row.
    subject: SUBJECTS[teacher % SUBJECTS.length],
    subjectLevel: "liceumP",
    description: "Powtórka",
    to: addDays(from, 7 * (dates - 1)),
  };
}

function closureBody(scope: "teacher" | "centre") {
  const from = scope === "teacher" ? CLOSED_FROM : addDays(CLOSED_FROM, 60);
  const whom = scope === "teacher" ? { teacherId: loadedId("teacher", 0) } : {};
  return { scope, ...whom, from, to: addDays(from, CLOSED_DAYS - 1), label: "Grypa" };
}

/** 200 lessons of one teacher, and 200 of twenty teachers: ten a day for twenty days. */
async function addAffected({ db }: Lab): Promise<void> {
  await db.pool.query(
    `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status, price, rate)
     SELECT gen_random_uuid(),
            ('0190000a-0000-7000-8000-' || lpad(to_hex(of_teacher), 12, '0'))::uuid,
            ('0190000b-0000-7000-8000-' || lpad(to_hex(of_teacher * $3 + block), 12, '0'))::uuid,
            $1::date + start + day, block, 'Matematyka', 'liceumP', 'Matematyka', '', 'Potwierdzona', 90, 60
       FROM (SELECT 0 AS of_teacher, 0 AS start, day, block FROM generate_series(0, $2 - 1) day, generate_series(0, 9) block
             UNION ALL
             SELECT day, 60, day, block FROM generate_series(0, $2 - 1) day, generate_series(0, 9) block) slots`,
    [CLOSED_FROM, CLOSED_DAYS, studentsPerTeacher(LARGE)],
  );
  await db.pool.query("ANALYZE lessons, person_slots");
}

/** The number of statements must not grow with the dates. */
async function compareStatements(lab: Lab, verdict: Verdict): Promise<void> {
  const counter = await countStatements(lab.databaseUrl);
  const api = await lab.startApi("api-counted", { DATABASE_URL: counter.url });
  const counts = new Map<string, number[]>();
  let n = 0;
  for (const dates of [2, DATES]) {
    const seen: { preview: number[]; creation: number[] } = { preview: [], creation: [] };
    for (let turn = 0; turn < 5; turn += 1) {
      // Beyond the ones that were measured.
      const number = PREPARED + n;
      n += 1;
      const person = await loadedPerson("student", studentOf(number));
      const body = bodyOf(number, dates);
      const before = counter.count();
      const preview = await rest<WirePreview>(api.origin, person, "POST", "/series/preview", body);
      const between = counter.count();
      const made = await rest(api.origin, person, "PUT", "/series", { ...body, token: preview.body.token });
      if (made.status !== 200) throw new Error(`a creation answered ${made.status}: ${made.body.error}`);
      seen.preview.push(between - before);
      seen.creation.push(counter.count() - between);
    }
    // The process talks to the database by itself, too, now and then.
    for (const [what, each] of Object.entries(seen))
      counts.set(what, [...(counts.get(what) ?? []), Math.min(...each)]);
  }
  for (const [what, [few, many]] of counts) {
    verdict.must(
      `statements of a ${what}`,
      `${few} for 2 dates, ${many} for ${DATES}`,
      few === many,
      "equal",
    );
  }
  await api.process.stop();
  counter.close();
}

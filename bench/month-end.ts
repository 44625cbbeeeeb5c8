// `pnpm bench month-end`: a month's summary of 40 reports as a PDF, as the worker renders it, and 200 repetitions at once of
// one payout run over REST. Ends with 1 where a PDF takes too long or a teacher is paid twice.
import { monthOf, today } from "@korki/domain";
import type { Services } from "@korki/services";
import { renderSummary } from "@korki/services/reports/render-summary";
import { Verdict } from "./lab/figures";
import { inLab, loadedPerson } from "./lab/lab";
import { loadedId, SMALL } from "./load-data";

const REPORTS = 40;
const RENDERINGS = 10;
const REPETITIONS = 200;
const PDF_GOAL_MS = 2_000;

/** A month in which one student has so many lessons with long reports. */
const BUSY_MONTH = `
  WITH made AS (
    INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status, price, rate)
    SELECT gen_random_uuid(), '${loadedId("teacher", 0)}', '${loadedId("student", 0)}', date '2024-10-01' + n / 2, n % 2,
           'Matematyka', 'liceumR', 'Matematyka', '', 'Zrealizowana', 100, 70
      FROM generate_series(0, ${REPORTS - 1}) n
    RETURNING id)
  INSERT INTO lesson_reports (id, lesson_id, summary, homework, homework_due, understanding)
  SELECT gen_random_uuid(), id, 'Pojęcie granicy ciągu. ' || repeat('Zażółć gęślą jaźń, ćwiczenia z książki. ', 12),
         'Zadania 1–3, strona 40', '2024-11-01', 4
    FROM made`;

await inLab({ ...SMALL, teachers: 20, students: 200, lessons: 4_000 }, async (lab) => {
  const verdict = new Verdict("The end of a month");
  await lab.db.pool.query(BUSY_MONTH);
  const services = { db: lab.db, settings: { centreName: "Centrum Korki" } } as Services;
  const wanted = { studentId: loadedId("student", 0), year: 2024, month: 10 };
  const times: number[] = [];
  for (let n = 0; n < RENDERINGS; n += 1) {
    const from = performance.now();
    await renderSummary(services, wanted);
    times.push(performance.now() - from);
  }
  const [first = 0, ...rest] = times;
  const slowest = Math.max(...rest);
  verdict.must(
    `a PDF of ${REPORTS} reports, the first`,
    ms(first),
    first <= PDF_GOAL_MS,
    `≤ ${PDF_GOAL_MS} ms`,
  );
  verdict.must("the slowest of the next", ms(slowest), slowest <= PDF_GOAL_MS, `≤ ${PDF_GOAL_MS} ms`);

  const { origin } = await lab.startApi("api");
  const { token } = await loadedPerson("admin", 0);
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const month = monthOf(today(new Date()));
  await lab.db.pool.query("UPDATE payouts SET deleted_at = now()");
  const preview = await call("POST", "/admin/payout_run/preview", month);
  const { rows, token: runToken } = JSON.parse(preview.text) as {
    rows: { teacherId: string; due: number }[];
    token: string;
  };
  const run = {
    ...month,
    token: runToken,
    rows: rows.map(({ teacherId, due }) => ({ teacherId, moneyAmount: due })),
  };
  const from = performance.now();
  const answers = await Promise.all(
    Array.from({ length: REPETITIONS }, () => call("PUT", "/admin/payout_run", run)),
  );
  const took = performance.now() - from;
  const bodies = new Set(answers.map(({ text }) => text));
  const failed = answers.filter(({ status }) => status !== 200).length;
  const { rows: paid } = await lab.db.pool.query<{ payouts: number; teachers: number }>(
    `SELECT count(*)::int AS payouts, count(DISTINCT teacher_id)::int AS teachers FROM payouts WHERE deleted_at IS NULL`,
  );
  verdict.figure(`${REPETITIONS} repetitions at once took`, ms(took));
  verdict.must("answers that are not 200", failed, failed === 0, "0");
  verdict.must("different answers", bodies.size, bodies.size === 1, "1");
  const { payouts = 0, teachers = 0 } = paid[0] ?? {};
  const isOnce = payouts === rows.length && teachers === rows.length && rows.length > 0;
  verdict.must(`payouts of ${rows.length} teachers`, payouts, isOnce, `${rows.length}`);
  verdict.end();
});

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

// `pnpm bench bills/issue [payers=2000] [kills=20]`: the bills of a month for so many payers: how long one process takes,
// statements per 100 payers, and workers that are killed while they issue. Exits with 1 where it takes too long, statements
// grow, or a payer has two bills of a month or none.
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@korki/db";
import {
  addMonths,
  billIssueTime,
  monthBounds,
  monthOf,
  SUBJECTS,
  today,
  type YearMonth,
} from "@korki/domain";
import { issueDueBills } from "@korki/services/bills/issue-bills";
import { seconds, Verdict } from "../lab/figures";
import { inLab, type Lab } from "../lab/lab";
import { labServices } from "../lab/services";
import { countStatements } from "../lab/statement-counter";
import { type DataSize, loadedId, studentsPerTeacher } from "../load-data";

const PAYERS = Number(process.argv[2] ?? 2_000);
const KILLS = Number(process.argv[3] ?? 20);
const GOAL_MS = 20_000;
const ISSUE_DAY = 25;
/** Every sixth student has a sister or brother, for both of whom one parent pays. */
const PARENTS = Math.floor(PAYERS / 6);
const STUDENTS = PAYERS + PARENTS;
const TEACHERS = Math.ceil(STUDENTS / 40);
const LESSONS = 4;
const SIZE: DataSize = { teachers: TEACHERS, students: STUDENTS, lessons: STUDENTS * 10, messages: 0 };

const present = monthOf(today(new Date()));
/** Bills for a tenth of the payers, half of them and all of them, and by workers that are killed. */
const [FEW, HALF, ALL, KILLED] = [1, 2, 3, 4].map((ahead) => addMonths(present, ahead)) as [
  YearMonth,
  YearMonth,
  YearMonth,
  YearMonth,
];

await inLab(SIZE, measure, { NODE_ENV: "development", DEMO: "1" });

async function measure(lab: Lab): Promise<void> {
  const verdict = new Verdict(`${PAYERS} payers, ${STUDENTS} students, ${LESSONS} lessons each`);
  await makeFamilies(lab);
  const counter = await countStatements(lab.databaseUrl);
  // Whatever a process and a month take that have nobody to bill.
  await issue(counter, present);
  const runs: Run[] = [];
  for (const [month, share] of [
    [FEW, 0.1],
    [HALF, 0.5],
    [ALL, 1],
  ] as const) {
    await charge(lab, PAYERS * share);
    runs.push(await issue(counter, month));
  }
  counter.close();
  const [few, half, all] = runs as [Run, Run, Run];
  verdict.must("bills", all.issued, all.issued === PAYERS, `${PAYERS}`);
  verdict.must("issued in", seconds(all.ms), all.ms <= GOAL_MS, `at most ${seconds(GOAL_MS)}`);
  const more = [per100(few, half), per100(half, all)].map((count) => count.toFixed(1));
  const isConstant = more[0] === more[1];
  verdict.must(
    "statements of 100 payers more, of few and of many",
    more.join(" and "),
    isConstant,
    "the same",
  );
  await killWorkers(lab, verdict);
  await judge(lab, verdict);
  verdict.end();
}

/** Parents, who pay for two students each, and weekly lessons of four months, of a subject and level that is new to all. */
async function makeFamilies({ db: { pool } }: Lab): Promise<void> {
  const parent = (n: string) => `('01900009-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const student = (n: string) =>
    `('${loadedId("student", 0).slice(0, 24)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const teacher = (n: string) =>
    `('${loadedId("teacher", 0).slice(0, 24)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  await pool.query("UPDATE centre_settings SET bill_issue_day = $1", [ISSUE_DAY]);
  await pool.query(
    `INSERT INTO users (id, role, email, name, surname, phone)
     SELECT ${parent("n")}, 'Parent', 'rodzic' || n || '@bench.pl', 'Ewa', 'Nowak ' || n, '' FROM generate_series(0, $1::int - 1) n`,
    [PARENTS],
  );
  await pool.query(
    `INSERT INTO guardianships (id, parent_id, student_id, can_book, can_pay, is_payer, first_day)
     SELECT gen_random_uuid(), ${parent("n / 2")}, ${student("n")}, true, true, true, current_date - 30
       FROM generate_series(0, 2 * $1::int - 1) n`,
    [PARENTS],
  );
  for (const month of [FEW, HALF, ALL, KILLED])
    await pool.query(
      `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status, price, rate)
       SELECT gen_random_uuid(), ${teacher("s / 40")}, ${student("s")}, $1::date + (s % 5) + 7 * week, (s % 40) / 5,
              subject, 'liceumR', subject, '', 'Potwierdzona', 90, 60
         FROM generate_series(0, $2::int - 1) s, generate_series(0, $3::int - 1) week,
              LATERAL (SELECT ($4::text[])[1 + s / $5::int % 5] AS subject) own`,
      [monthBounds(month).from, STUDENTS, LESSONS, SUBJECTS, studentsPerTeacher(SIZE)],
    );
  await pool.query("VACUUM ANALYZE");
}

/** So many payers get bills from now on: students who pay themselves first. */
async function charge({ db: { pool } }: Lab, payers: number): Promise<void> {
  await pool.query(
    `INSERT INTO billing_payers (payer_id, mode, default_mode, saved_at)
     SELECT payer_id, 'advance', 'perLesson', '2000-01-01' FROM (SELECT DISTINCT payer_id FROM student_payers) p
      ORDER BY payer_id DESC LIMIT $1 ON CONFLICT DO NOTHING`,
    [Math.ceil(payers)],
  );
  await pool.query("ANALYZE billing_payers");
}

function per100(less: Run, more: Run): number {
  return (more.statements - less.statements) / ((more.issued - less.issued) / 100);
}

type Run = { issued: number; ms: number; statements: number };

async function issue(counter: Awaited<ReturnType<typeof countStatements>>, month: YearMonth): Promise<Run> {
  const db = openDatabase(counter.url, 2);
  const services = labServices(db, { now: () => billIssueTime("advance", month, ISSUE_DAY) });
  const before = counter.count();
  const began = performance.now();
  const { issued } = await issueDueBills(services);
  const ms = performance.now() - began;
  await db.close();
  return { issued, ms, statements: counter.count() - before };
}

/** Kills workers while they issue, at any moment of a transaction, and lets two others finish. */
async function killWorkers(lab: Lab, verdict: Verdict): Promise<void> {
  const startWorker = lab.program("worker");
  const now = billIssueTime("advance", KILLED, ISSUE_DAY);
  const env = { DEMO_NOW: now.toISOString() };
  let within = 0;
  let killed = 0;
  for (; killed < KILLS && !(await isFinished(lab)); killed += 1) {
    const worker = await startWorker(`worker-${killed}`, env);
    while (!(await isIssuing(lab)) && !(await isFinished(lab)) && !worker.exit()) await sleep(5);
    await sleep(Math.random() * 250);
    if (await isIssuing(lab)) within += 1;
    process.kill(worker.pid, "SIGKILL");
    await worker.exited;
  }
  verdict.must("workers killed", killed, killed === KILLS, `${KILLS}`);
  verdict.figure("of them within a transaction that issued", within);
  await Promise.all(["last", "other"].map((name) => startWorker(`worker-${name}`, env)));
  while (!(await isFinished(lab))) await sleep(100);
}

async function isIssuing({ db: { pool } }: Lab): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND (classid::bigint << 32) | objid::bigint = hashtextextended('korki.bills', 0)`,
  );
  return rows.length > 0;
}

async function isFinished({ db: { pool } }: Lab): Promise<boolean> {
  const { rows } = await pool.query(
    "SELECT FROM bill_runs WHERE month = $1::date AND mode = 'advance' AND finished_at IS NOT NULL",
    [monthBounds(KILLED).from],
  );
  return rows.length > 0;
}

async function judge({ db: { pool } }: Lab, verdict: Verdict): Promise<void> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT count(*)::int AS bills, count(DISTINCT payer_id)::int AS payers, sum(amount)::int AS amount,
            (SELECT count(*)::int FROM notifications n WHERE n.kind = 'bill-issued'
                AND n.facts ->> 'billId' = ANY (array_agg(b.id::text))) AS messages,
            (SELECT count(*)::int FROM bill_lessons x WHERE x.bill_id = ANY (array_agg(b.id))) AS lessons
       FROM bills b WHERE month = $1::date`,
    [monthBounds(KILLED).from],
  );
  const found = rows[0] ?? {};
  const same = (label: string, figure: string, expected: number) =>
    verdict.must(label, found[figure] ?? 0, found[figure] === expected, String(expected));
  same("bills after the kills", "bills", PAYERS);
  same("payers who have one", "payers", PAYERS);
  same("lessons on them", "lessons", STUDENTS * LESSONS);
  same("złoty", "amount", STUDENTS * LESSONS * 90);
  same("messages", "messages", PAYERS);
}

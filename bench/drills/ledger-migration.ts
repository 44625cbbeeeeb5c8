// The ledger is written for a centre that has 100,000 lessons, while people book: balances before and after, how long it
// takes and who waits. pnpm bench drills/ledger-migration [lessons=100000]
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { seconds, table, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";

const LESSONS = Number(process.argv[2] ?? 100_000);
const STUDENTS = Math.max(20, LESSONS / 20);
const TEACHERS = 50;
const FIRST = "20261122050000_ledger";
const LAST = "20261122050002_ledger_live";
const FOLDER = path.resolve(import.meta.dirname, "../../prisma/migrations");
/** Somebody books so often. */
const BOOKING_MS = 50;
const LOOK_MS = 20;

const RECOUNT = `
  SELECT student_id, subject, level, sum(quantity)::int AS balance FROM (
    SELECT student_id, subject, level, lesson_amount AS quantity FROM payments WHERE deleted_at IS NULL
    UNION ALL
    SELECT student_id, subject, level, -1 FROM lessons
     WHERE deleted_at IS NULL
       AND status IN ('Nie potwierdzona', 'Potwierdzona', 'Zrealizowana', 'Uczen nieobecny')) parts
   GROUP BY 1, 2, 3`;
const FROM_LEDGER = "SELECT student_id, subject, level, balance FROM ledger_accounts";

const names = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const sqlOf = (name: string) => readFileSync(path.join(FOLDER, name, "migration.sql"), "utf8");

await inLab(null, async (lab) => {
  await lab.db.pool.query("CREATE DATABASE before_ledger");
  const url = new URL(lab.databaseUrl);
  url.pathname = "/before_ledger";
  const pool = new pg.Pool({ connectionString: url.href, max: 8 });
  // PostgreSQL stops while the last connections are still being closed.
  pool.on("error", () => undefined);
  const verdict = new Verdict(`the ledger's migration, ${LESSONS} lessons, ${STUDENTS} students`);
  try {
    for (const name of names.filter((each) => each < FIRST)) await pool.query(sqlOf(name));
    await fill(pool);
    const before = await balances(pool, RECOUNT);
    const watch = watchLocks(pool);
    const desk = bookMeanwhile(pool);
    const took: string[][] = [["migration", "took"]];
    const began = performance.now();
    for (const name of names.filter((each) => each >= FIRST && each <= LAST)) {
      const from = performance.now();
      await pool.query(sqlOf(name));
      took.push([name, seconds(performance.now() - from)]);
    }
    const whole = performance.now() - began;
    const [waits, locks] = [await desk.stop(), await watch.stop()];
    console.log(`${table(took)}\n\n${table([["lock", "longest, ms"], ...locks])}\n`);
    verdict.figure("the whole took", seconds(whole));
    verdict.figure("bookings meanwhile", waits.length);
    verdict.figure("the longest of them waited, ms", Math.max(...waits).toFixed(0));
    const after = await balances(pool, FROM_LEDGER);
    const recount = await balances(pool, RECOUNT);
    const touched = new Set(desk.students);
    const differ = (one: Balances, other: Balances, skip = new Set<string>()) =>
      [...new Set([...one.keys(), ...other.keys()])].filter(
        (key) => !skip.has(key.slice(0, 36)) && (one.get(key) ?? 0) !== (other.get(key) ?? 0),
      ).length;
    verdict.figure("balances", after.size);
    const changed = differ(before, after, touched);
    verdict.must("balances that are not as before", changed, changed === 0 && before.size > 0, "0");
    const off = differ(recount, after);
    verdict.must("balances that are not the recount, those who booked included", off, off === 0, "0");
    verdict.end();
  } finally {
    await pool.end();
  }
});

type Balances = Map<string, number>;

async function balances(pool: pg.Pool, statement: string): Promise<Balances> {
  const { rows } = await pool.query<{ student_id: string; subject: string; level: string; balance: number }>(
    statement,
  );
  return new Map(
    rows.map(({ student_id, subject, level, balance }) => [`${student_id} ${subject} ${level}`, balance]),
  );
}

function personId(kind: "a" | "b", n: string): string {
  return `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

/** Past lessons in every state, some deleted, and payments, some voided, as the version before wrote them. */
async function fill(pool: pg.Pool): Promise<void> {
  const people = (kind: "a" | "b", role: string, count: number) => `
    INSERT INTO users (id, role, email, email_confirmed_at, name, surname)
    SELECT ${personId(kind, "n")}, '${role}', lower('${role}') || n || '@bench.pl', now(), 'Anna', 'Nowak ' || n
      FROM generate_series(0, ${count - 1}) n`;
  const from = performance.now();
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    for (const tableName of ["lessons", "payments"])
      await client.query(`ALTER TABLE ${tableName} DISABLE TRIGGER USER`);
    await client.query(people("a", "Teacher", TEACHERS));
    await client.query(people("b", "Student", STUDENTS));
    await client.query(`
      INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status, price,
                           rate, created_at, updated_at, deleted_at)
      SELECT gen_random_uuid(), ${personId("a", `n % ${TEACHERS}`)}, ${personId("b", `n % ${STUDENTS}`)},
             current_date - 1 - n / ${TEACHERS} / 12, (n / ${TEACHERS}) % 12,
             (ARRAY['Matematyka', 'Fizyka', 'Polski'])[1 + n % 3], (ARRAY['szkolaP', 'liceumP'])[1 + n % 2], '', '',
             (ARRAY['Zrealizowana', 'Zrealizowana', 'Zrealizowana', 'Uczen nieobecny', 'Odwolana przez ucznia',
                    'Odwolana przez nauczyciela', 'Potwierdzona'])[1 + n % 7], 90, 60,
             now() - interval '400 days' + n * interval '5 minutes', now() - interval '30 days',
             CASE WHEN n % 50 = 0 THEN now() - interval '20 days' END
        FROM generate_series(0, ${LESSONS - 1}) n`);
    await client.query(`
      INSERT INTO payments (id, student_id, money_amount, lesson_amount, subject, level, description, created_at, deleted_at)
      SELECT gen_random_uuid(), ${personId("b", `n % ${STUDENTS}`)}, 900, 10,
             (ARRAY['Matematyka', 'Fizyka', 'Polski'])[1 + n % 3], (ARRAY['szkolaP', 'liceumP'])[1 + n % 2], 'wplata',
             now() - n * interval '10 minutes', CASE WHEN n % 9 = 0 THEN now() END
        FROM generate_series(0, ${4 * STUDENTS - 1}) n`);
    for (const tableName of ["lessons", "payments"])
      await client.query(`ALTER TABLE ${tableName} ENABLE TRIGGER USER`);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  await pool.query("VACUUM ANALYZE");
  console.log(`filled in ${seconds(performance.now() - from)}`);
}

/** Books a lesson again and again. Returns how long each booking took. */
function bookMeanwhile(pool: pg.Pool): { students: string[]; stop(): Promise<number[]> } {
  const waits: number[] = [];
  const students: string[] = [];
  let isStopped = false;
  const working = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const from = performance.now();
      const { rows } = await pool.query<{ student_id: string }>(
        `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status, price, rate)
         VALUES (gen_random_uuid(), ${personId("a", `$1::int % ${TEACHERS}`)}, ${personId("b", `$1::int * 7 % ${STUDENTS}`)},
                 current_date + 1 + $1::int / ${TEACHERS} / 12, ($1::int / ${TEACHERS}) % 12, 'Fizyka', 'liceumP', '', '',
                 'Nie potwierdzona', 90, 60) RETURNING student_id`,
        [n],
      );
      waits.push(performance.now() - from);
      students.push(rows[0]?.student_id ?? "");
      await sleep(BOOKING_MS);
    }
  })();
  return {
    students,
    async stop() {
      isStopped = true;
      await working;
      return waits;
    },
  };
}

/** Looks at the locks on the tables that people use. Returns each mode with how long it was held at most. */
function watchLocks(pool: pg.Pool): { stop(): Promise<string[][]> } {
  const since = new Map<string, number>();
  const longest = new Map<string, number>();
  let isStopped = false;
  const working = (async () => {
    while (!isStopped) {
      const { rows } = await pool.query<{ held: string }>(
        `SELECT DISTINCT c.relname || ': ' || l.mode || CASE WHEN l.granted THEN '' ELSE ' (waiting)' END AS held
           FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
          WHERE c.relname IN ('lessons', 'payments', 'users', 'ledger_entries')
            AND l.mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
      );
      const now = performance.now();
      const held = new Set(rows.map((row) => row.held));
      for (const each of held) if (!since.has(each)) since.set(each, now);
      for (const [each, from] of since) {
        longest.set(each, Math.max(longest.get(each) ?? 0, now - from + LOOK_MS));
        if (!held.has(each)) since.delete(each);
      }
      await sleep(LOOK_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await working;
      return [...longest].map(([each, ms]) => [each, ms.toFixed(0)]);
    },
  };
}

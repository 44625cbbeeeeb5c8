import { LESSON_STATUSES, TRIAL_STATUSES } from "@korki/domain";
import { login } from "@korki/services/accounts/login";
import { getProfile } from "@korki/services/accounts/profile";
import { listApprovals } from "@korki/services/approvals/approvals";
import { listMyBills } from "@korki/services/bills/read-bills";
import { countAvailableLessons } from "@korki/services/lessons/read-lessons";
import { getMyMoney } from "@korki/services/money/get-money";
import { personCtx, visitorCtx } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { expect, test } from "vitest";
import { CAST, DEMO_ACCOUNTS, DEMO_PASSWORD } from "./people";
import { seedDemo } from "./seed";

const services = await openTestServices();
const { db, clock } = services;
clock.time = new Date("2026-11-20T21:00:00Z");

const TABLES = [
  "users",
  "teacher_subjects",
  "availability_sections",
  "teaching_relations",
  "lessons",
  "person_slots",
  "payments",
  "payouts",
  "trial_lessons",
  "conversations",
  "messages",
  "history_entries",
  "packages",
  "billing_payers",
  "bills",
  "bill_lines",
  "bill_lessons",
  "orders",
  "order_items",
  "bank_statements",
  "bank_lines",
  "bank_statement_lines",
  "approvals",
];

/** Everything that is stored, without the counters that no truncation resets and the times of writing. */
async function everything(): Promise<unknown> {
  const contents: Record<string, unknown> = {};
  for (const table of TABLES) {
    const { rows } = await db.pool.query(
      `SELECT to_jsonb(t) - 'updated_at' - (CASE WHEN '${table}' IN ('history_entries')
              THEN 'id' ELSE '' END) AS row FROM ${table} t ORDER BY 1`,
    );
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}

/** Without triggers: the ledger refuses to be emptied. */
const empty = () =>
  db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica; TRUNCATE ${TABLES.join(", ")} CASCADE; COMMIT`,
  );

test("fills an empty database, once, and the same again", async () => {
  const filled = await Promise.all([seedDemo(services), seedDemo(services)]);
  expect(filled.sort()).toEqual([false, true]);
  const first = await everything();
  await empty();
  await expect(seedDemo(services)).resolves.toBe(true);
  expect(await everything()).toEqual(first);
});

test("the ledger is in order of time", async () => {
  const { rows } = await db.pool.query(
    `SELECT student_id, created_at FROM (
       SELECT student_id, created_at, lag(created_at) OVER (PARTITION BY student_id ORDER BY seq) AS before
         FROM ledger_entries) e WHERE created_at < before`,
  );
  expect(rows).toEqual([]);
});

test("the announced demo accounts work", async () => {
  for (const [email] of DEMO_ACCOUNTS) await login(visitorCtx(services), { email, password: DEMO_PASSWORD });
  expect(DEMO_ACCOUNTS.map(([email]) => email)).toEqual([
    "admin@demo.pl",
    "nauczyciel@demo.pl",
    "nauczyciel2@demo.pl",
    "uczen@demo.pl",
    "uczen2@demo.pl",
    "rodzic@demo.pl",
    "mama@demo.pl",
    "tata@demo.pl",
  ]);
});

test("the first student has both teachers, paid lessons, and lessons in every status", async () => {
  const ctx = personCtx(services, CAST.jakub);
  const { teachers } = await getProfile(ctx);
  expect(teachers).toEqual([CAST.anna.id, CAST.piotr.id]);
  const available = await countAvailableLessons(ctx, {});
  expect(available.map(({ available: left }) => left)).toEqual([3, 1, 2]);
  const statuses = await db.prisma.lesson.groupBy({ by: ["status"], where: { studentId: CAST.jakub.id } });
  expect(statuses.map(({ status }) => status).sort()).toEqual([...LESSON_STATUSES].sort());
});

test("the second student has no teacher yet", async () => {
  expect(await getProfile(personCtx(services, CAST.zofia))).toMatchObject({ teachers: [] });
});

test("a father has this month's bill to pay, an offer, and his daughter's order to answer", async () => {
  const father = personCtx(services, CAST.tata);
  const { items: bills } = await listMyBills(father, { page: 1, pageSize: 10 });
  expect(bills).toMatchObject([{ status: "open", paid: 0, lines: [{ billed: 2 }, { billed: 1 }] }]);
  expect(await getMyMoney(father, { studentId: CAST.hanna.id })).toMatchObject({ due: bills[0]?.amount });
  expect(await listApprovals(father)).toMatchObject([{ kind: "order", studentId: CAST.hanna.id }]);
  expect(await db.prisma.package.count()).toBe(1);
});

test("the rest is there, too", async () => {
  const { prisma } = db;
  expect(await prisma.message.count({ where: { recipientId: CAST.jakub.id, readAt: null } })).toBe(2);
  expect(await prisma.payout.count({ where: { teacherId: CAST.anna.id } })).toBeGreaterThan(1);
  const trials = await prisma.trialLesson.groupBy({ by: ["status"] });
  expect(trials.map(({ status }) => status).sort()).toEqual([...TRIAL_STATUSES].sort());
  expect(await prisma.user.count({ where: { isDisabled: true } })).toBe(2);
});

test.each([
  "2026-03-01T10:00:00Z",
  "2026-03-29T00:30:00Z",
  "2026-10-25T23:30:00Z",
  "2028-02-29T12:00:00Z",
  "2026-12-31T23:30:00Z",
  "2027-01-05T05:00:00Z",
])("it holds together on %s", async (time) => {
  await empty();
  clock.time = new Date(time);
  await seedDemo(services);
  const { rows } = await db.pool.query(
    `
    SELECT (SELECT min(date) FROM lessons)::text AS first, (SELECT max(date) FROM lessons)::text AS last,
           (SELECT count(DISTINCT status) FROM lessons WHERE student_id = '${CAST.jakub.id}')::int AS statuses,
           (SELECT count(*) FROM lessons WHERE created_at > $1)::int AS "bookedLater",
           (SELECT count(*) FROM payments WHERE created_at > $1)::int AS "paidLater",
           (SELECT count(*) FROM payouts WHERE created_at > $1)::int AS "paidOutLater",
           (SELECT count(*) FROM messages WHERE created_at > $1)::int AS "writtenLater",
           (SELECT count(*) FROM history_entries WHERE at > $1)::int AS "changedLater",
           (SELECT min(earned.sum - coalesce(paid.sum, 0)) FROM
              (SELECT teacher_id, sum(rate) FROM lessons
                WHERE status IN ('Zrealizowana', 'Uczen nieobecny') GROUP BY 1) earned
              LEFT JOIN (SELECT teacher_id, sum(money_amount) FROM payouts GROUP BY 1) paid USING (teacher_id)
           )::int AS receivable`,
    [clock.time],
  );
  expect(rows[0]).toMatchObject({
    statuses: 6,
    bookedLater: 0,
    paidLater: 0,
    paidOutLater: 0,
    writtenLater: 0,
    changedLater: 0,
  });
  expect(rows[0].receivable).toBeGreaterThan(0);
});

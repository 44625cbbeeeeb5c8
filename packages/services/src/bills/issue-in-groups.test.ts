import { lockBilledAccounts, newId, toDbDate, transact } from "@korki/db";
import { addDays, BLOCKS, instantOf } from "@korki/domain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTeacher } from "../testing/classroom";
import { refuseRows } from "../testing/refuse-rows";
import { openTestCentre } from "../testing/test-services";
import { saveBilling, setPayerMode } from "./billing-settings";
import { issueBills, issueDueBills, previewBills } from "./issue-bills";

const { services, prisma, asAdmin } = await openTestCentre();
const DECEMBER = "2026-12";
/** One more than one transaction takes. */
const PAYERS = 101;
let payerIds: string[];

beforeEach(async () => {
  services.clock.time = instantOf("2026-11-22", 10 * 60);
  await services.db.pool.query("DELETE FROM bill_runs; DELETE FROM billing_payers");
  await saveBilling(asAdmin, { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false });
  const teacher = await makeTeacher(services);
  const students = Array.from({ length: PAYERS }, (_, at) => ({ id: newId(), at }));
  payerIds = students.map(({ id }) => id);
  await prisma.user.createMany({
    data: students.map(({ id, at }) => ({
      id,
      role: "Student",
      email: `${id}@example.pl`,
      name: "Ala",
      surname: `Kowalska ${at}`,
    })),
  });
  await prisma.lesson.createMany({
    data: students.map(({ id, at }) => ({
      id: newId(),
      teacherId: teacher.id,
      studentId: id,
      date: toDbDate(addDays("2026-12-03", Math.floor(at / BLOCKS.length))),
      block: at % BLOCKS.length,
      subject: "Matematyka",
      level: "liceumP",
      title: "Matematyka",
      status: "Potwierdzona",
      price: 90,
      rate: 60,
    })),
  });
  for (const payerId of payerIds) await setPayerMode(asAdmin, { payerId, mode: "advance" });
});

// Other tests of this database read lists that show the first of many.
afterEach(async () => {
  const of = { in: payerIds };
  await prisma.bill.deleteMany({ where: { payerId: of } });
  await prisma.lesson.updateMany({ where: { studentId: of }, data: { deletedAt: services.now() } });
});

const billed = () => prisma.bill.count({ where: { payerId: { in: payerIds } } });

/** How long a transaction may stay open while other work happens; a busy machine is slow. */
const HELD = { timeoutMs: 50_000 };

/** Issues while the last payer's account is locked, and does something before it is free again. */
async function issueWhileLocked(token: string, meanwhile: (waiting: string) => Promise<unknown>) {
  const last = payerIds.toSorted().at(-1) ?? "";
  let call: Promise<unknown> = Promise.resolve();
  await transact(
    services.db,
    async (tx) => {
      await lockBilledAccounts(tx, [last]);
      call = issueBills(asAdmin, { month: DECEMBER, token }).then(
        (answer) => answer,
        (error: unknown) => error,
      );
      await expect.poll(billed, { timeout: 30_000 }).toBe(PAYERS - 1);
      await meanwhile(last);
    },
    HELD,
  );
  return call;
}

test("bills of more payers than one transaction takes have one answer, whoever repeats the call", async () => {
  const { token } = await previewBills(asAdmin, { month: DECEMBER });
  const calls = [1, 2, 3].map(() => issueBills(asAdmin, { month: DECEMBER, token }));
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ issued: PAYERS })));
  expect(await billed()).toBe(PAYERS);
  expect(await issueBills(asAdmin, { month: DECEMBER, token })).toEqual({ issued: PAYERS });
});

test("nothing is issued where what one of the last payers was shown has changed", async () => {
  const { token } = await previewBills(asAdmin, { month: DECEMBER });
  await prisma.lesson.updateMany({
    where: { studentId: payerIds.toSorted().at(-1) ?? "" },
    data: { price: 95 },
  });
  await expect(issueBills(asAdmin, { month: DECEMBER, token })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await billed()).toBe(0);
});

test("issuing that ends in between leaves whole bills, and the same token issues the rest", async () => {
  const { token } = await previewBills(asAdmin, { month: DECEMBER });
  const cancel = async () => {
    const { rows } = await services.db.pool.query(
      `SELECT count(pg_cancel_backend(pid))::int AS found FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE OF a%'`,
    );
    return rows[0]?.found as number;
  };
  const ended = await issueWhileLocked(token, () => expect.poll(cancel, { timeout: 15_000 }).toBe(1));
  expect(ended).toBeInstanceOf(Error);
  expect(await billed()).toBe(PAYERS - 1);
  expect(await issueBills(asAdmin, { month: DECEMBER, token })).toEqual({ issued: PAYERS });
  expect(await billed()).toBe(PAYERS);
});

test("whose bill changed while others' were issued is left for the next preview", async () => {
  const { token } = await previewBills(asAdmin, { month: DECEMBER });
  const changed = await issueWhileLocked(token, (studentId) =>
    prisma.lesson.updateMany({ where: { studentId }, data: { price: 95 } }),
  );
  expect(changed).toEqual({ issued: PAYERS - 1 });
  expect(await issueBills(asAdmin, { month: DECEMBER, token })).toEqual({ issued: PAYERS - 1 });
  const fresh = await previewBills(asAdmin, { month: DECEMBER });
  expect(fresh.bills).toMatchObject([{ amount: 95 }]);
  expect(await issueBills(asAdmin, { month: DECEMBER, token: fresh.token })).toEqual({ issued: 1 });
  expect(await billed()).toBe(PAYERS);
});

test("a payer whose bill cannot be made keeps nobody else from the worker's", async () => {
  const sorted = payerIds.toSorted();
  // The last one is alone in the last group.
  const spoilt = [sorted[0] ?? "", sorted.at(-1) ?? ""];
  await refuseRows(services, "bills", `NEW.payer_id IN ('${spoilt.join("', '")}')`);
  services.clock.time = instantOf("2026-11-25", 9 * 60);
  const failures = () =>
    spoilt.map((id) => services.logged.filter((line) => line.includes(id) && line.includes("spoilt")).length);
  expect(await issueDueBills(services)).toEqual({ issued: PAYERS - 2 });
  expect(failures()).toEqual([1, 1]);
  expect(await issueDueBills(services)).toEqual({ issued: 0 });
  expect(failures()).toEqual([1, 1]);
});

import type { JsonLedgerPage } from "@korki/contracts/ledger";
import { wireLedgerEntry } from "@korki/contracts/wire/ledger";
import { toWire } from "@korki/contracts/wire/names";
import { addDays, today } from "@korki/domain";
import { expect, test } from "vitest";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { countAvailableLessons } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { inDays, makeClassroom, notificationsFor } from "../testing/classroom";
import { openLedger, pair } from "../testing/student-ledger";
import { adjustLedger } from "./adjust-ledger";
import { exportMyLedger } from "./export-ledger";
import { listMyLedger, listMyLedgerJson, listStudentLedger, listStudentLedgerJson } from "./list-ledger";

/** What the database enters into a ledger, which nobody can change, and how it is read. */

const { services, prisma, asAdmin, pay, plan, ledgerOf, movements, left } = await openLedger();
const { pool } = services.db;

test("payments and lessons are entered by the database, with a running balance", async () => {
  const room = await makeClassroom(services);
  const payment = await pay(room, 5);
  const id = await plan(room);
  await updateLessonAsAdmin(asAdmin, { id, status: "Odwolana przez ucznia" });
  await updateLessonAsAdmin(asAdmin, { id, status: "Zrealizowana" });
  await deleteLessonAsAdmin(asAdmin, { id });
  await voidPayment(asAdmin, { id: payment.id });
  expect(await movements(room)).toEqual([
    "purchase 5 = 5",
    "hold -1 = 4",
    "release 1 = 5",
    "hold -1 = 4",
    "release 1 = 5",
    "void -5 = 0",
  ]);
  expect(await countAvailableLessons(room.asStudent, {})).toEqual([]);
  const [bought, held] = await ledgerOf(room);
  expect(bought).toMatchObject({
    paymentId: payment.id,
    lessonId: null,
    description: "wplata",
    expiresOn: null,
  });
  expect(held).toMatchObject({ lessonId: id, paymentId: null, lesson: { teacherName: expect.any(String) } });
  const csv = (await exportMyLedger(room.asStudent, {})).content.split("\r\n");
  expect(csv).toHaveLength(8);
  expect(csv[1]).toContain("Wpłata: 90\u00a0zł, przelew;Matematyka;");
  expect(csv[2]).toMatch(/;Lekcja: \d{1,2} \p{L}+ \d{4}, \d{1,2}:\d\d–\d{1,2}:\d\d \(.+\);Matematyka;/u);
});

const ERASING = "SELECT set_config('korki.erasing', 'on', true);";

test("the ledger cannot be changed, doubled or got round", async () => {
  const room = await makeClassroom(services);
  const payment = await pay(room, 3);
  const lessonId = await plan(room);
  const account = [room.student.id, pair.subject, pair.level];
  for (const statement of [
    "UPDATE ledger_entries SET quantity = 9",
    "DELETE FROM ledger_entries",
    "TRUNCATE ledger_entries",
    "UPDATE ledger_accounts SET balance = 99",
    "DELETE FROM ledger_accounts",
    "UPDATE ledger_lots SET remaining = 99",
    // An erasure may empty a remark, and nothing else.
    `${ERASING} UPDATE ledger_entries SET quantity = 9, description = ''`,
    `${ERASING} UPDATE ledger_entries SET description = 'other'`,
    `${ERASING} UPDATE ledger_accounts SET balance = 99`,
    `${ERASING} DELETE FROM ledger_entries`,
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow("append-only");
  }
  const insert = (columns: string, values: string, ids: string[]) =>
    pool.query(
      `INSERT INTO ledger_entries (student_id, subject, level, ${columns}) VALUES ($1, $2, $3, ${values})`,
      [...account, ...ids],
    );
  await expect(insert("kind, quantity, payment_id", "'purchase', 3, $4", [payment.id])).rejects.toThrow(
    "ledger_entries_payment_kind_key",
  );
  await expect(insert("kind, quantity, lesson_id", "'hold', -1, $4", [lessonId])).rejects.toThrow("in turns");
  await updateLessonAsAdmin(asAdmin, { id: lessonId, status: "Odwolana przez ucznia" });
  await expect(insert("kind, quantity, lesson_id", "'release', 1, $4", [lessonId])).rejects.toThrow(
    "in turns",
  );
  await expect(insert("kind, quantity, lesson_id", "'hold', -2, $4", [lessonId])).rejects.toThrow("check");
  await expect(insert("kind, quantity, payment_id", "'refund', -4, $4", [payment.id])).rejects.toThrow(
    "unused",
  );
  await expect(
    prisma.payment.update({ where: { id: payment.id }, data: { lessonAmount: 30 } }),
  ).rejects.toThrow("otherwise unchanged");
  expect(await left(room)).toBe(3);
});

test("an adjustment has a reason and notifies the student", async () => {
  const room = await makeClassroom(services);
  const input = { studentId: room.student.id, ...pair, quantity: 2, description: "Za polecenie" };
  expect(await adjustLedger(asAdmin, input)).toMatchObject({ kind: "adjustment", quantity: 2, balance: 2 });
  await adjustLedger(asAdmin, { ...input, quantity: -3, description: "Pomyłka" });
  expect(await movements(room)).toEqual(["adjustment 2 = 2", "adjustment -3 = -1"]);
  expect(await notificationsFor(services, room.student)).toEqual(["lessons-adjusted", "lessons-adjusted"]);
  const teacher = { ...input, studentId: room.teacher.id };
  await expect(adjustLedger(asAdmin, teacher)).rejects.toMatchObject({ code: "not_found" });
  const page = { page: 1, pageSize: 1, direction: "desc" } as const;
  expect(await listStudentLedger(asAdmin, { studentId: room.student.id, ...page })).toMatchObject({
    total: 2,
    items: [{ description: "Pomyłka" }],
  });
});

test("days of a payment are checked", async () => {
  const room = await makeClassroom(services);
  const day = today(services.now());
  const input = {
    studentId: room.student.id,
    moneyAmount: 90,
    lessonAmount: 1,
    ...pair,
    description: "wplata",
  };
  const refused = { code: "input" };
  await expect(addPayment(asAdmin, { ...input, paidOn: addDays(day, 1) }, null)).rejects.toMatchObject(
    refused,
  );
  await expect(addPayment(asAdmin, { ...input, expiresOn: addDays(day, -1) }, null)).rejects.toMatchObject(
    refused,
  );
  expect(
    await addPayment(
      asAdmin,
      { ...input, paidOn: addDays(day, -3), expiresOn: day, method: "gotowka" },
      null,
    ),
  ).toMatchObject({ paidOn: addDays(day, -3), expiresOn: day, method: "gotowka" });
  expect(await addPayment(asAdmin, input, null)).toMatchObject({
    paidOn: day,
    expiresOn: null,
    method: "przelew",
    packageId: null,
  });
});

test("REST's text says, byte for byte, what the entries say", async () => {
  const room = await makeClassroom(services);
  await pay(room, 5, inDays(services, 40));
  const id = await plan(room);
  await updateLessonAsAdmin(asAdmin, {
    id,
    status: "Odwolana przez nauczyciela",
    description: 'Gęś "ó" \\ /\n\u0001😀',
  });
  await adjustLedger(asAdmin, {
    studentId: room.student.id,
    ...pair,
    quantity: 2,
    description: "łącznie <b>&\t\u2028",
  });
  const page = { page: 1, pageSize: 1000 };
  const { items, ...position } = await listMyLedger(room.asStudent, { ...page, direction: "asc" });
  const wireItems = toWire(wireLedgerEntry.array())(items);
  const parsed = async (called: Promise<JsonLedgerPage>) => {
    const { items: text, ...place } = await called;
    return { ...place, items: JSON.parse(text) };
  };
  const json = { ...position, items: wireItems };
  expect(items.map(({ description }) => description)).toEqual(["wplata", "", "", "łącznie <b>&\t\u2028"]);
  expect(items[1]?.lesson?.description).toBe('Gęś "ó" \\ /\n\u0001😀');
  // A line of the CSV says what its lesson was about; the line of an adjustment, why it was made.
  const { content } = await exportMyLedger(room.asStudent, {});
  for (const said of ["wplata", 'Gęś ""ó""', "łącznie <b>&"]) expect(content).toContain(said);
  expect(await parsed(listMyLedgerJson(room.asStudent, page))).toEqual(json);
  const ofStudent = listStudentLedgerJson(asAdmin, { ...page, studentId: room.student.id });
  expect(await parsed(ofStudent)).toEqual(json);
  const second = await parsed(listMyLedgerJson(room.asStudent, { page: 2, pageSize: 3 }));
  expect(second).toEqual({ items: wireItems.slice(3), total: 4, page: 2, pageSize: 3 });
  expect((await listMyLedgerJson((await makeClassroom(services)).asStudent, page)).items).toBe("[]");
});

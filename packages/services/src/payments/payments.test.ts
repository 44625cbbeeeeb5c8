import { randomUUID } from "node:crypto";
import { addDays, type CivilDate, civilDateOf, fullName, today } from "@korki/domain";
import { expect, test } from "vitest";
import { savePackage } from "../packages/packages";
import { addPayout, listMyPayouts, listTeacherPayouts, voidPayout } from "../payouts/payouts";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addPayment } from "./add-payment";
import { listMyPayments, listStudentPayments, voidPayment } from "./payments";

const services = await openTestServices();
const admin = await makePerson(services, "Admin", { name: "Adam", surname: "Szef" });
const asAdmin = personCtx(services, admin);
const firstPage = { page: 1, pageSize: 25 };

const paymentFor = (studentId: string) => ({
  studentId,
  moneyAmount: 90,
  lessonAmount: 1,
  subject: "Matematyka" as const,
  level: "liceumP" as const,
  description: "wplata",
});

test("a payment is recorded, notifies the student, and is shown to both", async () => {
  const student = await makePerson(services, "Student");
  const payment = await addPayment(asAdmin, paymentFor(student.id), null);
  expect(payment).toMatchObject({
    moneyAmount: 90,
    lessonAmount: 1,
    createdBy: { id: admin.id, name: "Adam", surname: "Szef" },
    voided: null,
    createdAt: services.now().toISOString(),
  });
  expect(await outboxOf(services, student.id)).toMatchObject([
    { kind: "payment-noted", facts: { paymentId: payment.id, moneyAmount: 90 } },
  ]);
  const { createdBy: _, voided: __, ...own } = payment;
  expect(await listMyPayments(personCtx(services, student), firstPage)).toEqual({
    items: [own],
    total: 1,
    ...firstPage,
  });
});

test("a voided payment does not count, is told to student and payer, and stays visible to administrators with author and time", async () => {
  const student = await makePerson(services, "Student");
  const { id } = await addPayment(asAdmin, paymentFor(student.id), null);
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, student, { isPayer: true });
  const voided = await voidPayment(asAdmin, { id });
  for (const [person, more] of [
    [student, {}],
    [parent, { studentName: fullName(student) }],
  ] as const) {
    const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-voided");
    expect(told.map(({ facts }) => facts)).toEqual([
      {
        payments: [
          {
            ...{ paymentId: id, moneyAmount: 90, lessonAmount: 1, subject: "Matematyka", level: "liceumP" },
            ...more,
          },
        ],
        bills: [],
        studentId: student.id,
      },
    ]);
  }
  expect(voided.voided).toEqual({
    at: services.now().toISOString(),
    by: { id: admin.id, name: "Adam", surname: "Szef" },
  });
  expect((await listMyPayments(personCtx(services, student), firstPage)).items).toEqual([]);
  const all = { studentId: student.id, showVoided: true, ...firstPage };
  expect((await listStudentPayments(asAdmin, all)).items).toEqual([voided]);
  expect((await listStudentPayments(asAdmin, { ...all, showVoided: false })).items).toEqual([]);
  await expect(voidPayment(asAdmin, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(voidPayment(asAdmin, { id: randomUUID() })).rejects.toMatchObject({ code: "not_found" });
});

test("a payment is a student's, a payout a teacher's", async () => {
  const student = await makePerson(services, "Student");
  const teacher = await makePerson(services, "Teacher");
  await expect(addPayment(asAdmin, paymentFor(teacher.id), null)).rejects.toMatchObject({
    code: "not_found",
  });
  const payout = { teacherId: student.id, moneyAmount: 10, description: "" };
  await expect(addPayout(asAdmin, payout, null)).rejects.toMatchObject({ code: "not_found" });
  const wrong = { showVoided: true, ...firstPage };
  await expect(listStudentPayments(asAdmin, { ...wrong, studentId: teacher.id })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(listTeacherPayouts(asAdmin, { ...wrong, teacherId: student.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a payout is recorded once, notifies the teacher, and is voided once", async () => {
  const teacher = await makePerson(services, "Teacher");
  const input = { teacherId: teacher.id, moneyAmount: 500, description: "wyplata" };
  const payout = await addPayout(asAdmin, input, "payout-1");
  expect(await addPayout(asAdmin, input, "payout-1")).toEqual(payout);
  expect(await outboxOf(services, teacher.id)).toMatchObject([
    { kind: "payout-noted", facts: { payoutId: payout.id, moneyAmount: 500, description: "wyplata" } },
  ]);
  expect((await listMyPayouts(personCtx(services, teacher), firstPage)).total).toBe(1);
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => voidPayout(asAdmin, { id: payout.id })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await listMyPayouts(personCtx(services, teacher), firstPage)).total).toBe(0);
  // The message of the payout has not left, and no longer will.
  expect(await outboxOf(services, teacher.id)).toHaveLength(1);
});

test("a teacher who was told of a payout, or is being told, hears that it was voided", async () => {
  const hour = 3_600_000;
  for (const [outcome, isTold] of [
    [{ status: "sent" }, true],
    [{ status: "pending", pushUntil: new Date(services.now().getTime() - hour) }, true],
    [{ status: "queued", claimedTill: new Date(Date.now() + hour) }, true],
    [{ status: "queued", claimedTill: new Date(Date.now() - hour) }, false],
  ] as const) {
    const teacher = await makePerson(services, "Teacher");
    const facts = { moneyAmount: 500, description: "wyplata" };
    const { id, createdAt } = await addPayout(asAdmin, { teacherId: teacher.id, ...facts }, null);
    await addPayout(asAdmin, { teacherId: teacher.id, ...facts }, null);
    await services.db.prisma.notification.updateMany({
      where: { recipientId: teacher.id, facts: { path: ["payoutId"], equals: id } },
      data: outcome,
    });
    await voidPayout(asAdmin, { id });
    const noted = ["payout-noted", "payout-noted"];
    const outbox = await outboxOf(services, teacher.id);
    expect(outbox.map(({ kind }) => kind)).toEqual(isTold ? [...noted, "payout-voided"] : noted);
    if (!isTold) continue;
    const paidOn = civilDateOf(new Date(createdAt));
    expect(outbox[2]?.facts).toEqual({ payoutId: id, ...facts, paidOn });
  }
});

test("double clicks with one key make one payment", async () => {
  const student = await makePerson(services, "Student");
  const key = randomUUID();
  const clicks = await Promise.all(
    Array.from({ length: 8 }, () => addPayment(asAdmin, paymentFor(student.id), key)),
  );
  expect(new Set(clicks.map(({ id }) => id)).size).toBe(1);
  expect(clicks.every((click) => click.createdBy?.id === admin.id)).toBe(true);
  expect(await services.db.prisma.payment.count({ where: { studentId: student.id } })).toBe(1);
  expect(await outboxOf(services, student.id)).toHaveLength(1);
});

test("a key used for something else is refused, and belongs to its owner alone", async () => {
  const student = await makePerson(services, "Student");
  const other = personCtx(services, await makePerson(services, "Admin"));
  const key = randomUUID();
  await addPayment(asAdmin, paymentFor(student.id), key);
  const dearer = { ...paymentFor(student.id), moneyAmount: 91 };
  await expect(addPayment(asAdmin, dearer, key)).rejects.toMatchObject({ code: "conflict" });
  await addPayment(other, dearer, key);
  expect(await services.db.prisma.payment.count({ where: { studentId: student.id } })).toBe(2);
});

test("a call that failed leaves its key free", async () => {
  const student = await makePerson(services, "Student");
  const key = randomUUID();
  await expect(addPayment(asAdmin, paymentFor(randomUUID()), key)).rejects.toMatchObject({
    code: "not_found",
  });
  await addPayment(asAdmin, paymentFor(student.id), key);
  expect(await services.db.prisma.payment.count({ where: { studentId: student.id } })).toBe(1);
});

test("a package gives a payment its date of expiry unless the administrator gives another or none", async () => {
  const student = await makePerson(services, "Student");
  const { id: packageId } = await savePackage(asAdmin, {
    ...{ name: "Pakiet", subject: null, level: "liceumP", lessons: 1, price: 90, validDays: 30 },
  });
  const add = async (expiresOn?: CivilDate | null) =>
    (await addPayment(asAdmin, { ...paymentFor(student.id), packageId, expiresOn }, null)).expiresOn;
  const day = today(services.now());
  expect(await add()).toBe(addDays(day, 30));
  expect(await add(null)).toBeNull();
  expect(await add(addDays(day, 5))).toBe(addDays(day, 5));
});

test("an unknown package is refused, with a date of expiry or without", async () => {
  const student = await makePerson(services, "Student");
  const payment = { ...paymentFor(student.id), packageId: randomUUID() };
  for (const expiresOn of [undefined, null, addDays(today(services.now()), 5)])
    await expect(addPayment(asAdmin, { ...payment, expiresOn }, null)).rejects.toMatchObject({
      code: "not_found",
    });
});

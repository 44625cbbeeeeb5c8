import { addDays, type CivilDate, today } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { listDebts } from "../debts/debts";
import { placeOrder } from "../orders/place-order";
import { addPayment } from "../payments/add-payment";
import { bookedLesson, type Classroom, forceStatus, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getMoneySettings, getMyMoney, getStudentMoney, saveMoneySettings } from "./get-money";

const { services, prisma, asAdmin } = await openTestCentre();
const MATHS = { subject: "Matematyka", level: "liceumP" } as const;
let room: Classroom;

beforeEach(async () => {
  services.freshLimits();
  await saveMoneySettings(asAdmin, { dueDays: 7 });
  room = await makeClassroom(services);
});

/** A lesson so many days from today at this price. */
async function lessonIn(days: number, price = 90): Promise<string> {
  const { id } = await bookedLesson(services, room, lessons++ % 14);
  const date = new Date(addDays(today(services.now()), days));
  await prisma.lesson.update({ where: { id }, data: { date, price } });
  return id;
}
let lessons = 0;

const pay = (lessonAmount: number, expiresOn: CivilDate | null = null) =>
  addPayment(
    asAdmin,
    {
      studentId: room.student.id,
      moneyAmount: 90 * lessonAmount,
      lessonAmount,
      ...MATHS,
      description: "",
      expiresOn,
    },
    null,
  );
const money = () => getMyMoney(room.asStudent, {});
const inDays = (days: number) => addDays(today(services.now()), days);

test("nothing is due without lessons, and what is paid for nothing yet is credit", async () => {
  expect(await money()).toEqual({
    billedTo: null,
    billId: null,
    isBilled: false,
    due: 0,
    dueBy: null,
    plannedLater: 0,
    subjects: [],
  });
  await pay(3);
  expect(await money()).toMatchObject({ due: 0, subjects: [{ ...MATHS, credit: 3, paidUntil: null }] });
});

test("payments reach the oldest lessons first; what is soon is due, the rest is planned later", async () => {
  await lessonIn(-3, 70);
  await lessonIn(2, 80);
  await lessonIn(7, 90);
  await lessonIn(8, 100);
  expect(await money()).toEqual({
    billedTo: null,
    billId: null,
    isBilled: false,
    due: 240,
    dueBy: inDays(-3),
    plannedLater: 100,
    subjects: [
      { ...MATHS, due: 240, dueLessons: 3, billedLessons: 0, plannedLater: 100, paidUntil: null, credit: 0 },
    ],
  });
  await pay(2);
  expect(await money()).toMatchObject({ due: 90, dueBy: inDays(7), plannedLater: 100 });
  expect((await money()).subjects).toMatchObject([{ dueLessons: 1, paidUntil: inDays(2) }]);
  await pay(3);
  expect(await money()).toMatchObject({ due: 0, dueBy: null, plannedLater: 0 });
  expect((await money()).subjects).toMatchObject([{ paidUntil: inDays(8), credit: 1 }]);
});

test("what expires before the lesson is credit and leaves the lesson to be paid", async () => {
  await pay(4, inDays(5));
  await bookedLesson(services, room, 3, 6);
  expect((await money()).subjects).toMatchObject([{ due: 90, dueLessons: 1, paidUntil: null, credit: 4 }]);
  await bookedLesson(services, room, 3, 5);
  expect((await money()).subjects).toMatchObject([{ due: 90, paidUntil: inDays(5), credit: 3 }]);
});

test("a lesson moved past the last day of what it used is to be paid; moved back it is paid for again", async () => {
  await pay(1, inDays(5));
  const { id } = await bookedLesson(services, room, 3, 3);
  const moveTo = (days: number) => updateLessonAsAdmin(asAdmin, { id, date: inDays(days) });
  expect((await money()).subjects).toMatchObject([{ due: 0, paidUntil: inDays(3), credit: 0 }]);
  await moveTo(5);
  expect((await money()).subjects).toMatchObject([{ due: 0, paidUntil: inDays(5), credit: 0 }]);
  await moveTo(6);
  expect((await money()).subjects).toMatchObject([{ due: 90, paidUntil: null, credit: 1 }]);
  await moveTo(12);
  expect((await money()).subjects).toMatchObject([{ plannedLater: 90, paidUntil: null, credit: 1 }]);
  await moveTo(4);
  expect((await money()).subjects).toMatchObject([{ due: 0, paidUntil: inDays(4), credit: 0 }]);
  // What stays valid is used by a lesson that is moved past the rest.
  await pay(1);
  await moveTo(12);
  expect((await money()).subjects).toMatchObject([{ due: 0, paidUntil: inDays(12), credit: 1 }]);
});

describe("the centre decides from when a planned lesson is due:", () => {
  test.each([
    [0, 90],
    [20, 180],
    [60, 270],
  ])("%i days before", async (dueDays, due) => {
    await lessonIn(0);
    await lessonIn(20);
    await lessonIn(60);
    await saveMoneySettings(asAdmin, { dueDays });
    expect(await getMoneySettings(asAdmin)).toMatchObject({ dueDays });
    expect(await money()).toMatchObject({ due, plannedLater: 270 - due });
    const debts = (await listDebts(asAdmin, { page: 1, pageSize: 500 })).items;
    expect(debts.find(({ studentId }) => studentId === room.student.id)?.amount).toBe(due);
  });
});

test("delivered and charged lessons are due however far, cancelled ones are not", async () => {
  const [held, charged, cancelled] = [await lessonIn(30), await lessonIn(31), await lessonIn(1)];
  await forceStatus(services, held, "Zrealizowana");
  await prisma.lesson.update({
    where: { id: charged },
    data: { status: "Odwolana przez ucznia", charged: true },
  });
  await forceStatus(services, cancelled, "Odwolana przez nauczyciela");
  expect(await money()).toMatchObject({ due: 180, plannedLater: 0, subjects: [{ dueLessons: 2 }] });
});

test("an order pays exactly what is due, each lesson at its price; with nothing due there is none", async () => {
  await expect(placeOrder(room.asStudent, { due: true })).rejects.toMatchObject({ code: "conflict" });
  await lessonIn(1, 70);
  await lessonIn(2, 85);
  await lessonIn(40, 100);
  const order = await placeOrder(room.asStudent, { due: true });
  expect(order).toMatchObject({ amount: 155, items: [{ ...MATHS, lessons: 2, amount: 155 }] });
});

test("a parent who pays sees a child's money, and nobody else does", async () => {
  await lessonIn(1);
  const studentId = room.student.id;
  const [payer, guest, stranger] = await Promise.all([1, 2, 3].map(() => makePerson(services, "Parent")));
  if (!payer || !guest || !stranger) throw new Error("three parents");
  await makeGuardian(services, payer, room.student);
  await makeGuardian(services, guest, room.student, { rights: ["book"] });
  expect(await getMyMoney(personCtx(services, payer), { studentId })).toMatchObject({ due: 90 });
  expect(await getStudentMoney(asAdmin, { studentId })).toMatchObject({ due: 90 });
  await expect(getMyMoney(personCtx(services, guest), { studentId })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(getMyMoney(personCtx(services, stranger), { studentId })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(getStudentMoney(asAdmin, { studentId: payer.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

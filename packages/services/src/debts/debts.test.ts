import { debtTexts } from "@korki/contracts/texts/debts";
import { addDays, instantOf, today, weekStart } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import { expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { saveCentreSettings } from "../centre/centre-settings";
import { revalidate } from "../notifications/revalidate";
import { addPayment } from "../payments/add-payment";
import { erasePerson } from "../privacy/personal-data";
import { bookedLesson, forceStatus, makeClassroom, storedLesson } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { listDebts, remindOfDebt } from "./debts";
import { remindWeekly } from "./remind-weekly";

const { services, prisma, asAdmin } = await openTestCentre();
const PAGE = { page: 1, pageSize: 100 };

test("who owes is listed per subject, each lesson at the price it carries; what is paid of another subject hides nothing", async () => {
  const room = await makeClassroom(services);
  const { student } = room;
  const lessons = [];
  for (let block = 0; block < 3; block += 1) lessons.push(await bookedLesson(services, room, block));
  // The latest are the ones that are owed.
  await services.db.prisma.lesson.update({ where: { id: lessons[2]?.id ?? "" }, data: { price: 123 } });
  const pay = (subject: "Matematyka" | "Fizyka", lessonAmount: number) =>
    addPayment(
      asAdmin,
      { studentId: student.id, moneyAmount: 90, lessonAmount, subject, level: "liceumP", description: "" },
      null,
    );
  await pay("Matematyka", 1);
  await pay("Fizyka", 5);
  expect((await listDebts(asAdmin, PAGE)).items).toEqual([
    {
      studentId: student.id,
      studentName: expect.any(String),
      amount: 213,
      lessons: [{ subject: "Matematyka", level: "liceumP", owed: 2 }],
    },
  ]);
  await remindOfDebt(asAdmin, { studentId: student.id });
  const told = await outboxOf(services, student.id);
  expect(told.at(-1)).toEqual({ kind: "debt-reminder", facts: { studentId: student.id, moneyAmount: 213 } });

  await forceStatus(services, lessons[2]?.id ?? "", "Odwolana przez nauczyciela");
  expect((await listDebts(asAdmin, PAGE)).items).toMatchObject([{ amount: 90 }]);
  await pay("Matematyka", 1);
  expect(await listDebts(asAdmin, PAGE)).toMatchObject({ items: [], total: 0 });
  await expect(remindOfDebt(asAdmin, { studentId: student.id })).rejects.toMatchObject({ code: "conflict" });
});

test("the weekly reminder of several children is one message with their sum, and follows what is still due", async () => {
  const payer = await makePerson(services, "Parent");
  const rooms = [await makeClassroom(services), await makeClassroom(services)];
  for (const room of rooms) {
    await bookedLesson(services, room, 0);
    await makeGuardian(services, payer, room.student, { isPayer: true });
  }
  services.clock.time = instantOf(addDays(weekStart(today(services.now())), 7), 9 * 60);
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
  await Promise.all([1, 2].map(() => remindWeekly(services)));
  await remindWeekly(services);
  const told = (await outboxOf(services, payer.id)).filter(({ kind }) => kind === "debt-reminder");
  expect(told).toEqual([
    {
      kind: "debt-reminder",
      facts: { studentId: expect.any(String), studentIds: expect.any(Array), moneyAmount: 180 },
    },
  ]);
  const stored = readNotification("debt-reminder", told[0]?.facts);
  if (typeof stored === "string") throw new Error(stored);
  expect(await revalidate(services, stored, payer.id)).toMatchObject({ facts: { moneyAmount: 180 } });
  await services.db.prisma.guardianship.updateMany({
    where: { studentId: rooms[0]?.student.id ?? "" },
    data: { endedAt: services.now() },
  });
  expect(await revalidate(services, stored, payer.id)).toMatchObject({ facts: { moneyAmount: 90 } });
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: false });
});

test("what an erased student owed is in no list of what is to be settled, and reminds nobody", async () => {
  const room = await makeClassroom(services);
  const { student } = room;
  const lesson = await bookedLesson(services, room, 0);
  await forceStatus(services, lesson.id, "Zrealizowana");
  const listed = async () =>
    (await listDebts(asAdmin, PAGE)).items.some((each) => each.studentId === student.id);
  const owing = async () =>
    (await getAttention(asAdmin)).some(
      ({ kind, items }) =>
        kind === "owes-lessons" && items.some((item) => JSON.stringify(item).includes(student.id)),
    );
  expect([await listed(), await owing()]).toEqual([true, true]);
  await erasePerson(asAdmin, { userId: student.id });
  expect([await listed(), await owing()]).toEqual([false, false]);
  await expect(remindOfDebt(asAdmin, { studentId: student.id })).rejects.toMatchObject({ code: "not_found" });
  expect(await storedLesson(services, lesson.id)).toMatchObject({ price: 90, status: "Zrealizowana" });
});

test("a reminder goes to the payer, not to the student, and weekly if the centre wants it", async () => {
  const room = await makeClassroom(services);
  const { student } = room;
  // Held, so that it is due on every day of the week.
  await forceStatus(services, (await bookedLesson(services, room, 0)).id, "Zrealizowana");
  const payer = await makePerson(services, "Parent");
  await makeGuardian(services, payer, student, { isPayer: true });
  const reminders = async (id: string) =>
    (await outboxOf(services, id)).filter(({ kind }) => kind === "debt-reminder").length;
  await remindOfDebt(asAdmin, { studentId: student.id });
  expect([await reminders(payer.id), await reminders(student.id)]).toEqual([1, 0]);
  await prisma.user.update({ where: { id: payer.id }, data: { isDisabled: true } });
  await expect(remindOfDebt(asAdmin, { studentId: student.id })).rejects.toMatchObject({
    code: "conflict",
    message: debtTexts.payerDisabled,
  });
  await prisma.user.update({ where: { id: payer.id }, data: { isDisabled: false } });

  const monday = addDays(weekStart(today(services.now())), 7);
  services.clock.time = instantOf(monday, 8 * 60 + 59);
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
  expect(await remindWeekly(services)).toEqual({ reminded: 0 });
  services.clock.time = instantOf(monday, 9 * 60);
  await Promise.all([1, 2, 3].map(() => remindWeekly(services)));
  expect([await reminders(payer.id), await reminders(student.id)]).toEqual([2, 0]);
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: false });
  services.clock.time = instantOf(addDays(monday, 7), 10 * 60);
  expect(await remindWeekly(services)).toEqual({ reminded: 0 });
  // Switched on when the hour has passed: from the next Monday on.
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
  expect(await remindWeekly(services)).toEqual({ reminded: 0 });
  services.clock.time = instantOf(addDays(monday, 14), 10 * 60);
  await remindWeekly(services);
  expect([await reminders(payer.id), await reminders(student.id)]).toEqual([3, 0]);
});

test("what comes up after Monday's reminders waits for the next week, and missed ones go out by day", async () => {
  const [first, later] = [await makeClassroom(services), await makeClassroom(services)];
  const owe = async (room: typeof first) =>
    forceStatus(services, (await bookedLesson(services, room, 0)).id, "Zrealizowana");
  await owe(first);
  const reminders = async ({ student }: typeof first) =>
    (await outboxOf(services, student.id)).filter(({ kind }) => kind === "debt-reminder").length;
  const monday = addDays(weekStart(today(services.now())), 7);
  const at = (days: number, hour: number) => {
    services.clock.time = instantOf(addDays(monday, days), hour * 60);
  };
  at(0, 8);
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: false });
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
  at(0, 9);
  await remindWeekly(services);
  await owe(later);
  for (const [days, hour] of [
    [0, 23],
    [1, 0],
    [1, 10],
  ] as const) {
    at(days, hour);
    expect(await remindWeekly(services)).toEqual({ reminded: 0 });
  }
  // Nothing ran on the next Monday until the evening.
  for (const [days, hour] of [
    [7, 20],
    [8, 0],
    [8, 8],
  ] as const) {
    at(days, hour);
    expect(await remindWeekly(services)).toEqual({ reminded: 0 });
  }
  at(8, 9);
  await remindWeekly(services);
  expect([await reminders(first), await reminders(later)]).toEqual([2, 1]);
  await saveCentreSettings(asAdmin, { weeklyDebtReminder: false });
});

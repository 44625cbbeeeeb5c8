import { newId } from "@korki/db";
import { monthName } from "@korki/domain";
import { expect, test } from "vitest";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { addPayout } from "../payouts/payouts";
import { getStudentCard } from "../people/own-people";
import { bookedLesson, forceStatus, inDays, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getActivity, getMovements } from "./activity";

const { services, asAdmin } = await openTestCentre();
const PAID = { lessonAmount: 2, subject: "Matematyka", level: "liceumP", description: "" } as const;

test("counts a student's and a teacher's lessons by subject and status, and money in and out, month by month", async () => {
  const room = await makeClassroom(services);
  const { student, teacher } = room;
  const lesson = await bookedLesson(services, room, 3);
  const held = await bookedLesson(services, room, 4);
  await forceStatus(services, held.id, "Zrealizowana");
  await addPayment(asAdmin, { ...PAID, studentId: student.id, moneyAmount: 180 }, null);
  const wrong = await addPayment(asAdmin, { ...PAID, studentId: student.id, moneyAmount: 90 }, null);
  await voidPayment(asAdmin, { id: wrong.id });
  await addPayout(asAdmin, { teacherId: teacher.id, moneyAmount: 60, description: "" }, null);

  const [year = 0, month = 0] = lesson.date.split("-").map(Number);
  const today = inDays(services, 0);
  const sumOf = async (owner: { studentId?: string; teacherId?: string }) => {
    const months = await getActivity(asAdmin, { year, month, ...owner });
    expect(months).toHaveLength(24);
    expect(months.at(-1)).toMatchObject({ year, month });
    const lessons = months.at(-1)?.lessons.map(({ subject, status, count }) => [subject, status, count]);
    const money = months.find((each) => today.startsWith(monthName(each)));
    return { lessons: lessons?.toSorted(), paidIn: money?.paidIn, paidOut: money?.paidOut };
  };
  const lessons = [
    ["Matematyka", "Nie potwierdzona", 1],
    ["Matematyka", "Zrealizowana", 1],
  ];
  expect(await sumOf({ studentId: student.id })).toEqual({ lessons, paidIn: 180, paidOut: 0 });
  expect(await sumOf({ teacherId: teacher.id })).toEqual({ lessons, paidIn: 0, paidOut: 60 });
  const [yearNow = 0, monthNow = 0] = today.split("-").map(Number);
  const list = (flow: "in" | "out", owner: object) =>
    getMovements(asAdmin, { year: yearNow, month: monthNow, flow, page: 1, pageSize: 25, ...owner });
  expect(await list("in", { studentId: student.id })).toMatchObject({
    sum: 180,
    total: 1,
    items: [{ kind: "payment", amount: 180, date: today, person: { id: student.id } }],
  });
  expect(await list("out", { teacherId: teacher.id })).toMatchObject({
    sum: 60,
    items: [{ kind: "payout", amount: 60, person: { id: teacher.id } }],
  });
  expect(await list("out", { studentId: student.id })).toMatchObject({ sum: 0, total: 0, items: [] });
  const all = (await getActivity(asAdmin, { year: yearNow, month: monthNow })).at(-1);
  expect([(await list("in", {})).sum, (await list("out", {})).sum]).toEqual([all?.paidIn, all?.paidOut]);
  expect(await sumOf({ studentId: newId() })).toEqual({ lessons: [], paidIn: 0, paidOut: 0 });
});

test("a teacher sees phone and balance of an assigned student, an administrator parents and debts too", async () => {
  const room = await makeClassroom(services);
  const { student, asTeacher } = room;
  await bookedLesson(services, room, 3);
  const mother = await makePerson(services, "Parent", { name: "Maria" });
  await makeGuardian(services, mother, student);
  const card = await getStudentCard(asTeacher, { studentId: student.id });
  expect(card).toMatchObject({
    available: [{ subject: "Matematyka", level: "liceumP", available: -1 }],
    office: null,
  });
  const { office } = await getStudentCard(asAdmin, { studentId: student.id });
  expect(office).toMatchObject({ owed: 90, parents: [{ id: mother.id, name: "Maria" }] });
  const stranger = await makeClassroom(services);
  await expect(getStudentCard(stranger.asTeacher, { studentId: student.id })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(getStudentCard(asAdmin, { studentId: mother.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

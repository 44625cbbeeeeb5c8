import { blockEnd, blockStart } from "@korki/domain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listDebts } from "../debts/list-debts";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { addPayment } from "../payments/add-payment";
import { saveReport } from "../reports/save-report";
import { tickHomework } from "../reports/tick-homework";
import { bookedLesson, type Classroom, forceStatus, inDays, makeClassroom } from "../testing/classroom";
import { makePerson, personCtx, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { requestTrial } from "../trial-lessons/request-trial";
import { getAttention } from "./get-attention";

const services = await openTestServices({ REPORT_REQUIRED: "true" });
const { prisma } = services.db;
const asAdmin = personCtx(services, await makePerson(services, "Admin"));
const start = services.clock.time;
let room: Classroom;

beforeEach(async () => {
  await prisma.lesson.updateMany({ data: { deletedAt: start } });
  await prisma.teachingRelation.deleteMany();
  room = await makeClassroom(services);
});
afterEach(() => {
  services.clock.time = start;
});

const counts = async (ctx: typeof asAdmin) =>
  Object.fromEntries((await getAttention(ctx)).map(({ kind, count }) => [kind, count]));
const at = (time: Date) => {
  services.clock.time = time;
};
const words = { summary: "Prawo Ohma", homeworkDue: null, privateNote: null, understanding: null };

test("a teacher sees the lessons of today and tomorrow, what waits, and what is missing", async () => {
  const { asTeacher, asStudent } = room;
  const lesson = await bookedLesson(services, room, 5);
  expect(await counts(asTeacher)).toEqual({ "to-confirm": 1 });
  at(new Date(blockStart(lesson.date, 5).getTime() - 3_600_000));
  expect(await counts(asTeacher)).toEqual({ today: 1, "to-confirm": 1 });
  const [today] = await getAttention(asTeacher);
  expect(today?.items).toEqual([
    {
      lessonId: lesson.id,
      studentId: room.student.id,
      teacherId: room.teacher.id,
      startsAt: blockStart(lesson.date, 5).toISOString(),
      text: expect.stringContaining(room.student.surname),
    },
  ]);
  at(blockEnd(lesson.date, 5));
  expect(await counts(asTeacher)).toEqual({ "no-outcome": 1 });
  await forceStatus(services, lesson.id, "Zrealizowana");
  expect(await counts(asTeacher)).toEqual({ "no-report": 1 });
  await saveReport(asTeacher, { lessonId: lesson.id, ...words, homework: "Zadanie 1" });
  expect(await counts(asTeacher)).toEqual({});
  await tickHomework(asStudent, { lessonId: lesson.id, done: true });
  expect(await counts(asTeacher)).toEqual({ "homework-done": 1 });
  // Seen at the next lesson of the two.
  const next = await bookedLesson(services, room, 6, 4);
  await forceStatus(services, next.id, "Potwierdzona");
  at(blockStart(next.date, 6));
  expect(await counts(asTeacher)).toEqual({ today: 1 });
});

test("a student sees the next lesson, what is asked, homework and the balance", async () => {
  const { asStudent, asTeacher, student } = room;
  const lesson = await bookedLesson(services, room, 5);
  await proposeReschedule(asTeacher, { lessonId: lesson.id, date: inDays(services, 4), block: 8 });
  expect(await counts(asStudent)).toEqual({ "next-lesson": 1, asked: 1 });
  await addPayment(
    asAdmin,
    {
      studentId: student.id,
      moneyAmount: 90,
      lessonAmount: 2,
      subject: "Matematyka",
      level: "liceumP",
      description: "",
    },
    null,
  );
  expect(await counts(asStudent)).toMatchObject({ balance: 1 });
  at(blockEnd(lesson.date, 5));
  await forceStatus(services, lesson.id, "Zrealizowana");
  await saveReport(asTeacher, { lessonId: lesson.id, ...words, homework: "Zadanie 1" });
  expect(await counts(asStudent)).toEqual({ homework: 1, balance: 1 });
  await tickHomework(asStudent, { lessonId: lesson.id, done: true });
  expect(await counts(asStudent)).toEqual({ balance: 1 });
});

test("an administrator sees what would be forgotten, and each count agrees with its list", async () => {
  await requestTrial(visitorCtx(services), {
    subject: "Fizyka",
    level: "liceumP",
    email: "gosc@example.pl",
    studentPhone: "+48600100200",
    parentPhone: "",
    description: "",
  });
  expect(await counts(asAdmin)).toEqual({ "no-next-lesson": 1 });
  const lesson = await bookedLesson(services, room, 5);
  const owing = await listDebts(asAdmin, { page: 1, pageSize: 10 });
  expect(await counts(asAdmin)).toEqual({ "owes-lessons": owing.total });
  expect(owing.total).toBe(1);
  // Exactly a day before, and the trial request has waited for two.
  at(new Date(blockStart(lesson.date, 5).getTime() - 24 * 3_600_000 - 1));
  expect(await counts(asAdmin)).toEqual({ "owes-lessons": 1, "trial-waiting": 1 });
  at(new Date(blockStart(lesson.date, 5).getTime() - 24 * 3_600_000));
  expect(await counts(asAdmin)).toMatchObject({ "starts-unconfirmed": 1 });
  at(blockEnd(lesson.date, 5));
  expect(await counts(asAdmin)).toMatchObject({ "no-outcome": 1, "no-next-lesson": 1 });
  await prisma.notification.updateMany({ where: { kind: "lesson-booked" }, data: { status: "failed" } });
  const failed = await prisma.notification.count({ where: { status: "failed" } });
  expect(await counts(asAdmin)).toMatchObject({ "notification-failed": failed });
});

test("a kind shows 20 at most and counts them all", async () => {
  for (let block = 0; block < 12; block += 1) {
    await bookedLesson(services, room, block, 3);
    await bookedLesson(services, room, block, 4);
  }
  const found = (await getAttention(room.asTeacher)).find(({ kind }) => kind === "to-confirm");
  expect(found).toMatchObject({ count: 24 });
  expect(found?.items).toHaveLength(20);
});

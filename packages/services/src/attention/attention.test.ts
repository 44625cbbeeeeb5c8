import type { AttentionKind } from "@korki/contracts/attention";
import { blockAt, blockEnd, blockStart, spanRange } from "@korki/domain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishDocument } from "../consents/documents";
import { listDebts } from "../debts/debts";
import { withdrawReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { listNotifications } from "../notifications/list-notifications";
import { addPayment } from "../payments/add-payment";
import { listStudentsForAdmin } from "../people/list-people";
import { saveReport } from "../reports/save-report";
import { tickHomework } from "../reports/tick-homework";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
} from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { makePerson, personCtx, visitorCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { makeWeeklyLessons } from "../testing/weekly-lessons";
import { requestTrial } from "../trial-lessons/request-trial";
import { getAttention, listAttention } from "./get-attention";

const { services, prisma, asAdmin } = await openTestCentre({ REPORT_REQUIRED: "true" });
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
      status: "Nie potwierdzona",
      version: 0,
      subject: "Matematyka",
      level: "liceumP",
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

test("homework that is ticked after a lesson of the same day waits for the next one", async () => {
  const lesson = await bookedLesson(services, room, 5);
  const next = await bookedLesson(services, room, 6, 4);
  at(blockEnd(lesson.date, 5));
  await forceStatus(services, lesson.id, "Zrealizowana");
  await saveReport(room.asTeacher, { lessonId: lesson.id, ...words, homework: "Zadanie 1" });
  at(blockEnd(next.date, 6));
  await forceStatus(services, next.id, "Zrealizowana");
  await tickHomework(room.asStudent, { lessonId: lesson.id, done: true });
  expect(await counts(room.asTeacher)).toMatchObject({ "homework-done": 1 });
  const later = await bookedLesson(services, room, 6, 1);
  at(blockStart(later.date, 6));
  expect(await counts(room.asTeacher)).not.toHaveProperty("homework-done");
});

test("a student sees the next lesson, what is asked, homework and the balance", async () => {
  const { asStudent, asTeacher, student } = room;
  const lesson = await bookedLesson(services, room, 5);
  await proposeReschedule(asTeacher, { lessonId: lesson.id, date: inDays(services, 4), block: 8 });
  expect(await counts(asStudent)).toEqual({ "next-lesson": 1, asked: 1, balance: 1 });
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

test("a student is asked to move one hour of a double lesson or both", async () => {
  const { asStudent, asTeacher } = room;
  const booking = bookingOf(room.teacher, inDays(services, 3), 5);
  const lesson = await bookLesson(asStudent, { ...booking, blocks: 2 });
  const to = { lessonId: lesson.id, date: inDays(services, 4), block: 8 };
  const askedFor = async () => (await getAttention(asStudent)).find(({ kind }) => kind === "asked")?.items;
  const both = await proposeReschedule(asTeacher, to);
  const spans = new RegExp(` proponuje .+, ${spanRange(8, 2)} zamiast .+, ${spanRange(5, 2)}$`);
  expect(await askedFor()).toMatchObject([{ text: expect.stringMatching(spans) }]);
  await withdrawReschedule(asTeacher, { lessonId: lesson.id, proposalId: both.proposal?.id ?? "" });
  await proposeReschedule(asTeacher, { ...to, blocks: 1 });
  const hours = new RegExp(
    ` proponuje .+, ${blockAt(8).start} zamiast .+, ${blockAt(5).start} \\(tylko ta godzina\\)$`,
  );
  expect(await askedFor()).toMatchObject([{ text: expect.stringMatching(hours) }]);
});

test("what is planned later is no line of the balance, what is due is one", async () => {
  await bookedLesson(services, room, 5, 12);
  expect(await counts(room.asStudent)).not.toHaveProperty("balance");
  await bookedLesson(services, room, 5, 2);
  const [balance] = (await getAttention(room.asStudent)).filter(({ kind }) => kind === "balance");
  expect(balance).toMatchObject({ count: 1, items: [{ subject: "Matematyka", level: "liceumP" }] });
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
  const waiting = await getAttention(asAdmin, { items: 5 });
  expect(waiting.find(({ kind }) => kind === "trial-waiting")?.items[0]?.text).toMatch(
    /^Fizyka \(.*\), \+48\s600\s100\s200, od \d+ /,
  );
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

test("a double lesson is one line with both its hours, while both wait for the same", async () => {
  const { asTeacher, asStudent, teacher, student } = room;
  const booking = { ...bookingOf(teacher, inDays(services, 3), 5), blocks: 2 as const };
  const { id, date } = await bookLesson(asStudent, booking);
  const [, later] = await prisma.lesson.findMany({
    where: { studentId: student.id, deletedAt: null },
    orderBy: { block: "asc" },
  });
  const items = async (ctx: typeof asAdmin, kind: AttentionKind) => {
    const { items, total } = await listAttention(ctx, { kind, page: 1, pageSize: 25 });
    expect(items).toHaveLength(total);
    return items.map(({ lessonId, blocks = 1, text }) => [lessonId, blocks, text.includes("z przerwą")]);
  };
  const both = [[id, 2, true]];
  const single = (lessonId?: string) => [lessonId, 1, false];
  at(new Date(blockStart(date, 5).getTime() - 3_600_000));
  expect(await counts(asTeacher)).toEqual({ today: 1, "to-confirm": 1 });
  const shown = await Promise.all([
    items(asTeacher, "today"),
    items(asTeacher, "to-confirm"),
    items(asStudent, "next-lesson"),
    items(asAdmin, "starts-unconfirmed"),
  ]);
  expect(shown).toEqual([both, both, both, both]);
  // The earlier hour is over.
  at(blockEnd(date, 5));
  expect(await items(asTeacher, "no-outcome")).toEqual([single(id)]);
  for (const [ctx, kind] of [
    [asTeacher, "today"],
    [asTeacher, "to-confirm"],
    [asStudent, "next-lesson"],
  ] as const)
    expect(await items(ctx, kind)).toEqual([single(later?.id)]);
  at(new Date(blockStart(date, 5).getTime() - 3_600_000));
  await confirmLesson(asTeacher, { lessonId: id, pair: "one" });
  expect(await items(asTeacher, "today")).toEqual([single(id), single(later?.id)]);
  expect(await items(asTeacher, "to-confirm")).toEqual([single(later?.id)]);
  await confirmLesson(asTeacher, { lessonId: later?.id ?? "", pair: "one" });
  expect(await items(asTeacher, "today")).toEqual(both);
});

test("a lesson that waits names the series of its teacher, a substitute's names none", async () => {
  const weekly = await makeWeeklyLessons(services);
  const { id, lessons } = await weekly.book(weekly.asStudent);
  const substitute = await makeClassroom(services);
  await prisma.lesson.update({
    where: { id: lessons[0]?.id ?? "" },
    data: { teacherId: substitute.teacher.id },
  });
  const waiting = async (ctx: typeof asAdmin) =>
    (await listAttention(ctx, { kind: "to-confirm", page: 1, pageSize: 25 })).items.map(
      ({ seriesId }) => seriesId,
    );
  expect(await waiting(weekly.asTeacher)).toEqual([id, id, id, id]);
  expect(await waiting(substitute.asTeacher)).toEqual([undefined]);
});

test("every count is the length of the list that it leads to, for everybody", async () => {
  const { asTeacher, asStudent, student } = room;
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, student);
  await makeChild(services, parent);
  const asParent = personCtx(services, parent);
  await makeClassroom(services);
  await requestTrial(visitorCtx(services), {
    subject: "Fizyka",
    level: "liceumP",
    email: "drugi.gosc@example.pl",
    studentPhone: "+48600100200",
    parentPhone: "",
    description: "",
  });
  const pay = (lessonAmount: number, expiresOn: string | null) =>
    addPayment(
      asAdmin,
      {
        studentId: student.id,
        moneyAmount: 90,
        lessonAmount,
        subject: "Fizyka",
        level: "liceumP",
        description: "",
        expiresOn,
      },
      null,
    );
  await pay(1, inDays(services, 8));
  const [held, silent, over] = [
    await bookedLesson(services, room, 1),
    await bookedLesson(services, room, 2),
    await bookedLesson(services, room, 3),
  ];
  await bookedLesson(services, room, 4, 3);
  const moved = await bookedLesson(services, room, 6, 4);
  await proposeReschedule(asTeacher, { lessonId: moved.id, date: inDays(services, 5), block: 8 });
  await publishDocument(asAdmin, {
    kind: "regulamin",
    title: "Regulamin",
    text: "Zasady",
    mandatory: true,
    roles: ["Student", "Parent"],
  });
  // Both reports are of the day that ends: one with homework that was done, one missing.
  at(blockEnd(over.date, 3));
  for (const { id } of [held, silent]) await forceStatus(services, id, "Zrealizowana");
  await saveReport(asTeacher, { lessonId: held.id, ...words, homework: "Zadanie 1" });
  await tickHomework(asStudent, { lessonId: held.id, done: true });
  const open = await bookedLesson(services, room, 7, 0);
  await forceStatus(services, open.id, "Zrealizowana");
  await saveReport(asTeacher, { lessonId: open.id, ...words, homework: "Zadanie 2" });
  await prisma.notification.updateMany({ where: { kind: "report-written" }, data: { status: "failed" } });

  const seen: Record<string, number> = {};
  for (const ctx of [asTeacher, asStudent, asParent, asAdmin]) {
    for (const { kind, count, items } of await getAttention(ctx)) {
      const list = await listAttention(ctx, { kind, page: 1, pageSize: 1000 });
      expect([kind, list.total, list.items.length]).toEqual([kind, count, count]);
      expect(list.items.slice(0, items.length)).toEqual(items);
      seen[`${ctx.actor.role} ${kind}`] = count;
    }
  }
  expect(Object.keys(seen)).toEqual([
    ...["today", "to-confirm", "no-outcome", "no-report", "homework-done"].map((kind) => `Teacher ${kind}`),
    ...["next-lesson", "asked", "homework", "balance"].map((kind) => `Student ${kind}`),
    ...["next-lesson", "asked", "homework", "balance"].map((kind) => `Parent ${kind}`),
    ...["starts-unconfirmed", "no-outcome", "no-report", "trial-waiting", "owes-lessons"].map(
      (kind) => `Admin ${kind}`,
    ),
    ...["package-ends", "no-next-lesson", "notification-failed"].map((kind) => `Admin ${kind}`),
  ]);
  // The student is asked for an answer and a consent; the parent for that answer, the own consent and the child's.
  expect([seen["Student asked"], seen["Parent asked"]]).toEqual([2, 3]);
  // Of one child a parent sees its part, of somebody else's child nothing.
  const ofChild = await getAttention(asParent, { items: 1, studentId: student.id });
  expect(Object.fromEntries(ofChild.map(({ kind, count }) => [`Parent ${kind}`, count]))).toEqual({
    ...Object.fromEntries(Object.entries(seen).filter(([kind]) => kind.startsWith("Parent"))),
    "Parent asked": 2,
  });
  const ofOther = { kind: "homework", page: 1, pageSize: 10, studentId: asAdmin.actor.id } as const;
  expect(await listAttention(asParent, ofOther)).toMatchObject({ total: 0 });
  const page = { page: 1, pageSize: 1000 };
  const owing = await listStudentsForAdmin(asAdmin, {
    ...page,
    search: "",
    showDisabled: true,
    owing: true,
    sort: "owed",
    direction: "desc",
  });
  const [failed, debts] = [
    await listNotifications(asAdmin, { ...page, search: "", status: "failed" }),
    await listDebts(asAdmin, page),
  ];
  expect(owing.items.map(({ id, owed }) => [id, owed])).toEqual(
    debts.items.map(({ studentId, amount }) => [studentId, amount]),
  );
  expect([seen["Admin owes-lessons"], seen["Admin notification-failed"]]).toEqual([
    debts.total,
    failed.total,
  ]);
});

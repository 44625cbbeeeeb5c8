import { commonTexts } from "@korki/contracts/texts/common";
import { reportTexts } from "@korki/contracts/texts/reports";
import { findHomeworkBefore, transact } from "@korki/db";
import { addDays, addMonths, blockEnd, today } from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { erasePerson, exportPerson } from "../privacy/personal-data";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  makeClassroom,
  makeTeacher,
  notificationsFor,
  relate,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { somebodyWaits } from "../testing/lock-waits";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getReport, getSummary, listMyReports, listReportsOf, prepareLesson } from "./read-reports";
import { saveReport, saveReportTopics } from "./save-report";
import { tickHomework } from "./tick-homework";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
const PAGE = { page: 1, pageSize: 100 };
const NOT_FOUND = { code: "not_found" };
let room: Classroom;

beforeEach(async () => {
  room = await makeClassroom(services);
});
afterEach(() => {
  services.clock.time = start;
});

const words = {
  summary: "Prawo Ohma",
  homework: "Zadania 1–3",
  homeworkDue: null,
  privateNote: "Mało śpi",
  understanding: 4,
};

async function heldLesson(block: number, days = 3) {
  const lesson = await bookedLesson(services, room, block, days);
  await forceStatus(services, lesson.id, "Zrealizowana");
  services.clock.time = new Date(
    Math.max(services.clock.time.getTime(), blockEnd(lesson.date, block).getTime()),
  );
  return lesson;
}

describe("a report", () => {
  test("is written and changed by its teacher, and every change is kept", async () => {
    const { id: lessonId } = await heldLesson(3);
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    const report = await saveReport(room.asTeacher, { lessonId, ...words });
    expect(await notificationsFor(services, payer)).toEqual(["report-written"]);
    expect(report).toMatchObject({ ...words, homeworkDone: false });
    await tickHomework(room.asStudent, { lessonId, done: true });
    const changed = await saveReport(room.asTeacher, { lessonId, ...words, homework: "Zadanie 4" });
    // Other homework is open again.
    expect(changed).toMatchObject({ id: report.id, homework: "Zadanie 4", homeworkDone: false });
    const history = await prisma.historyEntry.findMany({
      where: { entity: "report", entityId: lessonId },
      orderBy: { id: "asc" },
    });
    expect(history.map(({ action }) => action)).toEqual(["add", "tickHomework", "update"]);
    expect(history[2]?.changes).toEqual({ homework: { from: "Zadania 1–3", to: "Zadanie 4" } });
    expect(await notificationsFor(services, room.student)).toEqual(["report-written", "report-written"]);
    expect(await notificationsFor(services, room.teacher)).toEqual(["lesson-booked", "homework-done"]);
  });

  test("that comes twice at one moment is written, recorded and told of once", async () => {
    const { id: lessonId } = await heldLesson(3);
    await Promise.all([1, 2, 3].map(() => saveReport(room.asTeacher, { lessonId, ...words })));
    expect(await prisma.historyEntry.count({ where: { entity: "report", entityId: lessonId } })).toBe(1);
    expect(await notificationsFor(services, room.student)).toEqual(["report-written"]);
  });

  test("is for lessons that were held, and for 14 days", async () => {
    const planned = await bookedLesson(services, room, 4);
    const save = (lessonId: string) => saveReport(room.asTeacher, { lessonId, ...words });
    await expect(save(planned.id)).rejects.toMatchObject({ code: "conflict", message: reportTexts.notHeld });
    const held = await heldLesson(5);
    services.clock.time = blockEnd(addDays(held.date, 14), 13);
    await save(held.id);
    services.clock.time = blockEnd(addDays(held.date, 15), 5);
    await expect(save(held.id)).rejects.toMatchObject({ code: "conflict", message: reportTexts.tooLate });
  });

  test("belongs to its lesson's people, and the private note to its teacher and administrators", async () => {
    const { id: lessonId } = await heldLesson(3);
    const { student, teacher, asStudent, asTeacher } = room;
    await expect(getReport(asStudent, { lessonId })).rejects.toMatchObject({ code: "not_found" });
    await saveReport(asTeacher, { lessonId, ...words });
    const other = await makeTeacher(services);
    await relate(services, student, other);
    const stranger = await makeClassroom(services);
    for (const ctx of [personCtx(services, other), stranger.asStudent, stranger.asTeacher]) {
      await expect(getReport(ctx, { lessonId })).rejects.toMatchObject({ code: "not_found" });
      await expect(saveReport(ctx, { lessonId, ...words })).rejects.toMatchObject({ code: "not_found" });
      await expect(tickHomework(ctx, { lessonId, done: true })).rejects.toMatchObject({ code: "not_found" });
    }
    // A teacher of the same student sees own lessons only.
    expect(
      (await listReportsOf(personCtx(services, other), { studentId: student.id, ...PAGE })).items,
    ).toEqual([]);
    await expect(listReportsOf(stranger.asTeacher, { studentId: student.id, ...PAGE })).rejects.toMatchObject(
      {
        code: "not_found",
      },
    );

    const seen = async (ctx: typeof asAdmin) =>
      [await getReport(ctx, { lessonId })].map(({ privateNote }) => privateNote);
    expect(await seen(asTeacher)).toEqual(["Mało śpi"]);
    expect(await seen(asAdmin)).toEqual(["Mało śpi"]);
    const shown = [
      await getReport(asStudent, { lessonId }),
      await listMyReports(asStudent, PAGE),
      await tickHomework(asStudent, { lessonId, done: true }),
      await getSummary(asStudent, monthOf(services.clock.time)),
      await exportPerson(asAdmin, { userId: student.id }),
    ];
    for (const answer of shown) expect(JSON.stringify(answer)).not.toContain("Mało śpi");
    expect(JSON.stringify(await exportPerson(asAdmin, { userId: teacher.id }))).toContain("Mało śpi");
    await erasePerson(asAdmin, { userId: student.id });
    expect(await prisma.lessonReport.findUnique({ where: { lessonId } })).toMatchObject({
      summary: "",
      homework: null,
      privateNote: null,
    });
  });

  test("and open homework are shown before the next lesson", async () => {
    const first = await heldLesson(3);
    const second = await heldLesson(4);
    await saveReport(room.asTeacher, { lessonId: first.id, ...words });
    await saveReport(room.asTeacher, { lessonId: second.id, ...words, summary: "Moc prądu", homework: null });
    const next = await bookedLesson(services, room, 6, 10);
    const ready = await prepareLesson(room.asTeacher, { lessonId: next.id });
    expect(ready.last).toMatchObject({ summary: "Moc prądu", privateNote: "Mało śpi" });
    expect(ready.openHomework.map(({ lessonId }) => lessonId)).toEqual([first.id]);
    await tickHomework(room.asStudent, { lessonId: first.id, done: true });
    expect((await prepareLesson(room.asTeacher, { lessonId: next.id })).openHomework).toEqual([]);
  });
});

test("a report shows while its lesson counts as held, and is kept otherwise", async () => {
  const { student, asStudent, asTeacher } = room;
  const studentId = student.id;
  const { id: lessonId } = await heldLesson(3);
  const { id: nextId } = await bookedLesson(services, room, 6, 10);
  await saveReport(asTeacher, { lessonId, ...words });
  const kinds = async (ctx: typeof asAdmin) => (await getAttention(ctx)).map(({ kind }) => kind);
  /** How many of seven reads show the report. */
  const shown = async () => {
    const before = await prepareLesson(asTeacher, { lessonId: nextId });
    const { reports, homework } = await getSummary(asStudent, monthOf(services.clock.time));
    const lists = [
      (await listMyReports(asStudent, PAGE)).items,
      (await listReportsOf(asTeacher, { studentId, ...PAGE })).items,
      (await listReportsOf(asAdmin, { studentId, ...PAGE })).items,
      before.openHomework,
      reports,
      await findHomeworkBefore(services.db, [nextId]),
    ];
    return lists.reduce((sum, { length }) => sum + length, 0) + homework.set;
  };
  const actors = [asStudent, asTeacher, asAdmin];
  expect(await shown()).toBe(7);
  expect(await kinds(asStudent)).toContain("homework");

  await forceStatus(services, lessonId, "Uczen nieobecny");
  expect(await shown()).toBe(0);
  expect(await kinds(asStudent)).not.toContain("homework");
  for (const ctx of actors) await expect(getReport(ctx, { lessonId })).rejects.toMatchObject(NOT_FOUND);
  await expect(tickHomework(asStudent, { lessonId, done: true })).rejects.toMatchObject(NOT_FOUND);
  expect(JSON.stringify(await exportPerson(asAdmin, { userId: studentId }))).toContain(words.summary);

  await forceStatus(services, lessonId, "Zrealizowana");
  expect(await shown()).toBe(7);
  expect(await saveReportTopics(asTeacher, { lessonId, topics: "Moc" })).toMatchObject({
    ...words,
    summary: "Moc",
  });
  await tickHomework(asStudent, { lessonId, done: true });
  expect(await kinds(asTeacher)).toContain("homework-done");
  await forceStatus(services, lessonId, "Uczen nieobecny");
  expect(await kinds(asTeacher)).not.toContain("homework-done");
});

test("a parent ticks homework for a child without a login alone", async () => {
  const { id: lessonId } = await heldLesson(3);
  await saveReport(room.asTeacher, { lessonId, ...words });
  const parent = await makePerson(services, "Parent");
  const asParent = personCtx(services, parent);
  const tick = () => tickHomework(asParent, { lessonId, done: true });
  await expect(tick()).rejects.toMatchObject({ code: "not_found" });
  await makeGuardian(services, parent, room.student);
  await expect(tick()).rejects.toMatchObject({ code: "conflict", message: reportTexts.ownTick });
  await prisma.user.update({ where: { id: room.student.id }, data: { email: null, passwordHash: null } });
  const waits = async () => (await getAttention(asParent)).some(({ kind }) => kind === "homework");
  expect(await waits()).toBe(true);
  expect(await tick()).toMatchObject({ homeworkDone: true });
  expect(await waits()).toBe(false);
  expect(await notificationsFor(services, room.teacher)).toContain("homework-done");
});

test("homework is ticked where there is some", async () => {
  const { id: lessonId } = await heldLesson(3);
  await expect(tickHomework(room.asStudent, { lessonId, done: true })).rejects.toMatchObject({
    code: "not_found",
  });
  await saveReport(room.asTeacher, { lessonId, ...words, homework: null });
  await expect(tickHomework(room.asStudent, { lessonId, done: true })).rejects.toMatchObject({
    code: "conflict",
    message: reportTexts.noHomework,
  });
});

test("a tick for homework that the teacher has just replaced is refused", async () => {
  const { id: lessonId } = await heldLesson(3);
  await saveReport(room.asTeacher, { lessonId, ...words });
  const seen = (await getAttention(room.asStudent)).find(({ kind }) => kind === "homework")?.items[0];
  expect(seen).toMatchObject({ lessonId, homework: words.homework });
  const tick = { lessonId, done: true, homework: words.homework };
  const calls = await transact(services.db, async (tx) => {
    const db = { ...services.db, tx };
    await saveReport({ ...room.asTeacher, db }, { lessonId, ...words, homework: "Zadanie 4" });
    const call = tickHomework(room.asStudent, tick).catch((error: unknown) => error);
    await somebodyWaits(services.db);
    return [call];
  });
  const CHANGED = { code: "conflict", message: commonTexts.changedMeanwhile };
  expect(await Promise.all(calls)).toMatchObject([CHANGED]);
  await expect(tickHomework(room.asStudent, tick)).rejects.toMatchObject(CHANGED);
  expect(await getReport(room.asStudent, { lessonId })).toMatchObject({ homeworkDone: false });
  expect(await tickHomework(room.asStudent, { ...tick, homework: "Zadanie 4" })).toMatchObject({
    homework: "Zadanie 4",
    homeworkDone: true,
  });
});

test("a month is summed up: lessons, reports, homework, understanding over time", async () => {
  const first = await heldLesson(3);
  // On the same day: another one may be in another month.
  const second = await heldLesson(5, 0);
  await saveReport(room.asTeacher, { lessonId: first.id, ...words });
  await saveReport(room.asTeacher, { lessonId: second.id, ...words, understanding: 5 });
  await tickHomework(room.asStudent, { lessonId: first.id, done: true });
  const month = { year: Number(first.date.slice(0, 4)), month: Number(first.date.slice(5, 7)) };
  const summary = await getSummary(room.asStudent, month);
  expect(summary.lessons.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(summary.reports.map(({ lessonId }) => lessonId)).toEqual([second.id, first.id]);
  expect(summary.homework).toEqual({ set: 2, done: 1 });
  expect(summary.understanding.map(({ subject, value }) => [subject, value])).toEqual([
    [first.subject, 4],
    [second.subject, 5],
  ]);
});

test("a month says what its lessons cost, what was paid and what is due, to whom that concerns", async () => {
  const [held, cancelled] = [await heldLesson(3), await heldLesson(4, 0)];
  const ahead = await bookedLesson(services, room, 9, 0);
  const studentId = room.student.id;
  for (const { id } of [held, cancelled, ahead]) {
    await prisma.lesson.update({ where: { id }, data: { price: 80 } });
  }
  await forceStatus(services, cancelled.id, "Odwolana przez nauczyciela");
  const { subject, level } = held;
  const payment = { studentId, lessonAmount: 1, subject, level, description: "" };
  await addPayment(asAdmin, { ...payment, moneyAmount: 80 }, null);
  const mistaken = await addPayment(asAdmin, { ...payment, moneyAmount: 500 }, null);
  await voidPayment(asAdmin, { id: mistaken.id });

  const month = { year: Number(held.date.slice(0, 4)), month: Number(held.date.slice(5, 7)) };
  const money = {
    cost: 80,
    planned: 80,
    paid: 80,
    due: 80,
    dueBy: ahead.date,
    asOf: today(services.clock.time),
  };
  const [payer, reader] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  await makeGuardian(services, payer, room.student, { isPayer: true });
  await makeGuardian(services, reader, room.student, { rights: ["book"] });
  expect((await getSummary(room.asStudent, month)).money).toEqual(money);
  for (const ctx of [asAdmin, personCtx(services, payer)]) {
    expect((await getSummary(ctx, { ...month, studentId })).money).toEqual(money);
  }
  for (const ctx of [room.asTeacher, personCtx(services, reader)]) {
    expect((await getSummary(ctx, { ...month, studentId })).money).toBeNull();
  }
  // Of another month only what is due now is told.
  expect((await getSummary(room.asStudent, addMonths(month, -1))).money).toEqual({
    ...money,
    cost: 0,
    planned: 0,
    paid: 0,
  });
});

function monthOf(time: Date) {
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1 };
}

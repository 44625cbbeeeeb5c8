import type { Lesson } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { blockStart } from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveAvailability } from "../availability/availability";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
  makeStudentOf,
  notificationsFor,
  storedLesson,
} from "../testing/classroom";
import { personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { acceptReschedule, declineReschedule, withdrawReschedule } from "./answer-proposal";
import { bookLesson } from "./book-lesson";
import { cancelLesson, deleteLesson } from "./cancel-lesson";
import { confirmLesson } from "./confirm-lesson";
import { proposeReschedule } from "./propose-reschedule";
import { getLesson } from "./read-lessons";

const services = await openTestServices();
const { prisma } = services.db;
const start = services.clock.time;
let room: Classroom;
let lesson: Lesson;

beforeEach(async () => {
  room = await makeClassroom(services);
  lesson = await bookedLesson(services, room, 5);
});
afterEach(() => {
  services.clock.time = start;
});

const propose = (ctx: Classroom["asTeacher"], block: number, days = 4) =>
  proposeReschedule(ctx, { lessonId: lesson.id, date: inDays(services, days), block });
const refOf = ({ id: lessonId, proposal }: Lesson) => ({ lessonId, proposalId: proposal?.id ?? "" });
const proposalStatus = async () =>
  (await prisma.rescheduleProposal.findMany({ where: { lessonId: lesson.id } })).map(({ status }) => status);

test("a student proposes, the teacher accepts: the lesson moves, its old block is free", async () => {
  const { asStudent, asTeacher, teacher, student } = room;
  await confirmLesson(asTeacher, { lessonId: lesson.id });
  // Taken before the clock goes on, maybe past midnight.
  const date = inDays(services, 4);
  const proposed = await propose(asStudent, 8);
  expect(proposed).toMatchObject({
    date: lesson.date,
    block: 5,
    proposal: { by: "Student", date, block: 8 },
  });
  expect(await getLesson(asTeacher, { lessonId: lesson.id })).toEqual(proposed);
  expect((await storedLesson(services, lesson.id)).slot).toMatchObject({ block: 5 });

  services.clock.time = new Date(start.getTime() + 60_000);
  const moved = await acceptReschedule(asTeacher, refOf(proposed));
  expect(moved).toMatchObject({
    date,
    block: 8,
    status: "Potwierdzona",
    proposal: null,
  });
  expect(await getLesson(asStudent, { lessonId: lesson.id })).toEqual(moved);
  expect(await storedLesson(services, lesson.id)).toMatchObject({
    confirmedAt: services.clock.time,
    slot: { block: 8 },
  });
  expect(await proposalStatus()).toEqual(["accepted"]);
  expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked", "reschedule-proposed"]);
  expect(await notificationsFor(services, student)).toEqual(["lesson-confirmed", "reschedule-accepted"]);
  const other = personCtx(services, await makeStudentOf(services, teacher));
  await expect(bookLesson(other, bookingOf(teacher, lesson.date, 5))).resolves.toMatchObject({ block: 5 });
});

test("a teacher proposes, the student declines: nothing moves, the teacher is notified", async () => {
  const { asStudent, asTeacher, teacher, student } = room;
  const proposed = await propose(asTeacher, 8);
  const declined = await declineReschedule(asStudent, refOf(proposed));
  expect(declined).toMatchObject({ date: lesson.date, block: 5, proposal: null });
  expect(await proposalStatus()).toEqual(["declined"]);
  expect(await notificationsFor(services, student)).toEqual(["reschedule-proposed"]);
  expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked", "reschedule-declined"]);
});

test("the proposer alone withdraws, the other alone answers", async () => {
  const { asStudent, asTeacher } = room;
  const proposed = await propose(asTeacher, 8);
  await expect(acceptReschedule(asTeacher, refOf(proposed))).rejects.toMatchObject({
    code: "conflict",
    message: lessonTexts.notYoursToAnswer,
  });
  await expect(declineReschedule(asTeacher, refOf(proposed))).rejects.toMatchObject({ code: "conflict" });
  await expect(withdrawReschedule(asStudent, refOf(proposed))).rejects.toMatchObject({
    message: lessonTexts.notYoursToWithdraw,
  });
  expect(await withdrawReschedule(asTeacher, refOf(proposed))).toMatchObject({ proposal: null });
  await expect(acceptReschedule(asStudent, refOf(proposed))).rejects.toMatchObject({
    message: lessonTexts.proposalGone,
  });
  await expect(propose(asStudent, 9)).resolves.toMatchObject({ proposal: { by: "Student", block: 9 } });
});

describe("a proposal is refused", () => {
  test("while one is open, and for the same hour", async () => {
    const { asStudent, asTeacher } = room;
    await expect(
      proposeReschedule(asStudent, { lessonId: lesson.id, date: lesson.date, block: 5 }),
    ).rejects.toMatchObject({ message: lessonTexts.sameSlot });
    await propose(asStudent, 8);
    await expect(propose(asTeacher, 9)).rejects.toMatchObject({ message: lessonTexts.proposalOpen });
  });

  test("and so is every answer, once the lesson has started", async () => {
    const { asStudent, asTeacher } = room;
    const second = await bookedLesson(services, room, 6);
    const proposed = await propose(asStudent, 8);
    services.clock.time = blockStart(second.date, second.block);
    const refusal = { code: "conflict", message: lessonTexts.cannotProposeStarted };
    await expect(
      proposeReschedule(asStudent, { lessonId: second.id, date: inDays(services, 1), block: 8 }),
    ).rejects.toMatchObject(refusal);
    await expect(acceptReschedule(asTeacher, refOf(proposed))).rejects.toMatchObject(refusal);
    await expect(withdrawReschedule(asStudent, refOf(proposed))).rejects.toMatchObject(refusal);
  });

  test("where the teacher or the student is busy, or the teacher does not work", async () => {
    const { asStudent, asTeacher, teacher } = room;
    await bookLesson(asStudent, bookingOf(teacher, inDays(services, 4), 7));
    await expect(propose(asStudent, 7)).rejects.toMatchObject({ message: lessonTexts.slotTaken });
    const second = await makeClassroom(services);
    await prisma.teachingRelation.create({
      data: { studentId: room.student.id, teacherId: second.teacher.id },
    });
    await bookLesson(asStudent, bookingOf(second.teacher, inDays(services, 4), 6));
    await expect(propose(asTeacher, 6)).rejects.toMatchObject({ message: lessonTexts.otherStudentSlotTaken });
    await expect(propose(asStudent, 6)).rejects.toMatchObject({ message: lessonTexts.studentSlotTaken });
    await saveAvailability(asTeacher, []);
    await expect(propose(asStudent, 3)).rejects.toMatchObject({ message: lessonTexts.outsideAvailability });
  });
});

describe("a lesson of an ended relation is not moved", () => {
  test.each([
    ["the teacher is disabled", () => disable(room.teacher.id)],
    ["the student is disabled", () => disable(room.student.id)],
    [
      "the relation is removed",
      () => prisma.teachingRelation.deleteMany({ where: { teacherId: room.teacher.id } }),
    ],
  ])("%s", async (_, end) => {
    const refusal = { code: "conflict", message: lessonTexts.pairInactive };
    const proposed = await propose(room.asTeacher, 8);
    await end();
    await expect(acceptReschedule(room.asStudent, refOf(proposed))).rejects.toMatchObject(refusal);
    await declineReschedule(room.asStudent, refOf(proposed));
    await expect(propose(room.asStudent, 9)).rejects.toMatchObject(refusal);
    expect(await storedLesson(services, lesson.id)).toMatchObject({ block: 5, slot: { block: 5 } });
  });

  const disable = (id: string) => prisma.user.update({ where: { id }, data: { isDisabled: true } });
});

test("what was proposed is not kept free: the later acceptance is refused and moves nothing", async () => {
  const { asStudent, asTeacher, teacher } = room;
  const proposed = await propose(asStudent, 8);
  const other = personCtx(services, await makeStudentOf(services, teacher));
  await bookLesson(other, bookingOf(teacher, inDays(services, 4), 8));
  await expect(acceptReschedule(asTeacher, refOf(proposed))).rejects.toMatchObject({
    code: "conflict",
    message: lessonTexts.slotTaken,
  });
  expect(await getLesson(asStudent, { lessonId: lesson.id })).toMatchObject({
    block: 5,
    proposal: { block: 8 },
  });
});

describe("a proposal is void once its lesson", () => {
  test("is cancelled", async () => {
    const proposed = await propose(room.asStudent, 8);
    const cancelled = await cancelLesson(room.asTeacher, { lessonId: lesson.id });
    expect(cancelled.proposal).toBeNull();
    expect(await proposalStatus()).toEqual(["void"]);
    await expect(acceptReschedule(room.asTeacher, refOf(proposed))).rejects.toMatchObject({
      message: lessonTexts.proposalGone,
    });
  });

  test("is deleted", async () => {
    await propose(room.asStudent, 8);
    await deleteLesson(room.asStudent, { lessonId: lesson.id });
    expect(await proposalStatus()).toEqual(["void"]);
  });

  test("is moved by whoever else", async () => {
    await propose(room.asStudent, 8);
    await prisma.lesson.update({ where: { id: lesson.id }, data: { block: 1, version: { increment: 1 } } });
    expect(await proposalStatus()).toEqual(["void"]);
  });

  test("but stays when it is confirmed", async () => {
    await propose(room.asStudent, 8);
    expect(await confirmLesson(room.asTeacher, { lessonId: lesson.id })).toMatchObject({
      status: "Potwierdzona",
      proposal: { block: 8 },
    });
    expect(await proposalStatus()).toEqual(["open"]);
  });
});

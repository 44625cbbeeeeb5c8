import { newId } from "@korki/db";
import { blockEnd, blockStart } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { bookLesson } from "../lessons/book-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
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
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { cancelLessonAsAdmin } from "./cancel-lesson";
import { createLesson } from "./create-lesson";
import { getLessonForAdmin } from "./get-lessons";
import { substituteTeacher } from "./substitute-teacher";
import { updateLessonAsAdmin } from "./update-lesson";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
let room: Classroom;
beforeEach(async () => {
  services.clock.time = start;
  services.freshLimits();
  room = await makeClassroom(services);
});

const balance = async () =>
  (await prisma.ledgerAccount.findFirst({ where: { studentId: room.student.id } }))?.balance ?? 0;
const statuses = async () =>
  (await prisma.lesson.findMany({ where: { studentId: room.student.id }, orderBy: { block: "asc" } })).map(
    ({ status }) => status,
  );

describe("an administrator cancels", () => {
  test("for the student with a charge: the lesson stays used, both sides are told, and it is taken back", async () => {
    const { id, version } = await bookedLesson(services, room, 5);
    const [before, undoId] = [await balance(), newId()];
    const cancel = () =>
      actWithUndo(asAdmin, undoId, { lessonId: id }, (on) =>
        cancelLessonAsAdmin(on, { id, version, by: "Student", charged: true, reason: " Wyjazd " }),
      );
    expect(await cancel()).toMatchObject({
      status: "Odwolana przez ucznia",
      charged: true,
      cancelMessage: "Wyjazd",
    });
    expect(await balance()).toBe(before);
    for (const person of [room.teacher, room.student]) {
      expect(await notificationsFor(services, person)).toContain("lesson-cancelled-by-admin");
    }
    await undoAct(asAdmin, { id: undoId });
    expect(await storedLesson(services, id)).toMatchObject({ status: "Nie potwierdzona", charged: false });
    expect(await notificationsFor(services, room.student)).not.toContain("lesson-cancelled-by-admin");
  });

  test("a lesson that has begun: the teacher, the student and who pays are told", async () => {
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    const { id, date, block } = await bookedLesson(services, room, 5);
    const byForm = await bookedLesson(services, room, 6);
    services.clock.time = new Date(blockStart(date, block).getTime() + 5 * 60_000);
    await cancelLessonAsAdmin(asAdmin, { id, by: "Student", charged: true });
    services.clock.time = blockEnd(date, byForm.block);
    await updateLessonAsAdmin(asAdmin, { id: byForm.id, status: "Odwolana przez nauczyciela" });
    for (const person of [room.teacher, room.student, payer]) {
      const told = (await outboxOf(services, person.id)).filter(
        ({ kind }) => kind === "lesson-cancelled-by-admin",
      );
      expect(told).toHaveLength(2);
      const charges = Object.fromEntries(told.map(({ facts }) => [facts.lessonId, facts.charged]));
      expect(charges).toEqual({ [id]: true, [byForm.id]: false });
    }
  });

  test("for the teacher without one: the lesson is returned, once", async () => {
    const { id } = await bookedLesson(services, room, 5);
    await confirmLesson(room.asTeacher, { lessonId: id });
    const before = await balance();
    const input = { id, by: "Teacher" as const, charged: false };
    expect(await cancelLessonAsAdmin(asAdmin, input)).toMatchObject({ status: "Odwolana przez nauczyciela" });
    expect(await balance()).toBe(before + 1);
    await expect(cancelLessonAsAdmin(asAdmin, input)).rejects.toMatchObject({ code: "conflict" });
  });

  test("an older version not at all", async () => {
    const { id, version } = await bookedLesson(services, room, 5);
    const input = { id, version: version + 1, by: "Student" as const, charged: false };
    await expect(cancelLessonAsAdmin(asAdmin, input)).rejects.toMatchObject({ code: "conflict" });
  });

  test("both hours of a double lesson with one message, or one of them", async () => {
    const double = { ...bookingOf(room.teacher, inDays(services, 3), 5), blocks: 2 as const };
    const { id } = await bookLesson(room.asStudent, double);
    expect(await getLessonForAdmin(asAdmin, { id })).toMatchObject({ block: 5, partnerBlock: 6 });
    const input = { id, by: "Student" as const, charged: false };
    const undoId = newId();
    await actWithUndo(asAdmin, undoId, { lessonId: id }, (on) => cancelLessonAsAdmin(on, input));
    expect(await statuses()).toEqual(["Odwolana przez ucznia", "Odwolana przez ucznia"]);
    const told = await notificationsFor(services, room.student);
    expect(told.filter((kind) => kind === "lesson-cancelled-by-admin")).toHaveLength(1);
    await undoAct(asAdmin, { id: undoId });
    await cancelLessonAsAdmin(asAdmin, { ...input, pair: "one" });
    expect(await statuses()).toEqual(["Odwolana przez ucznia", "Nie potwierdzona"]);
  });
});

test("a substitute is taken back with every message, unless the first teacher has another lesson by now", async () => {
  const { id, date, block, subject, level } = await bookedLesson(services, room, 5);
  const other = await makeClassroom(services);
  const give = async () => {
    const undoId = newId();
    const input = { lessonId: id, teacherId: other.teacher.id };
    await actWithUndo(asAdmin, undoId, input, (on) => substituteTeacher(on, input));
    return undoId;
  };
  await undoAct(asAdmin, { id: await give() });
  expect(await storedLesson(services, id)).toMatchObject({ teacherId: room.teacher.id });
  expect(await notificationsFor(services, other.teacher)).not.toContain("lesson-substituted");

  const undoId = await give();
  const student = await makeStudentOf(services, room.teacher);
  const taken = { teacherId: room.teacher.id, studentId: student.id, date, block, subject, level };
  await createLesson(asAdmin, { ...taken, description: "" });
  await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "conflict" });
  expect(await storedLesson(services, id)).toMatchObject({ teacherId: other.teacher.id });
});

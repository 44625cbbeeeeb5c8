import { lessonTexts } from "@korki/contracts/texts/lessons";
import { newId } from "@korki/db";
import { beforeAll, describe, expect, test } from "vitest";
import { saveAvailability } from "../availability/availability";
import {
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
  notificationsFor,
  storedLesson,
} from "../testing/classroom";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { bookLesson } from "./book-lesson";

const services = await openTestServices();
const { prisma } = services.db;
let room: Classroom;

beforeAll(async () => {
  room = await makeClassroom(services);
});

describe("a booking", () => {
  test("is stored with its history and current price, and notifies the teacher", async () => {
    const { teacher, student, asStudent } = room;
    await prisma.price.create({ data: { level: "liceumR", price: 123, rate: 77 } });
    const lesson = await bookLesson(asStudent, {
      ...bookingOf(teacher, inDays(services, 3), 4),
      level: "liceumR",
    });
    expect(lesson).toMatchObject({
      teacherId: teacher.id,
      studentId: student.id,
      teacherName: `${teacher.name} ${teacher.surname}`,
      title: "Matematyka",
      description: "Ułamki",
      status: "Nie potwierdzona",
      meetingLink: "",
      cancelMessage: null,
      version: 0,
      proposal: null,
    });
    const stored = await storedLesson(services, lesson.id);
    expect(stored).toMatchObject({ price: 123, rate: 77, slot: { personId: teacher.id, block: 4 } });
    expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked"]);
    expect(await prisma.historyEntry.findMany({ where: { entityId: lesson.id } })).toMatchObject([
      { action: "book", actorId: student.id, actorRole: "Student", teacherId: teacher.id },
    ]);
    await prisma.price.update({ where: { level: "liceumR" }, data: { price: 200, rate: 100 } });
    expect(await storedLesson(services, lesson.id)).toMatchObject({ price: 123, rate: 77 });
  });

  test("takes the default price of a level that has no row", async () => {
    const lesson = await bookLesson(room.asStudent, {
      ...bookingOf(room.teacher, inDays(services, 3), 5),
      level: "szkolaP",
    });
    expect(await storedLesson(services, lesson.id)).toMatchObject({ price: 80, rate: 50 });
  });
});

describe("a booking is refused", () => {
  const refusal = (code: string, message: string) => expect.objectContaining({ code, message });

  test("for somebody else", async () => {
    const other = await makeStudentOf(services, room.teacher);
    const input = { ...bookingOf(room.teacher, inDays(services, 3), 6), studentId: other.id };
    await expect(bookLesson(room.asStudent, input)).rejects.toEqual(
      refusal("forbidden", lessonTexts.notForOneself),
    );
  });

  test("with a teacher who is not one's own, exactly as with one who does not exist", async () => {
    const stranger = await makeTeacher(services);
    for (const id of [stranger.id, newId(), room.student.id]) {
      await expect(bookLesson(room.asStudent, bookingOf({ id }, inDays(services, 3), 6))).rejects.toEqual(
        refusal("not_found", lessonTexts.notYourTeacher),
      );
    }
  });

  test("with a disabled teacher", async () => {
    const { teacher, asStudent } = await makeClassroom(services);
    await prisma.user.update({ where: { id: teacher.id }, data: { isDisabled: true } });
    await expect(bookLesson(asStudent, bookingOf(teacher, inDays(services, 3), 6))).rejects.toEqual(
      refusal("conflict", lessonTexts.teacherDisabled),
    );
  });

  test("for a subject or level that the teacher does not teach", async () => {
    const { teacher, asStudent } = await makeClassroom(services);
    await prisma.teacherSubject.deleteMany({ where: { teacherId: teacher.id, level: "liceumR" } });
    const input = { ...bookingOf(teacher, inDays(services, 3), 6), level: "liceumR" as const };
    await expect(bookLesson(asStudent, input)).rejects.toEqual(
      refusal("conflict", lessonTexts.subjectNotTaught),
    );
  });

  test("outside the availability, in the past, beyond the horizon", async () => {
    const { teacher, asStudent, asTeacher } = await makeClassroom(services);
    const at = (days: number, block: number) =>
      bookLesson(asStudent, bookingOf(teacher, inDays(services, days), block));
    await expect(at(-1, 6)).rejects.toEqual(refusal("conflict", lessonTexts.inThePast));
    await expect(at(29, 6)).rejects.toEqual(refusal("conflict", lessonTexts.beyondHorizon));
    await expect(at(28, 6)).resolves.toMatchObject({ block: 6 });
    await saveAvailability(asTeacher, []);
    await expect(at(3, 6)).rejects.toEqual(refusal("conflict", lessonTexts.outsideAvailability));
  });

  test("where teacher or student has something already", async () => {
    const { teacher, student, asStudent } = await makeClassroom(services);
    const second = await makeTeacher(services);
    await prisma.teachingRelation.create({ data: { studentId: student.id, teacherId: second.id } });
    const date = inDays(services, 3);
    await bookLesson(asStudent, bookingOf(teacher, date, 6));
    await expect(bookLesson(asStudent, bookingOf(second, date, 6))).rejects.toEqual(
      refusal("conflict", lessonTexts.studentSlotTaken),
    );
    const other = personCtx(services, await makeStudentOf(services, teacher));
    await expect(bookLesson(other, bookingOf(teacher, date, 6))).rejects.toEqual(
      refusal("conflict", lessonTexts.slotTaken),
    );
  });

  test("in the slot of a trial lesson", async () => {
    const { teacher, asStudent } = await makeClassroom(services);
    const date = inDays(services, 4);
    await prisma.trialLesson.create({
      data: {
        id: newId(),
        teacherId: teacher.id,
        date: new Date(`${date}T00:00:00Z`),
        block: 2,
        subject: "Fizyka",
        level: "liceumP",
        status: "Umowiona",
      },
    });
    await expect(bookLesson(asStudent, bookingOf(teacher, date, 2))).rejects.toEqual(
      refusal("conflict", lessonTexts.slotTaken),
    );
  });

  test("and leaves nothing behind", async () => {
    const { teacher, asStudent } = await makeClassroom(services);
    const before = await prisma.notification.count();
    await expect(bookLesson(asStudent, bookingOf(teacher, inDays(services, -1), 6))).rejects.toThrow();
    expect(await prisma.lesson.count({ where: { teacherId: teacher.id } })).toBe(0);
    expect(await prisma.notification.count()).toBe(before);
  });
});

test("a deleted or cancelled lesson frees its block", async () => {
  const { teacher, asStudent } = await makeClassroom(services);
  const date = inDays(services, 5);
  const first = await bookLesson(asStudent, bookingOf(teacher, date, 1));
  await prisma.lesson.update({ where: { id: first.id }, data: { status: "Odwolana przez ucznia" } });
  const second = await bookLesson(asStudent, bookingOf(teacher, date, 1));
  await prisma.lesson.update({ where: { id: second.id }, data: { deletedAt: new Date() } });
  await expect(bookLesson(asStudent, bookingOf(teacher, date, 1))).resolves.toMatchObject({ block: 1 });
});

describe("with BOOKING_REQUIRES_PREPAID", () => {
  const prepaid = (ctx: Classroom["asStudent"]) => ({
    ...ctx,
    settings: { ...ctx.settings, bookingRequiresPrepaid: true },
  });
  const pay = (studentId: string, lessonAmount: number) =>
    prisma.payment.create({
      data: {
        id: newId(),
        studentId,
        moneyAmount: 90 * lessonAmount,
        lessonAmount,
        subject: "Matematyka",
        level: "liceumP",
        description: "wplata",
      },
    });

  test("booking refuses at zero", async () => {
    const { teacher, student, asStudent } = await makeClassroom(services);
    const book = (block: number) =>
      bookLesson(prepaid(asStudent), bookingOf(teacher, inDays(services, 6), block));
    await expect(book(1)).rejects.toMatchObject({ code: "conflict", message: lessonTexts.nothingPrepaid });
    await pay(student.id, 1);
    await expect(book(1)).resolves.toMatchObject({ block: 1 });
    await expect(book(2)).rejects.toMatchObject({ message: lessonTexts.nothingPrepaid });
  });

  test("the last paid lesson is not spent twice by bookings at once", async () => {
    const { teacher, student, asStudent } = await makeClassroom(services);
    await pay(student.id, 3);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, block) =>
        bookLesson(prepaid(asStudent), bookingOf(teacher, inDays(services, 7), block)),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await prisma.lesson.count({ where: { studentId: student.id } })).toBe(3);
  });
});

test("a disabled student books nothing, whatever the session said", async () => {
  const student = await makePerson(services, "Student", { isDisabled: true });
  await prisma.teachingRelation.create({ data: { studentId: student.id, teacherId: room.teacher.id } });
  await expect(
    bookLesson(personCtx(services, student), bookingOf(room.teacher, inDays(services, 3), 9)),
  ).rejects.toMatchObject({ code: "forbidden" });
});

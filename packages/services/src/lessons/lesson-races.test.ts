import { commonTexts } from "@korki/contracts/texts/common";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { query, sql, transact } from "@korki/db";
import { describe, expect, test, vi } from "vitest";
import { saveAvailability } from "../availability/availability";
import { ServiceError } from "../errors";
import {
  bookedLesson,
  bookingOf,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
  storedLesson,
} from "../testing/classroom";
import { somebodyWaits } from "../testing/lock-waits";
import { personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { acceptReschedule } from "./answer-proposal";
import { bookLesson } from "./book-lesson";
import { cancelLesson, deleteLesson } from "./cancel-lesson";
import { confirmLesson } from "./confirm-lesson";
import { proposeReschedule } from "./propose-reschedule";

// Hundreds of transactions at once: a machine that does other things besides takes its time.
vi.setConfig({ testTimeout: 120_000 });

const services = await openTestServices();
const { prisma } = services.db;

/** Lets all of them go at once; how many got through, and what the others were told. */
async function race(attempts: (() => Promise<unknown>)[]): Promise<{ won: number; told: string[] }> {
  const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
  const told = results.flatMap((result) => {
    if (result.status === "fulfilled") return [];
    if (!(result.reason instanceof ServiceError)) throw result.reason;
    return [`${result.reason.code}: ${result.reason.message}`];
  });
  return { won: results.length - told.length, told };
}

const TAKEN = `conflict: ${lessonTexts.slotTaken}`;

test("50 students race for one block, round after round: one lesson, one notification", async () => {
  const teacher = await makeTeacher(services);
  const students = await Promise.all(Array.from({ length: 50 }, () => makeStudentOf(services, teacher)));
  for (let round = 0; round < 8; round += 1) {
    const booking = bookingOf(teacher, inDays(services, 2), round);
    const { won, told } = await race(
      students.map((student) => () => bookLesson(personCtx(services, student), booking)),
    );
    expect(won).toBe(1);
    expect(told).toEqual(Array.from({ length: 49 }, () => TAKEN));
  }
  expect(await prisma.lesson.count({ where: { teacherId: teacher.id } })).toBe(8);
  expect(await prisma.notification.count({ where: { recipientId: teacher.id } })).toBe(8);
});

test("one student at one hour with several teachers: one lesson", async () => {
  const teachers = await Promise.all(Array.from({ length: 6 }, () => makeTeacher(services)));
  const asStudent = personCtx(services, await makeStudentOf(services, ...teachers));
  for (let round = 0; round < 5; round += 1) {
    const { won, told } = await race(
      teachers.map((teacher) => () => bookLesson(asStudent, bookingOf(teacher, inDays(services, 2), round))),
    );
    expect(won).toBe(1);
    expect(told).toEqual(Array.from({ length: 5 }, () => `conflict: ${lessonTexts.studentSlotTaken}`));
  }
});

/** Who was first is open; that exactly one was is not. */
describe.each(Array.from({ length: 5 }, (_, round) => round))("round %i", (round) => {
  test("a student deletes while the teacher confirms", async () => {
    const room = await makeClassroom(services);
    const { id: lessonId } = await bookedLesson(services, room, round);
    const { won } = await race([
      () => deleteLesson(room.asStudent, { lessonId }),
      () => confirmLesson(room.asTeacher, { lessonId }),
    ]);
    expect(won).toBe(1);
    const stored = await storedLesson(services, lessonId);
    expect(stored.version).toBe(1);
    expect(stored.status).toBe(stored.deletedAt ? "Nie potwierdzona" : "Potwierdzona");
  });

  test("a teacher confirms twice, and cancels at the same time", async () => {
    const room = await makeClassroom(services);
    const { id: lessonId } = await bookedLesson(services, room, round);
    const { won } = await race([
      () => confirmLesson(room.asTeacher, { lessonId, version: 0 }),
      () => confirmLesson(room.asTeacher, { lessonId, version: 0 }),
      () => cancelLesson(room.asTeacher, { lessonId, version: 0 }),
    ]);
    expect(won).toBe(1);
    expect((await storedLesson(services, lessonId)).version).toBe(1);
    expect(await prisma.notification.count({ where: { recipientId: room.student.id } })).toBe(1);
  });

  test("a proposal is accepted while another student books its block", async () => {
    const room = await makeClassroom(services);
    const { id: lessonId } = await bookedLesson(services, room, 5);
    const date = inDays(services, 4);
    const { proposal } = await proposeReschedule(room.asStudent, { lessonId, date, block: 8 });
    const ref = { lessonId, proposalId: proposal?.id ?? "" };
    const other = personCtx(services, await makeStudentOf(services, room.teacher));
    const { won } = await race([
      () => acceptReschedule(room.asTeacher, ref),
      () => bookLesson(other, bookingOf(room.teacher, date, 8)),
    ]);
    expect(won).toBe(1);
    const slots = await prisma.personSlot.findMany({ where: { personId: room.teacher.id } });
    expect(slots.filter(({ block }) => block === 8)).toHaveLength(1);
    expect(slots.filter(({ lessonId: id }) => id === lessonId)).toHaveLength(1);
  });
});

test("two lessons that change places at once: no deadlock reaches a person, no block is held twice", async () => {
  const room = await makeClassroom(services);
  const first = await bookedLesson(services, room, 1);
  const second = await bookedLesson(services, room, 2);
  const swap = async (id: string, block: number) =>
    transact(services.db, (tx) =>
      tx.lesson.update({ where: { id }, data: { block, version: { increment: 1 } } }),
    );
  await Promise.allSettled([swap(first.id, 2), swap(second.id, 1)]).then((results) => {
    for (const result of results) {
      if (result.status === "rejected") expect(String(result.reason)).toContain("occupied_slots_teacher_key");
    }
  });
  const slots = await prisma.personSlot.findMany({ where: { personId: room.teacher.id } });
  expect(slots).toHaveLength(2);
});

describe("what a booking relies on does not change under it:", () => {
  /** Holds a change open until the booking has had time to run into it, then commits it. */
  async function bookDuring(
    change: (tx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<unknown>,
    book: () => Promise<unknown>,
  ): Promise<unknown> {
    let booking: Promise<unknown> = Promise.resolve();
    await transact(services.db, async (tx) => {
      await change(tx);
      booking = book().catch((error: unknown) => error);
      await somebodyWaits(services.db);
    });
    return booking;
  }

  async function setUp() {
    const room = await makeClassroom(services);
    const book = () => bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, 3), 4));
    return { ...room, book };
  }

  test("the relation is removed", async () => {
    const { teacher, student, book } = await setUp();
    const refusal = await bookDuring(
      (tx) =>
        tx.teachingRelation.delete({
          where: { studentId_teacherId: { studentId: student.id, teacherId: teacher.id } },
        }),
      book,
    );
    expect(refusal).toMatchObject({ code: "not_found", message: lessonTexts.notYourTeacher });
  });

  test("the teacher is disabled", async () => {
    const { teacher, book } = await setUp();
    const refusal = await bookDuring(
      (tx) => tx.user.update({ where: { id: teacher.id }, data: { isDisabled: true } }),
      book,
    );
    expect(refusal).toMatchObject({ code: "conflict", message: lessonTexts.teacherDisabled });
  });

  test("the student is disabled", async () => {
    const { student, book } = await setUp();
    const refusal = await bookDuring(
      (tx) => tx.user.update({ where: { id: student.id }, data: { isDisabled: true } }),
      book,
    );
    expect(refusal).toMatchObject({ code: "forbidden", message: commonTexts.accountDisabled });
  });

  test("the availability is removed", async () => {
    const { teacher, book } = await setUp();
    const refusal = await bookDuring(async (tx) => {
      await query(tx, sql`SELECT id FROM users WHERE id = ${teacher.id} FOR NO KEY UPDATE`);
      await tx.availabilitySection.deleteMany({ where: { teacherId: teacher.id } });
    }, book);
    expect(refusal).toMatchObject({ code: "conflict", message: lessonTexts.outsideAvailability });
  });

  test("and a booking that is on its way makes the availability wait", async () => {
    const { teacher, book } = await setUp();
    const order: string[] = [];
    await transact(services.db, async (tx) => {
      await query(tx, sql`SELECT id FROM users WHERE id = ${teacher.id} FOR SHARE`);
      const saving = saveAvailability(personCtx(services, teacher), []).then(() => order.push("saved"));
      await somebodyWaits(services.db);
      order.push("held");
      void saving;
    });
    await expect.poll(() => order).toEqual(["held", "saved"]);
    await expect(book()).rejects.toMatchObject({ message: lessonTexts.outsideAvailability });
  });
});

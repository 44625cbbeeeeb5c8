import type { ClosureDecision } from "@korki/contracts/closures";
import { closureTexts } from "@korki/contracts/texts/closures";
import { closedSlotOf, insertLessons, type NewLessonsShared, newId, transact } from "@korki/db";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { listSubstitutes, substituteTeacher } from "../admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { findFreeDays } from "../availability/availability";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import {
  bookingOf,
  type Classroom,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
  notificationsFor,
  storedLesson,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { addClosure } from "./add-closure";
import { deleteClosure } from "./delete-closure";
import { listClosures } from "./list-closures";
import { previewClosure } from "./preview-closure";

const services = await openTestServices();
const { prisma } = services.db;
services.clock.time = new Date("2026-11-20T09:00:00Z");
const DAY = "2026-11-24";

let room: Classroom;
let substitute: Person;
let asAdmin: ActorCtx;

beforeEach(async () => {
  await prisma.lesson.updateMany({ data: { deletedAt: services.clock.time } });
  await prisma.teacherSubject.deleteMany();
  room = await makeClassroom(services);
  substitute = await makeTeacher(services);
  asAdmin = personCtx(services, await makePerson(services, "Admin"));
});
afterEach(async () => {
  await prisma.closure.deleteMany();
  await prisma.trialLesson.deleteMany();
});

const centre = { scope: "centre" as const, from: DAY, to: DAY, label: "Boże Ciało" };
const absence = () => ({
  scope: "teacher" as const,
  teacherId: room.teacher.id,
  from: DAY,
  to: DAY,
  label: "Grypa",
});
const listed = async (ctx: ActorCtx) => (await listClosures(ctx, { page: 1, pageSize: 100 })).items;
const close = (
  ctx: ActorCtx,
  body: Parameters<typeof previewClosure>[1],
  decisions: ClosureDecision[] = [],
) => addClosure(ctx, { ...body, decisions });
const lessonOf = ({ teacher, student }: Classroom): NewLessonsShared => ({
  teacherId: teacher.id,
  studentId: student.id,
  block: 4,
  subject: "Matematyka",
  level: "liceumP",
  title: "Matematyka",
  description: "",
  status: "Nie potwierdzona",
  price: 90,
  rate: 60,
  createdAt: services.clock.time,
});
const book = (block: number, ctx = room.asStudent) => bookLesson(ctx, bookingOf(room.teacher, DAY, block));

describe("a closed slot", () => {
  test("is not offered and cannot be booked; the centre says why, a teacher does not", async () => {
    await close(asAdmin, centre);
    const days = await findFreeDays(room.asStudent, { teacherId: room.teacher.id });
    expect(days.map(({ date }) => date)).not.toContain(DAY);
    await expect(book(4)).rejects.toMatchObject({
      code: "conflict",
      message: closureTexts.centreClosed("Boże Ciało"),
    });
    await prisma.closure.deleteMany();
    await close(room.asTeacher, absence());
    await expect(book(4)).rejects.toMatchObject({ code: "conflict", message: closureTexts.teacherAbsent });
    const [shown] = await listed(room.asStudent);
    expect(shown).toMatchObject({ scope: "teacher", label: "" });
    expect((await listed(room.asTeacher))[0]).toMatchObject({ label: "Grypa" });
  });

  test("leaves the other blocks of the day and other teachers alone", async () => {
    await close(room.asTeacher, { ...absence(), fromBlock: 5, toBlock: 8 });
    await expect(book(6)).rejects.toMatchObject({ code: "conflict" });
    await expect(book(4)).resolves.toMatchObject({ block: 4 });
    const other = await makeClassroom(services);
    await expect(bookLesson(other.asStudent, bookingOf(other.teacher, DAY, 6))).resolves.toMatchObject({
      block: 6,
    });
    expect(await listed(other.asStudent)).toEqual([]);
  });

  test("is listed for the parents of the teacher's students, without the reason, page by page", async () => {
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student);
    await close(room.asTeacher, absence());
    await close(asAdmin, { ...centre, from: "2026-12-24", to: "2026-12-24", label: "Wigilia" });
    const asParent = personCtx(services, parent);
    expect(await listed(asParent)).toMatchObject([
      { scope: "teacher", label: "" },
      { scope: "centre", label: "Wigilia" },
    ]);
    const second = await listClosures(asParent, { page: 2, pageSize: 1 });
    expect(second).toMatchObject({ total: 2, items: [{ label: "Wigilia" }] });
    expect(await listClosures(asParent, { page: 9, pageSize: 1 })).toMatchObject({ total: 2, items: [] });
    expect(await listed(personCtx(services, await makePerson(services, "Parent")))).toHaveLength(1);
  });

  test("is listed however far ahead it is, unless the caller names an end", async () => {
    await close(asAdmin, { ...centre, from: "2030-05-03", to: "2030-05-03", label: "Majówka" });
    expect(await listed(asAdmin)).toMatchObject([{ label: "Majówka" }]);
    const list = async (period: { from?: string; to?: string }) =>
      (await listClosures(asAdmin, { page: 1, pageSize: 100, ...period })).total;
    expect(await list({ to: "2030-05-02" })).toBe(0);
    expect(await list({ from: "9999-06-01" })).toBe(0);
  });

  test("is taken by an administrator only on purpose, which the lesson keeps until it leaves the slot", async () => {
    await close(asAdmin, centre);
    const { teacherId, date, ...rest } = bookingOf(room.teacher, DAY, 4);
    const input = { ...rest, teacherId, date, studentId: room.student.id };
    await expect(createLesson(asAdmin, input)).rejects.toMatchObject({ code: "conflict" });
    const lesson = await createLesson(asAdmin, { ...input, overrideClosure: true });
    expect(lesson.closureOverridden).toBe(true);
    const moved = await updateLessonAsAdmin(asAdmin, { id: lesson.id, date: "2026-11-25" });
    expect(moved.closureOverridden).toBe(false);
    await expect(updateLessonAsAdmin(asAdmin, { id: lesson.id, date: DAY })).rejects.toMatchObject({
      code: "conflict",
    });
    const open = await createLesson(asAdmin, { ...input, date: "2026-11-26", overrideClosure: true });
    expect(open.closureOverridden).toBe(false);
  });

  test("refuses every lesson of its statement; the first closed one says why", async () => {
    await close(asAdmin, { ...absence(), from: "2026-12-01", to: "2026-12-08" });
    await close(asAdmin, { ...centre, from: "2026-12-08", to: "2026-12-08" });
    const insert = (dates: readonly string[], change: Partial<NewLessonsShared> = {}) =>
      transact(services.db, (tx) =>
        insertLessons(
          tx,
          { ...lessonOf(room), ...change },
          dates.map((date) => ({ id: newId(), date })),
        ),
      ).then(
        () => null,
        (error: unknown) => closedSlotOf(error),
      );
    expect(await insert([DAY, "2026-12-08", "2026-12-01"])).toEqual({ scope: "teacher", label: "Grypa" });
    expect(await insert([DAY, "2026-12-08"])).toEqual({ scope: "centre", label: "Boże Ciało" });
    expect(await prisma.lesson.count({ where: { deletedAt: null } })).toBe(0);

    expect(await insert(["2026-12-01"], { status: "Odwolana przez ucznia" })).toBeNull();
    expect(await insert([DAY, "2026-12-08"], { closureOverridden: true })).toBeNull();
    const kept = await prisma.lesson.findMany({ where: { deletedAt: null }, orderBy: { date: "asc" } });
    expect(kept.map(({ closureOverridden }) => closureOverridden)).toEqual([false, false, true]);
  });

  test("is free again once the closure is gone; a cancelled lesson is no obstacle to closing", async () => {
    const lesson = await book(4);
    await cancelLesson(room.asTeacher, { lessonId: lesson.id });
    const { id } = await close(asAdmin, centre);
    await deleteClosure(asAdmin, { id });
    await expect(book(4)).resolves.toMatchObject({ block: 4 });
    await expect(deleteClosure(asAdmin, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is decided by the database when a booking and a closure race", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [booked, closed] = await Promise.allSettled([
        book(round),
        close(room.asTeacher, { ...absence(), fromBlock: round, toBlock: round }),
      ]);
      expect([booked.status, closed.status].filter((status) => status === "fulfilled")).toHaveLength(1);
    }
  });
});

describe("a closure with lessons in it", () => {
  test("shows each lesson with the nearest free slots and the teachers who could take over", async () => {
    const lesson = await book(9);
    await makeTeacher(services, []).then(({ id }) =>
      prisma.teacherSubject.deleteMany({ where: { teacherId: id } }),
    );
    const { affected } = await previewClosure(asAdmin, absence());
    expect(affected).toMatchObject([{ id: lesson.id, kind: "lesson", block: 9 }]);
    expect(affected[0]?.moves).toHaveLength(5);
    expect(affected[0]?.moves[0]).toEqual({ date: "2026-11-25", block: 9 });
    expect(affected[0]?.substitutes.map(({ id }) => id)).toContain(substitute.id);
    expect((await previewClosure(room.asTeacher, absence())).affected[0]?.substitutes).toEqual([]);
    expect((await previewClosure(asAdmin, centre)).affected[0]?.substitutes).toEqual([]);
  });

  test("proposes nobody who has a lesson or an absence then, and five at most", async () => {
    const lesson = await book(9);
    const [absent, busy] = [await makeTeacher(services), await makeTeacher(services)];
    await close(asAdmin, { ...absence(), teacherId: absent.id });
    await createLesson(asAdmin, {
      teacherId: busy.id,
      studentId: (await makePerson(services, "Student")).id,
      date: DAY,
      block: 9,
      subject: lesson.subject,
      level: lesson.level,
      description: "",
    });
    const offered = async () =>
      (await previewClosure(asAdmin, absence())).affected[0]?.substitutes.map(({ id }) => id);
    expect(await offered()).toEqual([substitute.id]);
    for (let n = 0; n < 5; n += 1) await makeTeacher(services);
    expect(await offered()).toHaveLength(5);
  });

  test("is worked out once for those who ask together, and each may decide", async () => {
    const lesson = await book(9);
    const previews = await Promise.all(Array.from({ length: 5 }, () => previewClosure(asAdmin, absence())));
    expect(new Set(previews.map(({ token }) => token)).size).toBe(5);
    for (const { affected } of previews) expect(affected).toEqual(previews[0]?.affected);
    expect(previews[0]?.affected).toMatchObject([{ id: lesson.id }]);
  });

  test("proposes no slot first to two lessons of one teacher", async () => {
    await Promise.all([book(9), book(8), book(7)]);
    const { affected } = await previewClosure(room.asTeacher, absence());
    const firsts = affected.map(({ moves: [first] }) => `${first?.date} ${first?.block}`);
    expect(new Set(firsts).size).toBe(3);
  });

  test("applies every decision at once and notifies each person once", async () => {
    const [moved, given, cancelled, kept] = [await book(9), await book(8), await book(7), await book(6)];
    await confirmLesson(room.asTeacher, { lessonId: cancelled.id });
    await prisma.notification.deleteMany();
    const { id } = await close(asAdmin, absence(), [
      { lessonId: moved.id, action: "move", date: "2026-11-25", block: 3 },
      { lessonId: given.id, action: "substitute", teacherId: substitute.id },
      { lessonId: cancelled.id, action: "cancel" },
      { lessonId: kept.id, action: "keep" },
    ]);
    expect(await listed(asAdmin)).toMatchObject([{ id }]);
    expect(await storedLesson(services, moved.id)).toMatchObject({ block: 3, status: "Nie potwierdzona" });
    expect(await storedLesson(services, given.id)).toMatchObject({ teacherId: substitute.id, block: 8 });
    expect(await storedLesson(services, cancelled.id)).toMatchObject({
      status: "Odwolana przez nauczyciela",
      slot: null,
    });
    expect(await storedLesson(services, kept.id)).toMatchObject({ closureOverridden: true, block: 6 });
    for (const person of [room.student, room.teacher, substitute])
      expect(await notificationsFor(services, person)).toEqual(["closure-decided"]);
  });

  test("tells who pays of the lessons that are cancelled, and a parent of two children once", async () => {
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    const [moved, cancelled] = [await book(9), await book(8)];
    const sister = await makeStudentOf(services, room.teacher);
    await makeGuardian(services, payer, sister, { isPayer: true });
    const hers = await book(7, personCtx(services, sister));
    await prisma.notification.deleteMany();
    await close(asAdmin, absence(), [
      { lessonId: moved.id, action: "move", date: "2026-11-25", block: 3 },
      { lessonId: cancelled.id, action: "cancel" },
      { lessonId: hers.id, action: "cancel" },
    ]);
    const told = await prisma.notification.findMany({ where: { recipientId: payer.id } });
    expect(told).toMatchObject([
      {
        kind: "closure-decided",
        childId: null,
        facts: {
          lessons: [hers, cancelled].map(({ block }) => ({ block, studentName: expect.any(String) })),
        },
      },
    ]);
    const [own] = await prisma.notification.findMany({ where: { recipientId: room.student.id } });
    expect(own).toMatchObject({ facts: { lessons: [{ block: 8 }, { block: 9 }] } });
  });

  test("changes nothing while a lesson is undecided or a decision does not fit", async () => {
    const [first, second] = [await book(9), await book(8)];
    await bookLesson(
      personCtx(services, await makeStudentOf(services, room.teacher)),
      bookingOf(room.teacher, "2026-11-25", 3),
    );
    const keep = { lessonId: second.id, action: "keep" as const };
    for (const decisions of [
      [keep],
      [keep, { lessonId: first.id, action: "move" as const, date: "2026-11-25", block: 3 }],
      [keep, { lessonId: first.id, action: "move" as const, date: DAY, block: 4 }],
      [keep, { lessonId: first.id, action: "move" as const, date: DAY, block: 9 }],
      [keep, { lessonId: first.id, action: "substitute" as const, teacherId: room.teacher.id }],
      [keep, keep],
    ]) {
      await expect(close(asAdmin, absence(), decisions)).rejects.toMatchObject({
        code: "conflict",
        details: { preview: { affected: [{ id: second.id }, { id: first.id }] } },
      });
    }
    expect(await listed(asAdmin)).toEqual([]);
    expect(await storedLesson(services, second.id)).toMatchObject({ closureOverridden: false });
  });

  test("is decided by teachers for themselves only, and without substitutes", async () => {
    const lesson = await book(9);
    const give = { lessonId: lesson.id, action: "substitute" as const, teacherId: substitute.id };
    await expect(close(room.asTeacher, absence(), [give])).rejects.toMatchObject({ code: "forbidden" });
    await expect(close(room.asTeacher, centre)).rejects.toMatchObject({ code: "forbidden" });
    const other = { ...absence(), teacherId: substitute.id };
    await expect(previewClosure(room.asTeacher, other)).rejects.toMatchObject({ code: "forbidden" });
    const { id } = await close(asAdmin, other);
    await expect(deleteClosure(room.asTeacher, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is no way for a teacher to move lessons of somebody unassigned or disabled; the office may", async () => {
    const lesson = await book(9);
    const gone = await makeStudentOf(services, room.teacher);
    const other = await bookLesson(personCtx(services, gone), bookingOf(room.teacher, DAY, 8));
    await prisma.teachingRelation.deleteMany({ where: { studentId: room.student.id } });
    await prisma.user.update({ where: { id: gone.id }, data: { isDisabled: true } });
    const offered = async (ctx: ActorCtx) =>
      (await previewClosure(ctx, absence())).affected.map(({ moves }) => moves.length);
    expect(await offered(room.asTeacher)).toEqual([0, 0]);
    expect(await offered(asAdmin)).toEqual([5, 5]);

    const move = { lessonId: lesson.id, action: "move" as const, date: "2026-11-25", block: 3 };
    const keep = { lessonId: lesson.id, action: "keep" as const };
    const moveOther = { lessonId: other.id, action: "move" as const, date: "2026-11-25", block: 4 };
    const keepOther = { lessonId: other.id, action: "keep" as const };
    for (const decisions of [
      [move, keepOther],
      [keep, moveOther],
    ]) {
      await expect(close(room.asTeacher, absence(), decisions)).rejects.toMatchObject({
        code: "conflict",
        details: {
          preview: {
            affected: [
              { id: other.id, moves: [] },
              { id: lesson.id, moves: [] },
            ],
          },
        },
      });
    }
    expect(await storedLesson(services, lesson.id)).toMatchObject({ block: 9 });
    await close(asAdmin, absence(), [move, moveOther]);
    expect(await storedLesson(services, lesson.id)).toMatchObject({ block: 3 });
  });

  test("decides trial lessons too, and notifies their visitors", async () => {
    const trial = await addTrial(asAdmin, {
      teacherId: room.teacher.id,
      date: DAY,
      block: 9,
      subject: "Fizyka",
      level: "liceumP",
      name: "Kasia",
      email: "kasia@example.pl",
      studentPhone: "",
      parentPhone: "",
      description: "",
    });
    await prisma.notification.deleteMany();
    await close(asAdmin, absence(), [{ lessonId: trial.id, action: "cancel" }]);
    expect(await prisma.trialLesson.findUnique({ where: { id: trial.id } })).toMatchObject({
      status: "Odwolana",
    });
    const mails = await prisma.notification.findMany({ where: { email: "kasia@example.pl" } });
    expect(mails.map(({ kind }) => kind)).toEqual(["trial-cancelled"]);
  });

  test("gives a trial lesson a substitute, a room of the substitute's, and tells the visitor", async () => {
    await prisma.user.update({
      where: { id: room.teacher.id },
      data: { meetingRoom: "https://zoom.example/nina" },
    });
    const trial = await addTrial(asAdmin, {
      teacherId: room.teacher.id,
      date: DAY,
      block: 9,
      subject: "Fizyka",
      level: "liceumP",
      name: "Kasia",
      email: "kasia@example.pl",
      studentPhone: "",
      parentPhone: "",
      description: "",
    });
    expect(trial.meetingLink).toBe("https://zoom.example/nina");
    await prisma.notification.deleteMany();
    await close(asAdmin, absence(), [{ lessonId: trial.id, action: "substitute", teacherId: substitute.id }]);
    const { teacherId, meetingLink } = await prisma.trialLesson.findUniqueOrThrow({
      where: { id: trial.id },
    });
    expect(teacherId).toBe(substitute.id);
    expect(meetingLink).toMatch(/^https:\/\/meet\.jit\.si\/korki-/);
    const mails = await prisma.notification.findMany({ where: { email: "kasia@example.pl" } });
    expect(mails.map(({ kind }) => kind)).toEqual(["trial-scheduled-visitor"]);
    const [told, ...more] = await prisma.notification.findMany({ where: { recipientId: substitute.id } });
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      kind: "closure-decided",
      facts: { lessons: [{ withName: "Kasia (lekcja próbna)" }] },
    });
  });
});

describe("a substitute", () => {
  test("has every check that the centre requires, else is neither proposed nor accepted", async () => {
    const lesson = await book(9);
    await prisma.centreSettings.updateMany({ data: { requireVetting: true } });
    try {
      const { affected } = await previewClosure(asAdmin, absence());
      expect(affected[0]?.substitutes).toEqual([]);
      const give = { lessonId: lesson.id, action: "substitute" as const, teacherId: substitute.id };
      await expect(close(asAdmin, absence(), [give])).rejects.toMatchObject({ code: "conflict" });
    } finally {
      await prisma.centreSettings.updateMany({ data: { requireVetting: false } });
    }
  });

  test("takes the lesson over, with its price and rate; all three are notified", async () => {
    const lesson = await book(9);
    await confirmLesson(room.asTeacher, { lessonId: lesson.id });
    await prisma.notification.deleteMany();
    const before = await storedLesson(services, lesson.id);
    const after = await substituteTeacher(asAdmin, { lessonId: lesson.id, teacherId: substitute.id });
    expect(after).toMatchObject({ teacher: { id: substitute.id }, price: before.price, rate: before.rate });
    expect(await storedLesson(services, lesson.id)).toMatchObject({ slot: { personId: substitute.id } });
    for (const person of [room.student, room.teacher, substitute])
      expect(await notificationsFor(services, person)).toEqual(["lesson-substituted"]);
    await expect(cancelLesson(room.asTeacher, { lessonId: lesson.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      cancelLesson(personCtx(services, substitute), { lessonId: lesson.id }),
    ).resolves.toMatchObject({});
  });

  test("must be another free, enabled teacher of the subject, for a planned lesson", async () => {
    const { id: lessonId } = await book(9);
    const take = (teacherId = substitute.id) => substituteTeacher(asAdmin, { lessonId, teacherId });
    const offered = async () => (await listSubstitutes(asAdmin, { lessonId })).map(({ id }) => id);
    expect(await offered()).toContain(substitute.id);
    expect(await offered()).not.toContain(room.teacher.id);
    const refused = (message: string) => ({ code: "conflict", message });
    await expect(take(room.teacher.id)).rejects.toMatchObject(refused(closureTexts.sameTeacher));
    await expect(take(room.student.id)).rejects.toMatchObject({ code: "not_found" });
    await close(asAdmin, { ...absence(), teacherId: substitute.id });
    await expect(take()).rejects.toMatchObject(refused(closureTexts.substituteAbsent));
    await prisma.closure.deleteMany();
    const student = await makeStudentOf(services, substitute);
    const busy = await bookLesson(personCtx(services, student), bookingOf(substitute, DAY, 9));
    await expect(take()).rejects.toMatchObject(refused(closureTexts.substituteBusy));
    expect(await offered()).not.toContain(substitute.id);
    await cancelLesson(personCtx(services, substitute), { lessonId: busy.id });
    await prisma.teacherSubject.deleteMany({ where: { teacherId: substitute.id } });
    await expect(take()).rejects.toMatchObject(refused(closureTexts.substituteSubject));
    expect(await offered()).not.toContain(substitute.id);
    await cancelLesson(room.asTeacher, { lessonId });
    await expect(take()).rejects.toMatchObject(refused(closureTexts.notPlanned));
  });
});

test("a teacher is notified once of an absence that an administrator adds or removes", async () => {
  const { id } = await addClosure(asAdmin, { ...absence(), decisions: [] });
  expect(await notificationsFor(services, room.teacher)).toEqual(["absence-changed"]);
  await deleteClosure(asAdmin, { id });
  expect(await notificationsFor(services, room.teacher)).toEqual(["absence-changed", "absence-changed"]);
  const own = await addClosure(room.asTeacher, { ...absence(), decisions: [] });
  await deleteClosure(room.asTeacher, { id: own.id });
  expect(await notificationsFor(services, room.teacher)).toHaveLength(2);
});

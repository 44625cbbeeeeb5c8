import { longSlot } from "@korki/contracts/texts/dates";
import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { listTrialSlots, newId, toDbDate } from "@korki/db";
import { blockStart, weekdayOf } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { cancelManyLessons } from "../admin-lessons/cancel-many-lessons";
import { createLesson } from "../admin-lessons/create-lesson";
import { getDayBlocks } from "../admin-lessons/lesson-placement";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { listSubstitutes, substituteTeacher } from "../admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getAttention } from "../attention/get-attention";
import { findFreeDays } from "../availability/availability";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { acceptReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { previewSeries } from "../series/create-series";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
  makeTeacher,
} from "../testing/classroom";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { updateTrial } from "../trial-lessons/trials";
import { removeCalendar } from "./calendars";

const services = await openTestServices();
const { prisma } = services.db;
const BLOCK = 8;

let room: Classroom;
let admin: ActorCtx;
beforeEach(async () => {
  room = await makeClassroom(services);
  admin = personCtx(services, await makePerson(services, "Admin"));
});

/** Makes a teacher busy elsewhere at a block three days from today. */
async function occupy({ id: teacherId }: Pick<Person, "id">, block = BLOCK): Promise<string> {
  const id = newId();
  await prisma.outsideCalendar.create({
    data: { id, teacherId, sealedUrl: "", host: "example.com", label: "", nextAt: services.now() },
  });
  const date = toDbDate(inDays(services, 3));
  await prisma.busyBlock.create({ data: { calendarId: id, teacherId, date, block } });
  return id;
}

const date = () => inDays(services, 3);
const ASKED = { code: "conflict", message: outsideCalendarTexts.busy, details: { ask: "overrideBusy" } };

test("a busy time is not free for students, at no door, and is free with the calendar's end", async () => {
  const { teacher, asStudent, asTeacher } = room;
  const id = await occupy(teacher);
  const isFree = async () =>
    (await findFreeDays(asStudent, { teacherId: teacher.id })).some(
      (day) => day.date === date() && day.blocks.includes(BLOCK),
    );
  expect(await isFree()).toBe(false);
  const booking = bookingOf(teacher, date(), BLOCK);
  await expect(bookLesson(asStudent, booking)).rejects.toMatchObject({
    code: "conflict",
    message: outsideCalendarTexts.notFree,
  });
  await prisma.user.update({ where: { id: teacher.id }, data: { isWantMoreStudents: true } });
  const wanted = {
    subject: "Matematyka",
    level: "liceumP",
    first: date(),
    last: date(),
    block: BLOCK,
  } as const;
  const offered = await listTrialSlots(services.db, wanted);
  expect(offered.flatMap(({ teacherIds }) => teacherIds)).not.toContain(teacher.id);
  await removeCalendar(asTeacher, { id });
  expect(await isFree()).toBe(true);
  await bookLesson(asStudent, booking);
});

test("an administrator is asked before a lesson is put or moved there, and it is no news then", async () => {
  const { teacher, student, asTeacher } = room;
  await occupy(teacher);
  const lesson = { ...bookingOf(teacher, date(), BLOCK), studentId: student.id };
  const blocks = await getDayBlocks(admin, { teacherId: teacher.id, date: date() });
  expect(blocks[BLOCK]).toMatchObject({ teacherBusy: false, closed: { scope: "busy" } });
  await expect(createLesson(admin, lesson)).rejects.toMatchObject(ASKED);
  const { id } = await createLesson(admin, { ...lesson, block: BLOCK + 1 });
  await expect(updateLessonAsAdmin(admin, { id, block: BLOCK })).rejects.toMatchObject(ASKED);
  await updateLessonAsAdmin(admin, { id, block: BLOCK, overrideBusy: true });
  expect((await getAttention(asTeacher)).map(({ kind }) => kind)).not.toContain("busy-elsewhere");
});

test("a lesson that was there before stays as it is and is a line for its teacher", async () => {
  const lesson = await bookedLesson(services, room, BLOCK);
  await occupy(room.teacher);
  const found = (await getAttention(room.asTeacher)).find(({ kind }) => kind === "busy-elsewhere");
  expect(found).toMatchObject({ count: 1, items: [{ lessonId: lesson.id, status: lesson.status }] });
  expect(await prisma.lesson.findUnique({ where: { id: lesson.id } })).toMatchObject({
    version: lesson.version,
  });
});

test("a double lesson at such a time is one line, one of its hours alone where that is busy alone", async () => {
  const lines = async () => {
    const found = (await getAttention(room.asTeacher)).find(({ kind }) => kind === "busy-elsewhere");
    return (found?.items ?? []).map(({ startsAt, blocks = 1 }) => [startsAt, blocks]);
  };
  const hour = (block: number) => blockStart(date(), block).toISOString();
  await bookLesson(room.asStudent, { ...bookingOf(room.teacher, date(), BLOCK - 1), blocks: 2 });
  await occupy(room.teacher);
  expect(await lines()).toEqual([[hour(BLOCK), 1]]);
  await occupy(room.teacher, BLOCK - 1);
  expect(await lines()).toEqual([[hour(BLOCK - 1), 2]]);
  await prisma.busyBlock.deleteMany({ where: { teacherId: room.teacher.id, block: BLOCK } });
  expect(await lines()).toEqual([[hour(BLOCK - 1), 1]]);
});

test("a teacher is asked before proposing a busy time; a student may accept it, but not propose it", async () => {
  const { asStudent, asTeacher, teacher } = room;
  const lesson = await bookedLesson(services, room, 3);
  await occupy(teacher);
  const to = { lessonId: lesson.id, date: date(), block: BLOCK };
  await expect(proposeReschedule(asStudent, { ...to, overrideBusy: true })).rejects.toMatchObject({
    message: outsideCalendarTexts.notFree,
  });
  await expect(proposeReschedule(asTeacher, to)).rejects.toMatchObject({
    code: "conflict",
    message: outsideCalendarTexts.ownBusy,
    details: { ask: "overrideBusy" },
  });
  const { proposal } = await proposeReschedule(asTeacher, { ...to, overrideBusy: true });
  const moved = await acceptReschedule(asStudent, { lessonId: lesson.id, proposalId: proposal?.id ?? "" });
  expect(moved).toMatchObject({ date: date(), block: BLOCK });
  const kinds = async () => (await getAttention(asTeacher)).map(({ kind }) => kind);
  expect(await kinds()).not.toContain("busy-elsewhere");
  // What became busy after the proposal is nobody's decision yet.
  const later = await proposeReschedule(asTeacher, { ...to, block: BLOCK + 1 });
  await occupy(teacher, BLOCK + 1);
  await acceptReschedule(asStudent, { lessonId: lesson.id, proposalId: later.proposal?.id ?? "" });
  expect(await kinds()).toContain("busy-elsewhere");
});

test("a weekly lesson leaves the date out; a substitute who is busy is not offered, and asked for once more", async () => {
  const { asStudent, teacher } = room;
  const other = await makeTeacher(services);
  const lesson = await bookedLesson(services, room, BLOCK);
  await occupy(other);
  const offered = await listSubstitutes(admin, { lessonId: lesson.id });
  expect(offered.map(({ id }) => id)).not.toContain(other.id);
  const substitute = { lessonId: lesson.id, teacherId: other.id };
  await expect(substituteTeacher(admin, substitute)).rejects.toMatchObject(ASKED);
  await substituteTeacher(admin, { ...substitute, overrideBusy: true });

  await occupy(teacher);
  const { dates } = await previewSeries(asStudent, {
    teacherId: teacher.id,
    subject: "Matematyka",
    level: "liceumP",
    description: "",
    everyWeeks: 1,
    weekday: weekdayOf(date()),
    block: BLOCK,
    from: date(),
    to: inDays(services, 10),
  });
  expect(dates.map(({ outcome }) => outcome)).toEqual(["teacher-busy", "free"]);
});

test("a closure's decisions ask once about every slot that is busy", async () => {
  const { teacher, asTeacher } = room;
  const other = await makeTeacher(services);
  const [moved, given] = [await bookedLesson(services, room, 3), await bookedLesson(services, room, 4)];
  await occupy(teacher);
  await occupy(other, 4);
  const absence = (block: number) => ({
    scope: "teacher" as const,
    teacherId: teacher.id,
    from: date(),
    to: date(),
    label: "",
    fromBlock: block,
    toBlock: block,
  });
  const move = { lessonId: moved.id, action: "move" as const, date: date(), block: BLOCK };
  await expect(addClosure(asTeacher, { ...absence(3), decisions: [move] })).rejects.toMatchObject({
    ...ASKED,
    message: outsideCalendarTexts.ownBusyAt(longSlot(date(), BLOCK)),
  });
  const substitute = { lessonId: given.id, action: "substitute" as const, teacherId: other.id };
  const both = { ...absence(3), toBlock: 4, decisions: [move, substitute] };
  await expect(addClosure(admin, both)).rejects.toMatchObject({
    ...ASKED,
    message: outsideCalendarTexts.busyAt(`${longSlot(date(), 4)}; ${longSlot(date(), BLOCK)}`),
  });
  expect(await prisma.closure.count()).toBe(0);
  await addClosure(admin, { ...both, overrideBusy: true });
  expect(await prisma.lesson.findMany({ where: { id: { in: [moved.id, given.id] } } })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: moved.id, block: BLOCK }),
      expect.objectContaining({ id: given.id, teacherId: other.id }),
    ]),
  );
  for (const ctx of [asTeacher, personCtx(services, other)])
    expect((await getAttention(ctx)).map(({ kind }) => kind)).not.toContain("busy-elsewhere");
});

test("an administrator is asked before a cancelled trial lesson takes such a time again", async () => {
  const { teacher } = room;
  const trial = await addTrial(admin, {
    teacherId: teacher.id,
    date: date(),
    block: BLOCK,
    subject: "Fizyka",
    level: "liceumP",
    name: "Kasia",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  });
  const { version } = await updateTrial(admin, { ...seen(trial), status: "Odwolana" });
  await occupy(teacher);
  const again = { id: trial.id, version, status: "Umowiona" as const };
  await expect(updateTrial(admin, again)).rejects.toMatchObject(ASKED);
  expect(await updateTrial(admin, { ...again, overrideBusy: true })).toMatchObject({ status: "Umowiona" });
});

test("an administrator is asked once before many cancelled lessons take such times again", async () => {
  const { teacher, asStudent } = room;
  const booked = await Promise.all(
    [BLOCK, BLOCK + 1, BLOCK + 2].map((block) => bookLesson(asStudent, bookingOf(teacher, date(), block))),
  );
  const cancelled = await cancelManyLessons(admin, { lessons: booked.map(seen) });
  await occupy(teacher);
  await occupy(teacher, BLOCK + 1);
  const lessons = cancelled.map(({ id, version }) => ({
    id,
    version: version ?? 0,
    status: "Nie potwierdzona" as const,
  }));
  const slots = [longSlot(date(), BLOCK), longSlot(date(), BLOCK + 1)].join("; ");
  await expect(restoreManyLessons(admin, { lessons })).rejects.toMatchObject({
    ...ASKED,
    message: outsideCalendarTexts.busyAt(slots),
  });
  const restored = await restoreManyLessons(admin, { lessons, overrideBusy: true });
  expect(restored.map(({ refusal }) => refusal)).toEqual([null, null, null]);
  expect((await getAttention(room.asTeacher)).map(({ kind }) => kind)).not.toContain("busy-elsewhere");
});

const seen = ({ id, version }: { id: string; version: number }) => ({ id, version });

import { commonTexts } from "@korki/contracts/texts/common";
import { newId, toDbDate } from "@korki/db";
import { weekdayOf } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
  makeTeacher,
} from "../testing/classroom";
import type { Person } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getCalendar, getDayLoads, getLanes } from "./get-calendar";
import { substituteTeacher } from "./substitute-teacher";
import { updateLessonAsAdmin } from "./update-lesson";

const { services, prisma, asAdmin } = await openTestCentre();
const date = inDays(services, 3);
const day = { from: date, to: date };

let room: Classroom;
let idle: Person;
beforeEach(async () => {
  room = await makeClassroom(services);
  idle = await makeTeacher(services, [{ day: weekdayOf(date), startBlock: 2, endBlock: 4 }]);
  await prisma.teacherSubject.deleteMany({ where: { teacherId: idle.id, subject: "Fizyka" } });
});

async function laneOf(teacher: Person, filters: object = {}) {
  const input = { ...day, ...filters, page: 1, pageSize: 1_000 };
  const { items } = await getLanes(asAdmin, { onlyWithEntries: false, ...input });
  return items.find((lane) => lane.teacher.id === teacher.id);
}

test("each teacher has a lane, also without a lesson, and it says how the blocks stand", async () => {
  const lesson = await bookedLesson(services, room, 5);
  const calendarId = newId();
  await prisma.outsideCalendar.create({
    data: {
      id: calendarId,
      teacherId: idle.id,
      sealedUrl: "",
      host: "example.com",
      label: "",
      nextAt: services.now(),
    },
  });
  await prisma.busyBlock.create({
    data: { calendarId, teacherId: idle.id, date: toDbDate(date), block: 3 },
  });
  expect(await laneOf(idle)).toMatchObject({
    maySubstitute: true,
    days: [{ date, offered: [2, 3, 4], taken: [], busy: [3] }],
    entries: [],
  });
  expect(await laneOf(room.teacher)).toMatchObject({
    days: [{ taken: [5], busy: [] }],
    entries: [{ kind: "lesson", id: lesson.id, block: 5 }],
  });
  expect(await laneOf(idle, { onlyWithEntries: true })).toBeUndefined();
  const twoDays = await laneOf(idle, { to: inDays(services, 4) });
  expect(twoDays?.days.map(({ offered }) => offered)).toEqual([[2, 3, 4], []]);
});

test("a disabled teacher has a lane where something is on, or when asked for", async () => {
  await bookedLesson(services, room, 5);
  await prisma.user.updateMany({
    where: { id: { in: [idle.id, room.teacher.id] } },
    data: { isDisabled: true },
  });
  expect(await laneOf(idle)).toBeUndefined();
  expect(await laneOf(idle, { teacherId: idle.id })).toMatchObject({ maySubstitute: false });
  expect(await laneOf(room.teacher)).toMatchObject({ entries: [{ block: 5 }] });
});

test("the filters of the list choose entries; a lane that they leave empty is left out, its blocks stay taken", async () => {
  const { student, teacher } = room;
  const first = await bookedLesson(services, room, 5);
  const second = await bookedLesson(services, room, 6);
  await forceStatus(services, second.id, "Potwierdzona");
  const shown = async (filters: object) => (await laneOf(teacher, filters))?.entries.map(({ id }) => id);
  expect(await shown({ studentId: student.id })).toEqual([first.id, second.id]);
  expect(await shown({ status: "Potwierdzona" })).toEqual([second.id]);
  expect(await shown({ group: "cancelled" })).toBeUndefined();
  expect(await shown({ subject: "Matematyka", level: "liceumP" })).toEqual([first.id, second.id]);
  expect(await shown({ subject: "Fizyka" })).toEqual([]);
  expect(await laneOf(teacher, { status: "Potwierdzona" })).toMatchObject({ days: [{ taken: [5, 6] }] });
  // Who teaches it is free for it; who does not has no lane.
  expect(await laneOf(idle, { subject: "Matematyka" })).toMatchObject({ entries: [] });
  expect(await laneOf(idle, { subject: "Fizyka" })).toBeUndefined();
  expect(await laneOf(idle, { studentId: student.id })).toBeUndefined();
  expect(await laneOf(idle, { studentId: student.id, teacherId: idle.id })).toMatchObject({ entries: [] });
  const ofStudent = await getCalendar(asAdmin, { ...day, studentId: student.id, status: "Potwierdzona" });
  expect(ofStudent.map(({ id }) => id)).toEqual([second.id]);
});

test("a drop of a lesson that changed since the calendar was read is a conflict, in its lane and in another", async () => {
  const { id } = await bookedLesson(services, room, 5);
  const [entry] = (await laneOf(room.teacher))?.entries ?? [];
  expect(await getCalendar(asAdmin, { ...day, teacherId: room.teacher.id })).toEqual([
    { ...entry, teacher: expect.objectContaining({ id: room.teacher.id }) },
  ]);
  if (entry?.kind !== "lesson") throw new Error("no lesson");
  const { version } = entry;
  await updateLessonAsAdmin(asAdmin, { id, version, block: 3 });
  const refused = { code: "conflict", message: commonTexts.changedMeanwhile };
  await expect(updateLessonAsAdmin(asAdmin, { id, version, block: 4 })).rejects.toMatchObject(refused);
  const drop = { lessonId: id, teacherId: idle.id, version };
  await expect(substituteTeacher(asAdmin, drop)).rejects.toMatchObject(refused);
  await substituteTeacher(asAdmin, { ...drop, version: version + 1 });
});

test("a month counts what takes place on each day, of everybody or of whom is asked for", async () => {
  const { teacher, student } = room;
  const cancelled = await bookedLesson(services, room, 5);
  await bookedLesson(services, room, 6);
  await bookedLesson(services, room, 8, 5);
  await forceStatus(services, cancelled.id, "Odwolana przez ucznia");
  const month = { from: inDays(services, 0), to: inDays(services, 30) };
  const counts = (filters: object) => getDayLoads(asAdmin, { ...month, ...filters });
  const own = [
    { date, count: 1 },
    { date: inDays(services, 5), count: 1 },
  ];
  expect(await counts({ teacherId: teacher.id })).toEqual(own);
  expect(await counts({ studentId: student.id })).toEqual(own);
  expect(await counts({ teacherId: teacher.id, group: "cancelled" })).toEqual([{ date, count: 1 }]);
  expect(await counts({ teacherId: idle.id })).toEqual([]);
  // Everybody's calendar has as many entries that take place.
  const all = await getCalendar(asAdmin, month);
  const taking = all.filter(({ status }) => !status.startsWith("Odwolana"));
  expect((await counts({})).reduce((sum, { count }) => sum + count, 0)).toBe(taking.length);
  await expect(counts({ to: inDays(services, 42) })).rejects.toMatchObject({ code: "input" });
});

test("lanes come in pages, by surname", async () => {
  const page = { ...day, onlyWithEntries: false, pageSize: 1 };
  const first = await getLanes(asAdmin, { ...page, page: 1 });
  const second = await getLanes(asAdmin, { ...page, page: 2 });
  expect([first.items.length, second.items.length, first.total]).toEqual([1, 1, second.total]);
  expect(first.total).toBeGreaterThan(2);
  expect(first.items[0]?.teacher.id).not.toBe(second.items[0]?.teacher.id);
});

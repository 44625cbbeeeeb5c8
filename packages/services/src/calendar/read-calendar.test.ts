import { listCalendarLessons, newId } from "@korki/db";
import { fullName } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { bookLesson } from "../lessons/book-lesson";
import { deleteLesson } from "../lessons/cancel-lesson";
import { updatePerson } from "../people/update-person";
import { bookedLesson, bookingOf, forceStatus, inDays, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { createCalendarAddress, revokeCalendarAddress, showCalendarAddress } from "./calendar-address";
import { CalendarReader } from "./read-calendar";

const services = await openTestServices();
const calendars = new CalendarReader(services);
const read = (key: string) => calendars.read(key, "127.0.0.1");
const readCalendar = async (key: string) => (await read(key)).text.toString();

function keyIn(address: string | null): string {
  return /\/api\/calendar\/([\w-]{43})\.ics$/.exec(address ?? "")?.[1] ?? "";
}

describe("a calendar's address", () => {
  test("is there once it is asked for, stays, and can be revoked", async () => {
    const { asStudent } = await makeClassroom(services);
    expect(await showCalendarAddress(asStudent)).toEqual({ address: null });
    const first = await createCalendarAddress(asStudent);
    expect(await createCalendarAddress(asStudent)).toEqual(first);
    expect(await showCalendarAddress(asStudent)).toEqual(first);
    await expect(readCalendar(keyIn(first.address))).resolves.toContain("BEGIN:VCALENDAR");

    expect(await revokeCalendarAddress(asStudent)).toEqual({ address: null });
    await expect(readCalendar(keyIn(first.address))).rejects.toMatchObject({ code: "not_found" });
    const second = await createCalendarAddress(asStudent);
    expect(keyIn(second.address)).not.toBe(keyIn(first.address));
  });

  test("two clicks at once make one address", async () => {
    const { asTeacher } = await makeClassroom(services);
    const made = await Promise.all(Array.from({ length: 5 }, () => createCalendarAddress(asTeacher)));
    expect(new Set(made.map(({ address }) => address)).size).toBe(1);
  });

  test("opens nothing when the account is disabled", async () => {
    const { asStudent, student } = await makeClassroom(services);
    const key = keyIn((await createCalendarAddress(asStudent)).address);
    await services.db.prisma.user.update({ where: { id: student.id }, data: { isDisabled: true } });
    await expect(readCalendar(key)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each(["", "x", "null", "a".repeat(43), "\0"])("%j is nobody's", async (key) => {
    await expect(readCalendar(key)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a calendar contains one's own lessons, cancelled ones marked, deleted ones left out", async () => {
  const room = await makeClassroom(services);
  const stranger = await makeClassroom(services);
  const kept = await bookedLesson(services, room, 1);
  const cancelled = await bookedLesson(services, room, 2);
  await forceStatus(services, cancelled.id, "Odwolana przez ucznia");
  const deleted = await bookedLesson(services, room, 3);
  await deleteLesson(room.asStudent, { lessonId: deleted.id });
  const foreign = await bookedLesson(services, stranger, 1);
  await services.db.prisma.trialLesson.create({
    data: {
      id: newId(),
      teacherId: room.teacher.id,
      date: new Date(`${inDays(services, 4)}T00:00:00Z`),
      block: 2,
      subject: "Fizyka",
      level: "liceumP",
      status: "Umowiona",
      name: "Pan Nowy",
    },
  });

  const [studentSees, teacherSees] = await Promise.all(
    [room.asStudent, room.asTeacher].map(async (ctx) =>
      readCalendar(keyIn((await createCalendarAddress(ctx)).address)),
    ),
  );
  for (const calendar of [studentSees, teacherSees]) {
    expect(calendar).toContain(kept.id);
    expect(calendar).toMatch(new RegExp(`${cancelled.id}[^]*?STATUS:CANCELLED`));
    expect(calendar).not.toContain(deleted.id);
    expect(calendar).not.toContain(foreign.id);
  }
  expect(studentSees).toContain(room.teacher.surname);
  expect(studentSees).not.toContain("Pan Nowy");
  expect(teacherSees).toContain("Lekcja próbna\\, Fizyka\\, Pan Nowy");
});

test("a double lesson of which a substitute gives one hour is two entries, each with its teacher", async () => {
  const [room, other] = [await makeClassroom(services), await makeClassroom(services)];
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const booking = { ...bookingOf(room.teacher, inDays(services, 3), 5), blocks: 2 as const };
  const { id: lessonId } = await bookLesson(room.asStudent, booking);
  const key = keyIn((await createCalendarAddress(room.asStudent)).address);
  const teachers = async () =>
    [...(await readCalendar(key)).replaceAll("\r\n ", "").matchAll(/SUMMARY:Matematyka\\, (.*)/g)].map(
      ([, name]) => name?.trim(),
    );
  expect(await teachers()).toEqual([fullName(room.teacher)]);
  await substituteTeacher(asAdmin, { lessonId, teacherId: other.teacher.id });
  expect(await teachers()).toEqual([fullName(other.teacher), fullName(room.teacher)]);
});

test("a calendar with too many lessons has the nearest: those ahead first, then the latest past ones", async () => {
  const room = await makeClassroom(services);
  const booked: string[] = [];
  for (const days of [1, 2, 3, 4, 5]) booked.push((await bookedLesson(services, room, 6, days)).id);
  const owner = { id: room.teacher.id, role: "Teacher" } as const;
  const window = { from: inDays(services, 2), today: inDays(services, 4) };
  const shown = async (limit: number) => {
    const lessons = await listCalendarLessons(services.db, owner, { ...window, limit });
    return lessons.map(({ id }) => booked.indexOf(id) + 1);
  };
  expect(await shown(1)).toEqual([4]);
  expect(await shown(3)).toEqual([3, 4, 5]);
  expect(await shown(9)).toEqual([2, 3, 4, 5]);
});

test("a parent's calendar contains the lessons of the children, by their first names, as long as they are", async () => {
  const [room, other, stranger] = [
    await makeClassroom(services),
    await makeClassroom(services),
    await makeClassroom(services),
  ];
  const mother = await makePerson(services, "Parent");
  await makeGuardian(services, mother, room.student, { rights: [] });
  const ending = await makeGuardian(services, mother, other.student);
  const [first, second, foreign] = [
    await bookedLesson(services, room, 1),
    await bookedLesson(services, other, 2),
    await bookedLesson(services, stranger, 1),
  ];
  const key = keyIn((await createCalendarAddress(personCtx(services, mother))).address);
  const both = (await readCalendar(key)).replaceAll("\r\n ", "");
  for (const [lesson, { student, teacher }] of [
    [first, room],
    [second, other],
  ] as const) {
    expect(both).toMatch(
      new RegExp(`${lesson.id}[^]*?SUMMARY:${student.name}: Matematyka\\\\, ${teacher.name}`),
    );
    expect(both).not.toContain(student.surname);
  }
  expect(both).not.toContain(foreign.id);

  const endedAt = services.clock.time;
  await services.db.prisma.guardianship.update({ where: { id: ending }, data: { endedAt } });
  const one = await readCalendar(key);
  expect(one).toContain(first.id);
  expect(one).not.toContain(second.id);
});

describe("a calendar is rendered once per change", () => {
  test("reads at the same moment share one rendering, and later ones too", async () => {
    const room = await makeClassroom(services);
    await bookedLesson(services, room, 1);
    const key = keyIn((await createCalendarAddress(room.asTeacher)).address);
    const together = await Promise.all(Array.from({ length: 50 }, () => read(key)));
    expect(new Set([...together, await read(key)]).size).toBe(1);
  });

  test("a read that begins after a change shows it, whatever changed", async () => {
    const room = await makeClassroom(services);
    const asAdmin = personCtx(services, await makePerson(services, "Admin"));
    const first = await bookedLesson(services, room, 1);
    const second = await bookedLesson(services, room, 2);
    const key = keyIn((await createCalendarAddress(room.asTeacher)).address);
    const seen = [await read(key)];
    const changes = [
      () => forceStatus(services, first.id, "Odwolana przez ucznia"),
      () => deleteLesson(room.asStudent, { lessonId: second.id }),
      () => updatePerson(asAdmin, { id: room.student.id, surname: "Przemianowana" }),
      () => bookedLesson(services, room, 3),
    ];
    for (const change of changes) {
      const before = read(key);
      await change();
      // Asked while another read is under way.
      seen.push(await read(key));
      await before;
    }
    expect(new Set(seen.map(({ etag }) => etag)).size).toBe(seen.length);
  });

  test("an address is read so often and no oftener", async () => {
    services.freshLimits();
    const { asStudent } = await makeClassroom(services);
    const key = keyIn((await createCalendarAddress(asStudent)).address);
    const reads = await Promise.allSettled(Array.from({ length: 70 }, () => read(key)));
    expect(reads.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
    expect(reads.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "rate_limited" },
    });
    services.freshLimits();
  });
});

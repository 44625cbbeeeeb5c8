import { newId } from "@korki/db";
import { describe, expect, test } from "vitest";
import { deleteLesson } from "../lessons/delete-lesson";
import { bookedLesson, forceStatus, inDays, makeClassroom } from "../testing/classroom";
import { visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { createCalendarAddress, revokeCalendarAddress, showCalendarAddress } from "./calendar-address";
import { readCalendar } from "./read-calendar";

const services = await openTestServices();
const visitor = visitorCtx(services);

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
    await expect(readCalendar(visitor, keyIn(first.address))).resolves.toContain("BEGIN:VCALENDAR");

    expect(await revokeCalendarAddress(asStudent)).toEqual({ address: null });
    await expect(readCalendar(visitor, keyIn(first.address))).rejects.toMatchObject({ code: "not_found" });
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
    await expect(readCalendar(visitor, key)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each(["", "x", "null", "a".repeat(43)])("%j is nobody's", async (key) => {
    await expect(readCalendar(visitor, key)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a calendar holds one's own lessons: cancelled ones voided, deleted ones gone", async () => {
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
      readCalendar(visitor, keyIn((await createCalendarAddress(ctx)).address)),
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

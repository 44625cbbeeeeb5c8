import { query, sql } from "@korki/db";
import { addDays } from "@korki/domain";
import { expect, test } from "vitest";
import { addClosure } from "../closures/add-closure";
import { ServiceError } from "../errors";
import { bookLesson } from "../lessons/book-lesson";
import { unrelate } from "../people/relate";
import { bookingOf, makeStudentOf, makeTeacher } from "../testing/classroom";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { createSeries, previewSeries } from "./create-series";

const services = await openTestServices();
const { prisma } = services.db;
services.clock.time = new Date("2026-11-20T09:00:00Z");
const FROM = "2026-11-24";

/** Asks for Tuesdays at overlapping hours and intervals. */
async function request(student: { id: string; role: "Student" }, teacherId: string, n: number) {
  const ctx = personCtx(services, student);
  const body = {
    teacherId,
    weekday: "wt" as const,
    block: 8 + (n % 2),
    subject: "Matematyka" as const,
    level: "liceumP" as const,
    from: addDays(FROM, 7 * (n % 3)),
    to: "2027-01-26",
    description: "",
    everyWeeks: n % 4 === 0 ? (2 as const) : (1 as const),
  };
  const { token, dates } = await previewSeries(ctx, body);
  const free = dates.flatMap(({ date, outcome }) => (outcome === "free" ? [date] : []));
  return { ctx, free, block: body.block, run: () => createSeries(ctx, { ...body, token }) };
}

test("of overlapping series requested at once every slot has one owner, and every answer is true", async () => {
  const teacher = await makeTeacher(services);
  const students = await Promise.all(Array.from({ length: 12 }, () => makeStudentOf(services, teacher)));
  for (let round = 0; round < 4; round += 1) {
    const requests = await Promise.all(
      students.map(({ id }, n) => request({ id, role: "Student" }, teacher.id, n + round)),
    );
    const answers = await Promise.allSettled(requests.map(({ run }) => run()));
    const booked = await prisma.lesson.findMany({ where: { teacherId: teacher.id, deletedAt: null } });
    const slots = booked.map(({ date, block }) => `${date.toISOString()} ${block}`);
    expect(new Set(slots).size).toBe(slots.length);
    answers.forEach((answer, n) => {
      const { ctx, free, block } = requests[n] ?? { free: [], block: 0, ctx: null };
      const own = booked.filter(({ studentId }) => studentId === ctx?.actor.id);
      if (answer.status === "fulfilled") expect(own).toHaveLength(free.length);
      else {
        expect(answer.reason).toMatchObject({ code: "conflict", details: { preview: {} } });
        expect(own).toEqual([]);
        const isLost = (date: string) => slots.includes(`${date}T00:00:00.000Z ${block}`);
        expect(free.some(isLost)).toBe(true);
      }
    });
    await prisma.lesson.updateMany({ data: { deletedAt: services.clock.time } });
  }
  const [stat] = await query<{ deadlocks: number }>(
    services.db,
    sql`SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(stat?.deadlocks).toBe(0);
});

test("series, bookings, closures and removed relations at once leave every slot with one owner and none closed", async () => {
  const admin = personCtx(services, await makePerson(services, "Admin"));
  for (let round = 0; round < 6; round += 1) {
    const teacher = await makeTeacher(services);
    const students = await Promise.all(Array.from({ length: 4 }, () => makeStudentOf(services, teacher)));
    const [first, leaver, single] = students;
    if (!first || !leaver || !single) throw new Error("nobody is there");
    const series = await Promise.all(
      [first, leaver].map(({ id }, n) => request({ id, role: "Student" }, teacher.id, n + 1)),
    );
    const closure = { scope: "teacher" as const, teacherId: teacher.id, label: "", decisions: [] };
    const day = addDays(FROM, 14);
    const calls = [
      ...series.map(({ run }) => run),
      () => bookLesson(personCtx(services, single), bookingOf(teacher, day, 9)),
      () => addClosure(admin, { ...closure, from: addDays(FROM, 21), to: addDays(FROM, 21) }),
      () => unrelate(admin, { studentId: leaver.id, teacherId: teacher.id }),
    ];
    const from = round % calls.length;
    const answers = await Promise.allSettled(
      [...calls.slice(from), ...calls.slice(0, from)].map((run) => run()),
    );
    for (const answer of answers)
      if (answer.status === "rejected") expect(answer.reason).toBeInstanceOf(ServiceError);

    const lessons = await prisma.lesson.findMany({ where: { teacherId: teacher.id, deletedAt: null } });
    const slots = lessons.map(({ date, block }) => `${date.toISOString()} ${block}`);
    expect(new Set(slots).size).toBe(slots.length);
    for (const { ctx, free } of series) {
      const own = lessons.filter(({ studentId }) => studentId === ctx.actor.id);
      expect([0, free.length]).toContain(own.length);
    }
    const closed = await prisma.closure.count({ where: { teacherId: teacher.id } });
    if (closed > 0) expect(slots.filter((slot) => slot.startsWith(addDays(FROM, 21)))).toEqual([]);
  }
});

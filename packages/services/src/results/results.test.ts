import { addDays, today, weekdayOf } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { saveAvailability } from "../availability/availability";
import { erasePerson } from "../privacy/personal-data";
import { makeClassroom } from "../testing/classroom";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getHours, getRetention, getTrialPaths, listHours, listIdleStudents } from "./results";

const { services, prisma, asAdmin } = await openTestCentre();
const MONTH = "2026-05";
let room: Awaited<ReturnType<typeof makeClassroom>>;

beforeEach(async () => {
  room = await makeClassroom(services);
});

let at = 0;
async function lesson(
  date: string,
  student: Pick<Person, "id">,
  teacher: Pick<Person, "id">,
  status = "Zrealizowana",
) {
  at = (at + 1) % 14;
  const { id } = await prisma.lesson.create({
    data: {
      id: crypto.randomUUID(),
      teacherId: teacher.id,
      studentId: student.id,
      date: new Date(date),
      block: at,
      subject: "Matematyka",
      level: "liceumP",
      title: "Matematyka",
      price: 90,
      rate: 60,
      status,
    },
  });
  return { id, block: at };
}

test("who stays adds up by teacher and first month, under substitutes and erased people", async () => {
  const [stays, leaves, gone] = [
    room.student,
    await makePerson(services, "Student"),
    await makePerson(services, "Student"),
  ];
  const substitute = await makePerson(services, "Teacher");
  await lesson("2026-03-03", stays, room.teacher);
  await lesson("2026-05-04", stays, room.teacher);
  await lesson("2026-05-11", stays, substitute, "Uczen nieobecny");
  await lesson("2026-06-01", stays, room.teacher);
  await lesson("2026-05-12", leaves, room.teacher);
  await lesson("2026-06-02", leaves, room.teacher, "Odwolana przez ucznia");
  await lesson("2026-05-13", gone, room.teacher);
  await erasePerson(asAdmin, { userId: gone.id });
  const found = await getRetention(asAdmin, { month: MONTH });
  expect([found.students, found.retained, found.rows.length]).toEqual([3, 1, 3]);
  for (const parts of [found.byTeacher, found.byFirstMonth]) {
    expect(parts.reduce((sum, { students }) => sum + students, 0)).toBe(3);
    expect(parts.reduce((sum, { retained }) => sum + retained, 0)).toBe(1);
  }
  expect(found.byTeacher.find(({ teacher }) => teacher.id === substitute.id)).toMatchObject({ retained: 1 });
  expect(found.byFirstMonth).toMatchObject([{ month: "2026-03" }, { month: "2026-05", students: 2 }]);
});

test("hours are what teachers offer less closures, and lessons outside them, too", async () => {
  const month = "2026-07";
  const teacher = await makePerson(services, "Teacher");
  await saveAvailability(personCtx(services, teacher), [{ day: "pon", startBlock: 3, endBlock: 4 }]);
  const day = { createdAt: services.now(), label: "" };
  const closure = { id: crypto.randomUUID(), teacherId: teacher.id, ...day };
  await prisma.closure.create({
    data: { ...closure, firstDate: new Date("2026-07-06"), lastDate: new Date("2026-07-06") },
  });
  const held = await lesson("2026-07-15", room.student, teacher);
  const cells = (await getHours(asAdmin, { month })).cells;
  const rows = await Promise.all(
    cells.map(async (cell) => ({ cell, rows: await listHours(asAdmin, { month, ...cell }) })),
  );
  for (const { cell, rows: own } of rows) {
    expect(own).toHaveLength(cell.offered);
    expect(own.filter(({ lessonId }) => lessonId !== null)).toHaveLength(cell.delivered);
  }
  const mine = rows.flatMap(({ rows: own }) => own).filter((row) => row.teacher.id === teacher.id);
  // Three Mondays of two blocks, and the lesson on a Wednesday.
  expect(mine).toHaveLength(7);
  expect(weekdayOf("2026-07-15")).toBe("sr");
  expect(mine.filter(({ lessonId }) => lessonId === held.id)).toHaveLength(1);
});

test("the path of a trial counts each step that was reached", async () => {
  const createdAt = new Date("2026-04-10T10:00:00Z");
  const request = { subject: "Matematyka", level: "liceumP", createdAt };
  const student = await makePerson(services, "Student");
  for (const status of ["Nowa", "Odwolana", "Zrealizowana"])
    await prisma.trialLesson.create({ data: { ...request, id: crypto.randomUUID(), status } });
  await prisma.trialLesson.create({
    data: { ...request, id: crypto.randomUUID(), status: "Zrealizowana", studentId: student.id },
  });
  for (const date of ["2026-04-14", "2026-04-21"]) await lesson(date, student, room.teacher);
  const { steps, rows } = await getTrialPaths(asAdmin, { month: "2026-04" });
  expect(rows).toHaveLength(4);
  expect(steps.map(({ count }) => count)).toEqual([4, 2, 2, 1, 1, 1, 0, 0]);
});

test("students without a next lesson whose last was 8 to 30 days ago", async () => {
  const day = today(services.now());
  const expected: string[] = [];
  for (const [ago, next, isIdle] of [
    [7, false, false],
    [8, false, true],
    [30, false, true],
    [31, false, false],
    [12, true, false],
  ] as const) {
    const student = await makePerson(services, "Student");
    await lesson(addDays(day, -ago), student, room.teacher);
    if (next) await lesson(addDays(day, 2), student, room.teacher, "Potwierdzona");
    if (isIdle) expected.push(student.id);
  }
  const idle = await listIdleStudents(asAdmin);
  const ids = idle.map(({ student }) => student.id);
  expect(ids.filter((id) => expected.includes(id))).toEqual(expected);
  expect(ids).toHaveLength(2);
  expect(idle.map(({ contactId }) => contactId)).toEqual(ids);
});

import { expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { inDays, makeStudentOf, makeTeacher } from "../testing/classroom";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { getGuide, hideGuide } from "./guide";
import { getFace, saveFace } from "./save-face";

const services = await openTestServices();

test("an empty centre is led step by step to its first lesson, and needs no guide after it", async () => {
  const admin = personCtx(services, await makePerson(services, "Admin"));
  const done = async () =>
    (await getGuide(admin))?.steps.filter(({ isDone }) => isDone).map(({ step }) => step);
  expect(await done()).toEqual([]);
  await saveFace(admin, { name: "Szkoła", version: (await getFace(admin)).version });
  expect(await done()).toEqual(["centre"]);
  const teacher = await makeTeacher(services);
  expect(await done()).toEqual(["centre", "teachers", "subjects"]);
  expect((await getGuide(admin))?.teacherId).toBe(teacher.id);
  const student = await makeStudentOf(services, teacher);
  expect(await done()).toEqual(["centre", "teachers", "subjects", "students", "relations"]);
  await createLesson(admin, {
    teacherId: teacher.id,
    studentId: student.id,
    date: inDays(services, 3),
    block: 5,
    subject: "Fizyka",
    level: "liceumP",
    description: "",
  });
  expect(await getGuide(admin)).toBeNull();
});

test("a guide that was hidden stays so", async () => {
  const admin = personCtx(services, await makePerson(services, "Admin"));
  await services.db.prisma.lesson.updateMany({ data: {} });
  await hideGuide(admin);
  await hideGuide(admin);
  expect(await getGuide(admin)).toBeNull();
  expect(await services.db.prisma.historyEntry.count({ where: { actorId: admin.actor.id } })).toBe(1);
});

import type { Lesson } from "@korki/contracts/lessons";
import { newId } from "@korki/db";
import {
  type AvailabilitySection,
  addDays,
  type CivilDate,
  LEVELS,
  type LessonStatus,
  SUBJECTS,
  today,
  WEEKDAYS,
} from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { makePerson, type Person, personCtx } from "./people";

/** Every block of every day. */
export const ALWAYS: readonly AvailabilitySection[] = WEEKDAYS.map((day) => ({
  day,
  startBlock: 0,
  endBlock: 13,
}));

/** A teacher of everything, at any hour unless said otherwise. */
export async function makeTeacher(
  services: Services,
  sections: readonly AvailabilitySection[] = ALWAYS,
): Promise<Person> {
  const teacher = await makePerson(services, "Teacher", { name: "Nina" });
  const { prisma } = services.db;
  await prisma.teacherSubject.createMany({
    data: SUBJECTS.flatMap((subject) => LEVELS.map((level) => ({ teacherId: teacher.id, subject, level }))),
  });
  await prisma.availabilitySection.createMany({
    data: sections.map((section) => ({ ...section, id: newId(), teacherId: teacher.id })),
  });
  return teacher;
}

export async function relate(services: Services, student: Person, teacher: Person): Promise<void> {
  await services.db.prisma.teachingRelation.create({
    data: { studentId: student.id, teacherId: teacher.id },
  });
}

/** A student of this teacher. */
export async function makeStudentOf(services: Services, ...teachers: Person[]): Promise<Person> {
  const student = await makePerson(services, "Student", { name: "Ola" });
  for (const teacher of teachers) await relate(services, student, teacher);
  return student;
}

export type Classroom = { teacher: Person; student: Person; asTeacher: ActorCtx; asStudent: ActorCtx };

/** A teacher and a student who belong together, and both at work. */
export async function makeClassroom(services: Services): Promise<Classroom> {
  const teacher = await makeTeacher(services);
  const student = await makeStudentOf(services, teacher);
  return {
    teacher,
    student,
    asTeacher: personCtx(services, teacher),
    asStudent: personCtx(services, student),
  };
}

/** The date so many days from the tests' today. */
export function inDays(services: Services, days: number): CivilDate {
  return addDays(today(services.now()), days);
}

/** What a booking form sends. */
export function bookingOf(teacher: Pick<Person, "id">, date: CivilDate, block: number) {
  return {
    teacherId: teacher.id,
    date,
    block,
    subject: "Matematyka" as const,
    level: "liceumP" as const,
    description: "Ułamki",
  };
}

/** A booked lesson, three days from today unless said otherwise. */
export async function bookedLesson(
  services: Services,
  { teacher, asStudent }: Classroom,
  block: number,
  days = 3,
): Promise<Lesson> {
  return bookLesson(asStudent, bookingOf(teacher, inDays(services, days), block));
}

/** Returns the stored lesson, deleted or not, with the slot that it occupies for its teacher. */
export async function storedLesson(services: Services, id: string) {
  const { slots, ...lesson } = await services.db.prisma.lesson.findUniqueOrThrow({
    where: { id },
    include: { slots: true },
  });
  return { ...lesson, slot: slots.find(({ personId }) => personId === lesson.teacherId) ?? null };
}

/** Kinds of the notifications that were written for a person, in order. */
export async function notificationsFor(services: Services, person: Pick<Person, "id">): Promise<string[]> {
  const rows = await services.db.prisma.notification.findMany({
    where: { recipientId: person.id },
    orderBy: { id: "asc" },
  });
  return rows.map(({ kind }) => kind);
}

/** Puts a lesson into a status without asking any rule. */
export async function forceStatus(services: Services, id: string, status: LessonStatus): Promise<void> {
  await services.db.prisma.lesson.update({ where: { id }, data: { status } });
}

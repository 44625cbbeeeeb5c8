import { newId } from "@korki/db";
import { bookLesson } from "@korki/services/lessons/book-lesson";
import { bookingOf, inDays, makeClassroom, makeStudentOf } from "@korki/services/testing/classroom";
import { personCtx, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

/** Three changes an hour instead of sixty. */
const { services, rest, trpc } = await openTestApi({ RATE_LIMIT_SCALE: "0.05" });

test("a student changes lessons a limited number of times in an hour, a teacher without limit", async () => {
  const room = await makeClassroom(services);
  const { lessons } = trpc((await signIn(services, room.student)).accessToken);
  const book = (block: number) => lessons.book.mutate(bookingOf(room.teacher, inDays(services, 3), block));
  const first = await book(1);
  await lessons.delete.mutate({ lessonId: first.id });
  const [second, refused] = [await book(2), book(3)];
  await expect(refused).rejects.toMatchObject({ data: { httpStatus: 429 } });
  const teacher = trpc((await signIn(services, room.teacher)).accessToken).lessons;
  await teacher.confirm.mutate({ lessonId: second.id });
  await expect(teacher.confirm.mutate({ lessonId: second.id })).rejects.toMatchObject({
    data: { httpStatus: 409 },
  });
});

test("a refused change takes nothing of the limit, over either door, and many at once are no way around", async () => {
  const room = await makeClassroom(services);
  const other = await makeStudentOf(services, room.teacher);
  const date = inDays(services, 4);
  await bookLesson(personCtx(services, other), bookingOf(room.teacher, date, 0));
  const { accessToken: token } = await signIn(services, room.student);
  const { lessons } = trpc(token);
  const book = (block: number) => lessons.book.mutate(bookingOf(room.teacher, date, block));
  const [dateYear, dateMonth, dateDay] = date.split("-").map(Number);
  const taken = {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    title: "Matematyka",
    description: "",
    dateYear,
    dateMonth,
    dateDay,
    blockIndex: 0,
    subject: "Matematyka",
    subjectLevel: "liceumP",
  };
  for (let time = 0; time < 4; time += 1) {
    expect((await rest("PUT", "/student/reserve_lesson", { token, body: taken })).status).toBe(409);
    await expect(book(0)).rejects.toMatchObject({ data: { httpStatus: 409 } });
    await expect(lessons.delete.mutate({ lessonId: newId() })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
  }
  await Promise.allSettled(Array.from({ length: 10 }, () => book(0)));
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => book(at + 1)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await expect(book(0)).rejects.toMatchObject({ data: { httpStatus: 429 } });
});

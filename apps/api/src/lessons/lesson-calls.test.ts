import { lessonTexts } from "@korki/contracts/texts/lessons";
import { newId } from "@korki/db";
import { BLOCKS, dateParts } from "@korki/domain";
import {
  type Classroom,
  inDays,
  makeClassroom,
  makeStudentOf,
  relate,
  storedLesson,
} from "@korki/services/testing/classroom";
import { makeChild, makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, signIn } from "@korki/services/testing/people";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, rest, trpc } = await openTestApi();
const { db } = services;
let room: Classroom;
let student: string;
let teacher: string;

const tokenOf = async (person: Person) => (await signIn(services, person)).accessToken;

beforeEach(async () => {
  room = await makeClassroom(services);
  student = await tokenOf(room.student);
  teacher = await tokenOf(room.teacher);
});

function wireSlot(days: number, blockIndex: number) {
  const { day, month, year } = dateParts(inDays(services, days));
  return { dateDay: day, dateMonth: month, dateYear: year, blockIndex };
}
const wireBooking = (days: number, block: number, more: object = {}) => ({
  teacherId: room.teacher.id,
  studentId: room.student.id,
  ...wireSlot(days, block),
  description: "Ułamki",
  subject: "Fizyka",
  subjectLevel: "liceumR",
  title: "Fizyka",
  ...more,
});

async function booked(days = 3, block = 4): Promise<string> {
  const { status, body } = await rest("PUT", "/student/reserve_lesson", {
    token: student,
    body: wireBooking(days, block),
  });
  expect(status).toBe(200);
  return (body as { _id: string })._id;
}

describe("over REST, with the specification's names", () => {
  test("a double lesson is booked, previewed and cancelled whole, or by halves", async () => {
    const body = wireBooking(3, 6, { blocks: 2 });
    const preview = await rest("POST", "/lesson/preview", { token: student, body });
    expect(preview).toMatchObject({ status: 200, body: { lessons: 2 } });
    const made = await rest("PUT", "/student/reserve_lesson", { token: student, body });
    expect(made).toMatchObject({ status: 200, body: { blockIndex: 6, pairId: expect.any(String) } });
    const { _id: id, pairId } = made.body as { _id: string; pairId: string };
    const own = async () => {
      const { body: lessons } = await rest("GET", "/student/lessons", { token: student });
      return (lessons as { pairId: string | null }[]).filter((lesson) => lesson.pairId === pairId);
    };
    expect(await own()).toHaveLength(2);
    for (const wrong of [0, 3, "2", null]) {
      const refused = { token: student, body: { ...body, blocks: wrong } };
      expect((await rest("PUT", "/student/reserve_lesson", refused)).status).toBe(400);
    }
    const last = { token: student, body: wireBooking(3, 13, { blocks: 2 }) };
    expect((await rest("PUT", "/student/reserve_lesson", last)).status).toBe(400);
    expect((await rest("POST", `/student/lesson_cancel/${id}?pair=none`, { token: student })).status).toBe(
      400,
    );
    expect((await rest("POST", `/student/lesson_cancel/${id}?pair=one`, { token: student })).status).toBe(
      200,
    );
    expect(await own()).toHaveLength(1);
    const again = await rest("PUT", "/student/reserve_lesson", {
      token: student,
      body: wireBooking(4, 6, { blocks: 2 }),
    });
    const whole = again.body as { _id: string; pairId: string };
    expect((await rest("POST", `/student/lesson_cancel/${whole._id}`, { token: student })).status).toBe(200);
    const left = await rest("GET", "/student/lessons", { token: student });
    expect((left.body as { pairId: string }[]).filter((lesson) => lesson.pairId === whole.pairId)).toEqual(
      [],
    );
  });

  test("a student books, the teacher confirms, makes a link and notes the outcome", async () => {
    expect((await rest("GET", "/student/teachers", { token: student })).body).toEqual([
      {
        _id: room.teacher.id,
        name: room.teacher.name,
        surname: room.teacher.surname,
        subjects: expect.arrayContaining([{ name: "Fizyka", level: "liceumR" }]),
      },
    ]);
    expect((await rest("GET", "/teacher/students", { token: teacher })).body).toEqual([
      {
        _id: room.student.id,
        name: room.student.name,
        surname: room.student.surname,
        email: room.student.email,
      },
    ]);

    const free = await rest("GET", `/teacher/freeBlocks/${room.teacher.id}`, { token: student });
    const { dateDay, dateMonth, dateYear } = wireSlot(3, 4);
    const dayOf = (body: unknown) =>
      (body as { day: number; month: number; year: number; blocks: unknown[] }[]).find(
        ({ day, month, year }) => day === dateDay && month === dateMonth && year === dateYear,
      );
    const whole = BLOCKS.map(({ index, start, end }) => ({ index, start, end }));
    expect(dayOf(free.body)).toEqual({ day: dateDay, month: dateMonth, year: dateYear, blocks: whole });

    const made = await rest("PUT", "/student/reserve_lesson", {
      token: student,
      body: wireBooking(3, 4, { title: "Oszustwo", status: "Zrealizowana", price: 1, _id: newId() }),
    });
    const lesson = {
      _id: expect.any(String),
      teacherId: room.teacher.id,
      studentId: room.student.id,
      ...wireSlot(3, 4),
      subject: "Fizyka",
      subjectLevel: "liceumR",
      title: "Fizyka",
      description: "Ułamki",
      status: "Nie potwierdzona",
      meetingLink: "",
      charged: false,
      closureOverridden: false,
      lateDecision: null,
      seriesId: null,
      pairId: null,
    };
    expect(made).toMatchObject({ status: 200, body: lesson });
    expect(Object.keys(made.body as object)).toHaveLength(Object.keys(lesson).length);
    const { _id: id } = made.body as { _id: string };
    expect(await storedLesson(services, id)).toMatchObject({ price: 100, rate: 70 });
    const freeNow = await rest("GET", `/teacher/freeBlocks/${room.teacher.id}`, { token: student });
    expect(dayOf(freeNow.body)?.blocks).toEqual(whole.filter(({ index }) => index !== 4));

    const status = (token: string, role: string, body: object) =>
      rest("PUT", `/${role}/lesson_status/${id}`, { token, body });
    expect(await rest("GET", `/teacher/generate_link/${id}`, { token: teacher })).toMatchObject({
      status: 409,
    });
    expect(await status(teacher, "teacher", { status: "Potwierdzona" })).toMatchObject({
      status: 200,
      body: { status: "Potwierdzona" },
    });
    expect((await rest("HEAD", `/teacher/generate_link/${id}`, { token: teacher })).status).toBe(200);
    expect(await storedLesson(services, id)).toMatchObject({ meetingLink: "" });
    const link = await rest("GET", `/teacher/generate_link/${id}`, { token: teacher });
    expect(link).toMatchObject({
      status: 200,
      body: { meetingLink: expect.stringContaining(`/lekcja/${id}/sala`) },
    });
    expect((await rest("GET", `/teacher/generate_link/${id}`, { token: teacher })).body).toEqual(link.body);
    expect(await status(teacher, "teacher", { status: "Uczen nieobecny" })).toMatchObject({ status: 200 });

    for (const [token, role] of [
      [student, "student"],
      [teacher, "teacher"],
    ] as const) {
      expect((await rest("GET", `/${role}/lessons`, { token })).body).toEqual([
        { ...lesson, _id: id, status: "Uczen nieobecny", ...(link.body as object) },
      ]);
    }
    expect((await rest("GET", "/student/avaiable_lessons", { token: student })).body).toEqual([
      { subject: "Fizyka", subjectLevel: "liceumR", avaiableLessons: -1 },
    ]);
  });

  test("a student deletes what waits, cancels what is confirmed, and reaches no other status", async () => {
    const id = await booked();
    const set = (status: string) =>
      rest("PUT", `/student/lesson_status/${id}`, { token: student, body: { status } });
    for (const status of [
      "Potwierdzona",
      "Zrealizowana",
      "Odwolana przez nauczyciela",
      "Odwolana przez ucznia",
    ]) {
      expect((await set(status)).status).toBe(409);
    }
    expect(await set("Odwołana")).toMatchObject({ status: 400, body: { error: lessonTexts.unknownStatus } });
    expect(await rest("POST", `/student/lesson_cancel/${id}`, { token: student })).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await rest("POST", `/student/lesson_cancel/${id}`, { token: student })).status).toBe(404);

    const second = await booked();
    await rest("PUT", `/teacher/lesson_status/${second}`, {
      token: teacher,
      body: { status: "Potwierdzona" },
    });
    expect((await rest("POST", `/student/lesson_cancel/${second}`, { token: student })).status).toBe(409);
    expect(
      await rest("PUT", `/student/lesson_status/${second}`, {
        token: student,
        body: { status: "Odwolana przez ucznia" },
      }),
    ).toMatchObject({ status: 200, body: { status: "Odwolana przez ucznia" } });
  });

  test("a teacher's reason reaches the student", async () => {
    const id = await booked();
    await rest("PUT", `/teacher/lesson_status/${id}`, {
      token: teacher,
      body: { status: "Odwolana przez nauczyciela", cancelMessage: "Choroba" },
    });
    expect((await rest("GET", "/student/lessons", { token: student })).body).toMatchObject([
      { _id: id, cancelMessage: "Choroba" },
    ]);
  });

  test("availability is a bare array, both ways, with the specification's texts for what is wrong", async () => {
    const save = (body: unknown) => rest("PUT", "/teacher/freeTime", { token: teacher, body });
    const section = (startBlockIndex: number, endBlockIndex: number, day = "pon") => ({
      day,
      startBlockIndex,
      endBlockIndex,
    });
    const week = [section(0, 1), section(2, 3), section(5, 5, "niedz")];
    expect(await save(week)).toMatchObject({ status: 200, body: week });
    for (const token of [teacher, student, await tokenOf(await makePerson(services, "Admin"))]) {
      expect((await rest("GET", `/teacher/freeTime/${room.teacher.id}`, { token })).body).toEqual(week);
    }
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student, { rights: [] });
    const seen = { token: await tokenOf(parent) };
    const ofChild = `/teacher/freeTime/${room.teacher.id}?studentId=${room.student.id}`;
    expect((await rest("GET", ofChild, seen)).body).toEqual(week);
    expect(await rest("GET", ofChild.replace("freeTime", "days"), seen)).toMatchObject({
      status: 200,
      body: [],
    });
    expect((await rest("GET", ofChild.replace(room.student.id, newId()), seen)).status).toBe(404);
    const overlap = "Godziny z tego samego dnia nie mogą się pokrywać. np. (7-9 i 9-12) LUB (7-10 i 9-12)";
    for (const [body, error] of [
      [[section(3, 2)], "Godzina rozpoczęcia nie może być późniejsza niż godzina końca"],
      [[section(0, 2), section(2, 3)], overlap],
      [[section(1, 3), section(0, 5)], overlap],
      [[section(0, 1, "poniedzialek")], "Niepoprawny dzień tygodnia"],
      [[section(0, 14)], "Niepoprawny blok godzinowy"],
      [{}, "Nieprawidłowe dane"],
      [[null], "Nieprawidłowe dane"],
    ] as const) {
      expect(await save(body)).toMatchObject({ status: 400, body: { error } });
    }
    expect((await rest("GET", `/teacher/freeTime/${room.teacher.id}`, { token: teacher })).body).toEqual(
      week,
    );
    expect(await save([])).toMatchObject({ status: 200, body: [] });
  });

  test("a booking's faults have their codes and texts", async () => {
    const book = (more: object, days = 3) =>
      rest("PUT", "/student/reserve_lesson", { token: student, body: wireBooking(days, 4, more) });
    const other = await makeStudentOf(services, room.teacher);
    for (const [answer, status, error] of [
      [await book({ dateDay: 31, dateMonth: 2 }), 400, "Niepoprawny dzień"],
      [await book({ dateMonth: 0 }), 400, "Niepoprawny dzień"],
      [await book({ dateYear: "2026" }), 400, "Niepoprawny dzień"],
      [await book({ blockIndex: 14 }), 400, "Niepoprawny blok godzinowy"],
      [await book({ subject: "Chemia" }), 400, "Niepoprawny przedmiot"],
      [await book({ subjectLevel: "studia" }), 400, "Niepoprawny poziom przedmiotu"],
      [await book({ studentId: other.id }), 403, lessonTexts.notForOneself],
      [await book({ teacherId: newId() }), 404, lessonTexts.notYourTeacher],
      [await book({}, -2), 409, lessonTexts.inThePast],
      [await book({}, 40), 409, lessonTexts.beyondHorizon],
      [await book({ dateYear: 9999, dateMonth: 12, dateDay: 31 }), 409, lessonTexts.beyondHorizon],
      [await book({ dateYear: 1, dateMonth: 1, dateDay: 1 }), 409, lessonTexts.inThePast],
      [await book({ description: "a\u0000b" }), 400, "Nieprawidłowe dane"],
    ] as const) {
      expect(answer).toMatchObject({ status, body: { error } });
    }
    expect(await db.prisma.lesson.count({ where: { studentId: room.student.id } })).toBe(0);
  });

  test("whoever asks for another's lesson is named in the log with the call, and nothing else is", async () => {
    const id = await booked();
    const { teacher: stranger } = await makeClassroom(services);
    const token = await tokenOf(stranger);
    const refusals = () =>
      services.logged
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg, userId }) => msg === "call refused" && userId === stranger.id)
        .map(({ level, time, pid, hostname, requestId, ...line }) => line);
    expect((await rest("GET", `/teacher/generate_link/${id}`, { token })).status).toBe(404);
    expect((await rest("GET", "/student/lessons", { token })).status).toBe(403);
    await expect(trpc(token).lessons.get.query({ lessonId: id })).rejects.toThrow(lessonTexts.lessonNotFound);
    const line = { msg: "call refused", userId: stranger.id };
    expect(refusals()).toEqual([
      { ...line, status: 404, route: "/api/teacher/generate_link/{lessonId}" },
      { ...line, status: 403, route: "/api/student/lessons" },
      { ...line, status: 404, route: "lessons.get" },
    ]);
  });

  test("each role has its own endpoints, and others' lessons do not exist", async () => {
    const id = await booked();
    const strangers = await makeClassroom(services);
    const [otherStudent, otherTeacher, parent] = await Promise.all([
      tokenOf(strangers.student),
      tokenOf(strangers.teacher),
      tokenOf(await makePerson(services, "Parent")),
    ]);
    const confirm = { body: { status: "Potwierdzona" } };
    for (const [method, path, call, forbidden, foreign] of [
      ["GET", "/student/lessons", {}, [teacher, parent], []],
      ["GET", "/teacher/lessons", {}, [student, parent], []],
      ["GET", "/student/teachers", {}, [teacher, parent], []],
      ["GET", "/teacher/students", {}, [student, parent], []],
      ["PUT", `/student/lesson_status/${id}`, confirm, [teacher, parent], [otherStudent]],
      ["PUT", `/teacher/lesson_status/${id}`, confirm, [student, parent], [otherTeacher]],
      ["POST", `/student/lesson_cancel/${id}`, {}, [teacher, parent], [otherStudent]],
      ["GET", `/teacher/generate_link/${id}`, {}, [student, parent], [otherTeacher]],
      ["GET", `/teacher/freeTime/${room.teacher.id}`, {}, [], [otherStudent, otherTeacher]],
      ["GET", `/teacher/freeBlocks/${room.teacher.id}`, {}, [], [otherStudent, otherTeacher]],
      ["PUT", "/teacher/freeTime", { body: [] }, [student, parent], []],
      ["PUT", "/student/reserve_lesson", { body: wireBooking(3, 9) }, [teacher, parent], []],
    ] as const) {
      const codes = async (tokens: readonly string[]) =>
        Promise.all(tokens.map(async (token) => (await rest(method, path, { ...call, token })).status));
      expect([path, (await rest(method, path, call)).status]).toEqual([path, 401]);
      expect([path, await codes(forbidden)]).toEqual([path, forbidden.map(() => 403)]);
      expect([path, await codes(foreign)]).toEqual([path, foreign.map(() => 404)]);
    }
    expect(await storedLesson(services, id)).toMatchObject({ status: "Nie potwierdzona", version: 0 });
  });
});

describe("over tRPC", () => {
  test("the same use cases, in plain terms", async () => {
    const asStudent = trpc(student);
    const asTeacher = trpc(teacher);
    const [own] = await asStudent.people.teachers.query();
    expect(own).toMatchObject({ id: room.teacher.id });
    const [day] = await asStudent.availability.freeDays.query({ teacherId: room.teacher.id });
    expect(day?.blocks.length).toBeGreaterThan(0);
    const lesson = await asStudent.lessons.book.mutate({
      teacherId: room.teacher.id,
      date: inDays(services, 3),
      block: 2,
      subject: "Polski",
      level: "szkolaP",
    });
    expect(lesson).toMatchObject({ title: "Polski", description: "", proposal: null });
    expect(await asTeacher.lessons.mine.query({ group: "planned" })).toEqual({
      lessons: [lesson],
      nextCursor: null,
    });
    const proposed = await asTeacher.lessons.proposeReschedule.mutate({
      lessonId: lesson.id,
      date: inDays(services, 5),
      block: 6,
    });
    const proposalId = proposed.proposal?.id ?? "";
    const waiting = () =>
      Promise.all([asStudent.lessons.waitingProposals.query(), asTeacher.lessons.waitingProposals.query()]);
    expect(await waiting()).toEqual([1, 0]);
    const moved = await asStudent.lessons.acceptReschedule.mutate({ lessonId: lesson.id, proposalId });
    expect(await waiting()).toEqual([0, 0]);
    expect(await asStudent.lessons.get.query({ lessonId: lesson.id })).toEqual(moved);
    expect(await asStudent.lessons.week.query({ from: inDays(services, 5) })).toEqual({
      lessons: [moved],
      trials: [],
    });
    expect(await asTeacher.people.students.query()).toHaveLength(1);
    await expect(asStudent.lessons.confirm.mutate({ lessonId: lesson.id })).rejects.toMatchObject({
      data: { code: "FORBIDDEN", httpStatus: 403 },
    });
    await expect(asTeacher.lessons.complete.mutate({ lessonId: lesson.id })).rejects.toMatchObject({
      message: lessonTexts.cannotComplete,
      data: { code: "CONFLICT", httpStatus: 409 },
    });
    expect(
      await asTeacher.lessons.confirm.mutate({ lessonId: lesson.id, version: moved.version }),
    ).toMatchObject({
      status: "Potwierdzona",
    });
  });

  test("a week that no calendar shows is bad input", async () => {
    for (const from of ["9999-12-31", "0001-01-01", "2026-02-30", "tomorrow"]) {
      await expect(trpc(student).lessons.week.query({ from })).rejects.toMatchObject({
        message: "Niepoprawny dzień",
        data: { httpStatus: 400 },
      });
    }
  });

  test("a private calendar address that anybody with it may read, until it is revoked", async () => {
    const id = await booked();
    const { address } = await trpc(student).calendar.createAddress.mutate();
    const path = new URL(address ?? "").pathname.replace(/^\/api/, "");
    const answer = await rest("GET", path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.body).toContain(`UID:lesson-${id}@korki`);
    const unchanged = { "if-none-match": answer.headers.get("etag") ?? "", "cache-control": "max-age=0" };
    expect((await rest("GET", path, { headers: unchanged })).status).toBe(304);
    await trpc(student).calendar.revokeAddress.mutate();
    expect(await rest("GET", path)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  });
});

test("a parent's repetition reads nothing of a child for whom the parent acts no more", async () => {
  const parent = await makePerson(services, "Parent");
  const [former, present] = [await makeChild(services, parent), await makeChild(services, parent)];
  const token = await tokenOf(parent);
  const bookings: (() => ReturnType<typeof rest>)[] = [];
  for (const [index, child] of [former, present].entries()) {
    await relate(services, child, room.teacher);
    const body = wireBooking(4, index, { studentId: child.id });
    const headers = { "idempotency-key": child.id };
    bookings.push(() => rest("PUT", "/parent/reserve_lesson", { token, body, headers }));
  }
  for (const book of [...bookings, ...bookings]) expect((await book()).status).toBe(200);
  await db.prisma.guardianship.updateMany({
    where: { parentId: parent.id, studentId: former.id },
    data: { endedAt: services.now() },
  });
  expect(await Promise.all(bookings.map(async (book) => (await book()).status))).toEqual([404, 200]);
});

test("50 students race for one block at the running server: one 200, 49 times 409", async () => {
  const tokens = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const person = await makeStudentOf(services, room.teacher);
      return { person, token: await tokenOf(person) };
    }),
  );
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      tokens.map(({ person, token }) =>
        rest("PUT", "/student/reserve_lesson", {
          token,
          body: wireBooking(2, round, { studentId: person.id }),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status === 409);
    expect(others).toHaveLength(49);
    expect(new Set(others.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ error: lessonTexts.slotTaken })]),
    );
  }
  expect(await db.prisma.lesson.count({ where: { teacherId: room.teacher.id } })).toBe(3);
  expect(await db.prisma.notification.count({ where: { recipientId: room.teacher.id } })).toBe(3);
}, 120_000);

import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { fieldTexts } from "@korki/contracts/texts/fields";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { IDEMPOTENCY_KEY_MAX, today } from "@korki/domain";
import { type Classroom, makeClassroom } from "@korki/services/testing/classroom";
import { makePerson, signIn } from "@korki/services/testing/people";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, rest, trpc } = await openTestApi();
const admin = (await signIn(services, await makePerson(services, "Admin"))).accessToken;
let room: Classroom;
beforeEach(async () => {
  services.freshLimits();
  room = await makeClassroom(services);
});

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await rest(method, path, { token: admin, body, headers });
  return { status: answer.status, body: answer.body as Record<string, unknown> };
};
const keysOf = (body: unknown) => Object.keys(body as object).sort();

describe("over REST, with the specification's names", () => {
  test("teachers and students are whole profiles", async () => {
    const teachers = await rest("GET", `/admin/teachers?search=${room.teacher.email}`, { token: admin });
    const [teacher] = teachers.body as Record<string, unknown>[];
    expect(keysOf(teacher)).toEqual(
      [
        "_id",
        "surname",
        "name",
        "email",
        "userType",
        "phone",
        "isTelegramConnected",
        "telegramChatId",
        "isDisabled",
        "subjects",
        "isWantMoreStudents",
        "meetingRoom",
        "parents",
        "students",
        "freeTime",
      ].sort(),
    );
    expect(teacher).toMatchObject({ _id: room.teacher.id, userType: "Teacher", students: [room.student.id] });
    const students = await rest("GET", `/admin/students?search=${room.student.email}`, { token: admin });
    expect(students.body).toMatchObject([
      { _id: room.student.id, userType: "Student", phoneParent: "", teachers: [room.teacher.id] },
    ]);
  });

  test("a lesson is made, edited and deleted", async () => {
    const { teacher, student } = room;
    const slot = { dateDay: 29, dateMonth: 3, dateYear: 2026, blockIndex: 0 };
    const pair = { subject: "Fizyka", subjectLevel: "liceumR" };
    const made = await call("PUT", "/admin/lesson", {
      teacherId: teacher.id,
      studentId: student.id,
      ...slot,
      ...pair,
    });
    expect(made).toEqual({
      status: 200,
      body: {
        _id: expect.any(String),
        teacherId: teacher.id,
        studentId: student.id,
        ...slot,
        ...pair,
        title: "Fizyka",
        description: "",
        status: "Nie potwierdzona",
        meetingLink: "",
        charged: false,
        closureOverridden: false,
        lateDecision: null,
        seriesId: null,
        pairId: null,
      },
    });
    const path = `/admin/lesson/${made.body._id}`;
    const edit = { status: "Zrealizowana", description: "Fale", ...slot, blockIndex: 13, dateDay: 30 };
    expect(await call("POST", path, edit)).toMatchObject({
      status: 200,
      body: { ...edit, _id: made.body._id },
    });
    expect(await call("POST", path, edit)).toEqual({
      status: 400,
      body: { error: adminLessonTexts.nothingChanged },
    });
    for (const wrong of [
      { ...edit, dateDay: 31, dateMonth: 6 },
      { dateDay: 5 },
      { ...edit, dateYear: 2031 },
    ]) {
      expect(await call("POST", path, wrong)).toEqual({
        status: 400,
        body: { error: adminLessonTexts.invalidDay },
      });
    }
    const list = await rest("GET", `/admin/lessons?teacherId=${teacher.id}&month=3&year=2026`, {
      token: admin,
    });
    expect(list.body).toMatchObject([{ _id: made.body._id, description: "Fale" }]);
    expect(await call("DELETE", path)).toEqual({ status: 200, body: {} });
    expect((await call("DELETE", path)).status).toBe(404);
    expect((await rest("GET", `/admin/lessons?teacherId=${teacher.id}`, { token: admin })).body).toEqual([]);
  });

  test("a double lesson is made whole or not at all, and the earlier one answered", async () => {
    const { teacher, student } = room;
    const double = {
      teacherId: teacher.id,
      studentId: student.id,
      subject: "Fizyka",
      subjectLevel: "liceumR",
      dateDay: 30,
      dateMonth: 3,
      dateYear: 2026,
      blockIndex: 3,
      blocks: 2,
    };
    const made = await call("PUT", "/admin/lesson", double);
    expect(made).toMatchObject({ status: 200, body: { blockIndex: 3, pairId: expect.any(String) } });
    expect((await call("PUT", "/admin/lesson", { ...double, blockIndex: 4 })).status).toBe(409);
    for (const refused of [{ blockIndex: 13 }, { blocks: 3 }, { blocks: "2" }]) {
      expect((await call("PUT", "/admin/lesson", { ...double, ...refused })).status).toBe(400);
    }
    const list = await rest("GET", `/admin/lessons?teacherId=${teacher.id}&month=3&year=2026`, {
      token: admin,
    });
    expect(list.body).toMatchObject([4, 3].map((blockIndex) => ({ blockIndex, pairId: made.body.pairId })));
  });

  test("both of a double lesson move where asked, and one alone otherwise", async () => {
    const { teacher, student } = room;
    const made = await call("PUT", "/admin/lesson", {
      teacherId: teacher.id,
      studentId: student.id,
      subject: "Fizyka",
      subjectLevel: "liceumR",
      dateDay: 29,
      dateMonth: 3,
      dateYear: 2026,
      blockIndex: 3,
      blocks: 2,
    });
    const path = `/admin/lesson/${made.body._id}`;
    const blocks = async () => {
      const { body } = await rest("GET", `/admin/lessons?teacherId=${teacher.id}`, { token: admin });
      return (body as { blockIndex: number }[]).map(({ blockIndex }) => blockIndex).sort((a, b) => a - b);
    };
    expect((await call("POST", path, { blockIndex: 4 })).status).toBe(409);
    expect((await call("POST", `${path}?pair=all`, { blockIndex: 4 })).status).toBe(400);
    expect((await call("POST", `${path}?pair=both`, { blockIndex: 4 })).status).toBe(200);
    expect(await blocks()).toEqual([4, 5]);
    expect((await call("POST", path, { blockIndex: 7 })).status).toBe(200);
    expect(await blocks()).toEqual([5, 7]);
  });

  test("the centre's settings, and where lessons take place", async () => {
    const settings = { lowBalanceThreshold: 1, monthlySummary: false, lessonPlace: "own" };
    expect(await call("GET", "/admin/centre")).toEqual({ status: 200, body: settings });
    for (const lessonPlace of ["outside", "own"]) {
      expect(await call("PUT", "/admin/centre", { lessonPlace })).toEqual({
        status: 200,
        body: { ...settings, lessonPlace },
      });
    }
    for (const lessonPlace of ["here", null])
      expect((await call("PUT", "/admin/centre", { lessonPlace })).status).toBe(400);
  });

  test("a payment and a payout, once per key, and voided", async () => {
    const { student, teacher } = room;
    const pair = { subject: "Polski", subjectLevel: "szkolaP" };
    const payment = { studentId: student.id, moneyAmount: 90, desc: "wplata", lessonAmount: 1, ...pair };
    const key = { "idempotency-key": `klucz-${student.id}` };
    const first = await call("POST", "/admin/input_payment", payment, key);
    expect(first).toEqual({
      status: 200,
      body: {
        _id: expect.any(String),
        ...payment,
        createdAt: services.now().toISOString(),
        paidOn: today(services.now()),
        method: "przelew",
        expiresOn: null,
        packageId: null,
      },
    });
    expect(await call("POST", "/admin/input_payment", payment, key)).toEqual(first);
    expect(await call("POST", "/admin/input_payment", { ...payment, moneyAmount: 91 }, key)).toEqual({
      status: 409,
      body: { error: paymentTexts.keyUsedOtherwise },
    });
    const tooLong = { "idempotency-key": "k".repeat(IDEMPOTENCY_KEY_MAX + 1) };
    expect(await call("POST", "/admin/input_payment", payment, tooLong)).toEqual({
      status: 400,
      body: { error: paymentTexts.keyTooLong },
    });
    const token = (await signIn(services, student)).accessToken;
    expect((await rest("GET", "/student/input_payment", { token })).body).toEqual([first.body]);
    expect((await call("DELETE", `/admin/input_payment/${first.body._id}`)).body).toEqual({});
    expect((await rest("GET", `/admin/input_payment/${student.id}`, { token: admin })).body).toEqual([]);

    const payout = await call("POST", "/admin/output_payment", { teacherId: teacher.id, moneyAmount: 60 });
    expect(payout.body).toMatchObject({ teacherId: teacher.id, moneyAmount: 60, desc: "wyplata" });
    const asTeacher = (await signIn(services, teacher)).accessToken;
    const statistics = await rest("GET", "/teacher/payment_statistics", { token: asTeacher });
    expect(statistics.body).toEqual({ doneProfitAll: 0, outputPaymentSum: 60, receivable: -60 });
  });

  test("lessons may be given away, but nothing is noted down for nothing", async () => {
    const { student, teacher } = room;
    const lessons = { lessonAmount: 1, subject: "Polski", subjectLevel: "szkolaP" };
    const gift = { studentId: student.id, moneyAmount: 0, ...lessons };
    expect(await call("POST", "/admin/input_payment", gift)).toMatchObject({ status: 200, body: gift });
    const nothing = { status: 400, body: { error: fieldTexts.money } };
    expect(await call("POST", "/admin/input_payment", { ...gift, lessonAmount: 0 })).toEqual(nothing);
    const payout = { teacherId: teacher.id, moneyAmount: 0 };
    expect(await call("POST", "/admin/output_payment", payout)).toEqual(nothing);
  });

  test("the whole user object is taken, and only what the screen edits has an effect", async () => {
    const { teacher } = room;
    const listed = await rest("GET", `/admin/teachers?search=${teacher.email}`, { token: admin });
    const [whole] = listed.body as Record<string, unknown>[];
    const sent = {
      ...whole,
      name: "Nadia",
      userType: "Admin",
      subjects: [],
      students: [],
      telegramChatId: "7",
    };
    const answer = await call("POST", "/admin/update_teacher", sent);
    expect(answer).toEqual({ status: 200, body: { ...whole, name: "Nadia" } });
    expect((await call("POST", "/admin/update_student", sent)).status).toBe(404);
  });

  test("a visitor asks for a trial lesson, with the texts of the form", async () => {
    const form = {
      email: "gosc@example.pl",
      description: "",
      subject: "Fizyka",
      subjectLevel: "liceumP",
      studentPhone: "",
      parentPhone: "+48600100200",
    };
    const ask = (change: object) =>
      rest("POST", "/other/add_form_trial_lesson", { body: { ...form, ...change } });
    expect(await ask({})).toMatchObject({ status: 200, body: {} });
    for (const [change, error] of [
      [{ subject: "" }, "Zaznacz przedmiot"],
      [{ subjectLevel: null }, "Zaznacz poziom edukacji"],
      [{ email: "gosc@" }, "Podaj adres e-mail"],
      [{ parentPhone: "+4860010020" }, "Podaj numer telefonu"],
      [{ parentPhone: undefined, studentPhone: undefined }, "Podaj numer telefonu"],
    ] as const) {
      expect(await ask(change)).toMatchObject({ status: 400, body: { error } });
    }
    expect((await rest("GET", "/admin/get_trial_lessons", { token: admin })).body).toMatchObject([
      { teacherId: null, dateDay: null, blockIndex: null, status: "Nowa", parentPhone: "+48600100200" },
    ]);
    for (let sent = 1; sent < 5; sent += 1) await ask({});
    const limited = await ask({});
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(3_000);
  });
});

test("over tRPC the version refuses the later of two administrators", async () => {
  const client = trpc(admin);
  const person = await client.adminPeople.get.query({ id: room.student.id });
  const edit = { id: person.id, version: person.version };
  await client.adminPeople.update.mutate({ ...edit, name: "Zofia" });
  await expect(client.adminPeople.update.mutate({ ...edit, name: "Maria" })).rejects.toMatchObject({
    data: { code: "CONFLICT", httpStatus: 409 },
  });
});

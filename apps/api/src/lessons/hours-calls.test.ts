import { newId } from "@korki/db";
import { addDays, lastSeriesDate, WEEKDAYS, weekdayOf } from "@korki/domain";
import { inDays, makeClassroom } from "@korki/services/testing/classroom";
import { makePerson, type Person, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, rest } = await openTestApi();
const room = await makeClassroom(services);
const tokenOf = async (person: Person) => (await signIn(services, person)).accessToken;
const [teacher, student, admin] = await Promise.all([
  tokenOf(room.teacher),
  tokenOf(room.student),
  tokenOf(await makePerson(services, "Admin")),
]);
const DATE = inDays(services, 5);
const day = weekdayOf(DATE);

test("the hours of one date, with the specification's names and texts", async () => {
  const save = (body: unknown, date = DATE, query = "", token = teacher) =>
    rest("PUT", `/teacher/days/${date}${query}`, { token, body });
  const list = (token = teacher, query = "") =>
    rest("GET", `/teacher/days/${room.teacher.id}${query}`, { token });
  const sections = [{ day, startBlockIndex: 2, endBlockIndex: 3 }];
  const saved = { date: DATE, replaces: true, sections };
  expect(await save({ replaces: true, sections })).toEqual(
    expect.objectContaining({ status: 200, body: saved }),
  );
  const short = [{ startBlockIndex: 2, endBlockIndex: 3 }];
  expect(await save({ replaces: true, sections: short })).toMatchObject({ status: 200, body: saved });
  for (const token of [teacher, student, admin]) expect((await list(token)).body).toEqual([saved]);
  expect((await list(student, `?from=${addDays(DATE, 1)}&to=${addDays(DATE, 9)}`)).body).toEqual([]);

  const overlap = "Godziny z tego samego dnia nie mogą się pokrywać. np. (7-9 i 9-12) LUB (7-10 i 9-12)";
  const otherDay = weekdayOf(addDays(DATE, 1));
  for (const [body, error] of [
    [
      { replaces: true, sections: [{ ...sections[0], startBlockIndex: 4 }] },
      "Godzina rozpoczęcia nie może być późniejsza niż godzina końca",
    ],
    [{ replaces: true, sections: [...sections, ...short] }, overlap],
    [
      { replaces: true, sections: [{ ...sections[0], day: otherDay }] },
      "Dzień tygodnia nie zgadza się z datą",
    ],
    [{ replaces: true, sections: [{ ...sections[0], day: "piatek" }] }, "Niepoprawny dzień tygodnia"],
    [{ replaces: true, sections: [{ ...sections[0], endBlockIndex: 14 }] }, "Niepoprawny blok godzinowy"],
    [{ replaces: false, sections: [] }, "Podaj dodatkowe godziny albo zastąp nimi godziny z tygodnia"],
    [{ replaces: "nie", sections: [] }, "Nieprawidłowe dane"],
    [{ sections: [] }, "Nieprawidłowe dane"],
  ] as const) {
    expect([body, await save(body)]).toMatchObject([body, { status: 400, body: { error } }]);
  }
  const today = inDays(services, 0);
  for (const date of ["2026-02-30", "jutro", addDays(today, -1), addDays(lastSeriesDate(today), 1)])
    expect((await save({ replaces: true, sections: [] }, date)).status).toBe(400);
  const free = { replaces: true, sections: [] };
  expect((await save(free, DATE, "", admin)).status).toBe(400);
  expect((await save(free, DATE, `?teacherId=${newId()}`, admin)).status).toBe(404);
  expect((await save(free, DATE, `?teacherId=${newId()}`)).status).toBe(404);
  expect((await save(free, DATE, "", student)).status).toBe(403);
  expect((await list()).body).toEqual([saved]);

  expect(await save(free, DATE, `?teacherId=${room.teacher.id}`, admin)).toMatchObject({ status: 200 });
  const remove = () => rest("DELETE", `/teacher/days/${DATE}`, { token: teacher });
  expect(await remove()).toMatchObject({ status: 200, body: {} });
  expect((await remove()).status).toBe(404);
});

test("waiting for a slot, with the specification's names", async () => {
  const wanted = {
    teacherId: room.teacher.id,
    subject: "Fizyka",
    subjectLevel: "liceumP",
    weekdays: [...WEEKDAYS],
    fromBlock: 8,
    toBlock: 10,
    until: DATE,
  };
  const put = (more: object = {}, token = student) =>
    rest("PUT", "/student/watches", { token, body: { ...wanted, ...more } });
  const made = await put();
  expect(made).toMatchObject({
    status: 200,
    body: { ...wanted, _id: expect.any(String), studentId: room.student.id, place: 1, held: null },
  });
  const { _id } = made.body as { _id: string };
  expect((await rest("GET", "/student/watches", { token: student })).body).toEqual([made.body]);
  const today = inDays(services, 0);
  for (const [more, status] of [
    [{ until: addDays(today, 61) }, 400],
    [{ until: addDays(today, -1) }, 400],
    [{ weekdays: [] }, 400],
    [{ weekdays: ["pon", "pon"] }, 400],
    [{ fromBlock: 11 }, 400],
    [{ toBlock: 14 }, 400],
    [{ teacherId: newId() }, 404],
    [{ studentId: newId() }, 404],
    [{ until: addDays(today, 60) }, 200],
    [{}, 200],
    [{}, 409],
  ] as const) {
    expect([more, (await put(more)).status]).toEqual([more, status]);
  }
  expect((await put({}, teacher)).status).toBe(403);
  const remove = (token: string) => rest("DELETE", `/student/watches/${_id}`, { token });
  expect((await remove(await tokenOf(await makePerson(services, "Student")))).status).toBe(404);
  expect(await remove(student)).toMatchObject({ status: 200, body: {} });
  expect((await remove(student)).status).toBe(404);
});

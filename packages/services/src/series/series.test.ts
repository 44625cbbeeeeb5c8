import type { SeriesBody } from "@korki/contracts/series";
import {
  addDays,
  type CivilDate,
  firstOn,
  type GuardianRight,
  today,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { acceptReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { planReminders } from "../notifications/plan-reminders";
import {
  bookingOf,
  type Classroom,
  makeClassroom,
  makeStudentOf,
  notificationsFor,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { confirmSeries } from "./confirm-series";
import { createSeries, previewSeries } from "./create-series";
import { endSeries } from "./end-series";
import { extendSeries, previewExtension } from "./extend-series";
import { fillDate } from "./fill-date";
import { getSeries, listSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();
const { prisma } = services.db;
const NOW = new Date("2026-11-20T09:00:00Z");

let room: Classroom;
let asAdmin: ActorCtx;

beforeEach(async () => {
  services.clock.time = NOW;
  await prisma.lesson.updateMany({ data: { deletedAt: services.clock.time } });
  room = await makeClassroom(services);
  asAdmin = personCtx(services, await makePerson(services, "Admin"));
});
afterEach(async () => {
  await prisma.closure.deleteMany();
});

const PAGE = { page: 1, pageSize: 100 };

/** Tuesdays at 16:45, five of them, unless said otherwise. */
function body(change: Partial<SeriesBody> = {}): SeriesBody {
  return {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    weekday: "wt",
    block: 9,
    subject: "Matematyka",
    level: "liceumP",
    from: "2026-11-24",
    to: "2026-12-22",
    everyWeeks: 1,
    description: "Matura",
    ...change,
  };
}

async function book(ctx: ActorCtx, change: Partial<SeriesBody> = {}) {
  const { token } = await previewSeries(ctx, body(change));
  return createSeries(ctx, { ...body(change), token });
}

async function outcomes(ctx: ActorCtx, change: Partial<SeriesBody> = {}) {
  const { dates } = await previewSeries(ctx, body(change));
  return Object.fromEntries(dates.map(({ date, outcome }) => [date, outcome]));
}

function otherStudent() {
  return makeStudentOf(services, room.teacher).then((person) => personCtx(services, person));
}

const closeCentre = (date: CivilDate, label = "Boże Ciało") =>
  addClosure(asAdmin, { scope: "centre", from: date, to: date, label, decisions: [] });

describe("a preview", () => {
  test("names every date with the first reason that applies", async () => {
    await closeCentre("2026-12-01");
    await addClosure(room.asTeacher, {
      ...{
        scope: "teacher",
        from: "2026-12-08",
        to: "2026-12-08",
        fromBlock: 9,
        toBlock: 9,
        label: "Lekarz",
      },
      decisions: [],
    });
    await bookLesson(await otherStudent(), bookingOf(room.teacher, "2026-12-15", 9));
    expect(await outcomes(room.asStudent)).toEqual({
      "2026-11-24": "free",
      "2026-12-01": "closed",
      "2026-12-08": "teacher-absent",
      "2026-12-15": "teacher-busy",
      "2026-12-22": "free",
    });
  });

  test("tells a busy student, a block outside the week, and a block of today that has begun", async () => {
    const second = await makeClassroom(services);
    await prisma.teachingRelation.create({
      data: { studentId: room.student.id, teacherId: second.teacher.id },
    });
    await bookLesson(room.asStudent, bookingOf(second.teacher, "2026-11-24", 9));
    expect(await outcomes(room.asStudent)).toMatchObject({
      "2026-11-24": "student-busy",
      "2026-12-01": "free",
    });
    await prisma.availabilitySection.deleteMany({ where: { teacherId: room.teacher.id } });
    expect(Object.values(await outcomes(room.asStudent))).toContain("outside-availability");
    expect(Object.values(await outcomes(asAdmin))).not.toContain("outside-availability");
    const friday = { weekday: "pt" as const, block: 0, from: "2026-11-20", to: "2026-11-27" };
    expect(await outcomes(room.asStudent, friday)).toMatchObject({ "2026-11-20": "past" });
    expect(await outcomes(asAdmin, friday)).toMatchObject({ "2026-11-20": "free" });
  });

  test("goes to the end of the school year by itself, and every second week on request", async () => {
    const { dates } = await previewSeries(room.asStudent, { ...body(), to: undefined });
    expect(dates.at(-1)?.date).toBe("2027-06-29");
    expect(Object.keys(await outcomes(room.asStudent, { everyWeeks: 2 }))).toEqual([
      "2026-11-24",
      "2026-12-08",
      "2026-12-22",
    ]);
  });

  test.each([
    ["in the past", { from: "2026-11-19" }],
    ["backwards", { to: "2026-11-23" }],
    ["of more than a year", { to: "2027-11-25" }],
    ["without a date", { from: "2026-11-25", to: "2026-11-30" }],
  ])("is refused for a period %s", async (_, change) => {
    await expect(previewSeries(room.asStudent, body(change))).rejects.toMatchObject({ code: "input" });
  });

  test("is refused for others, strangers and subjects that are not taught", async () => {
    const stranger = await makePerson(services, "Student");
    const code = (ctx: ActorCtx, change: Partial<SeriesBody> = {}) =>
      previewSeries(ctx, body(change)).then(
        () => "fine",
        (error: { code: string }) => error.code,
      );
    expect(await code(room.asStudent, { studentId: stranger.id })).toBe("forbidden");
    expect(await code(personCtx(services, stranger), { studentId: stranger.id })).toBe("not_found");
    expect(await code(room.asTeacher, { studentId: stranger.id })).toBe("not_found");
    expect(await code(asAdmin, { studentId: stranger.id })).toBe("fine");
    await prisma.teacherSubject.deleteMany({ where: { teacherId: room.teacher.id } });
    expect(await code(room.asStudent)).toBe("conflict");
    expect(await code(asAdmin)).toBe("fine");
  });
});

describe("creating", () => {
  test("books exactly the free dates, each as a lesson of the series, and tells the other side once", async () => {
    await closeCentre("2026-12-01");
    const series = await book(room.asStudent);
    expect(series).toMatchObject({ status: "Nie potwierdzona", planned: 4, delivered: 0, cancelled: 0 });
    expect(series.skipped).toEqual([{ date: "2026-12-01", outcome: "closed" }]);
    expect(series.lessons.map(({ date }) => date)).toEqual([
      "2026-11-24",
      "2026-12-08",
      "2026-12-15",
      "2026-12-22",
    ]);
    expect(await notificationsFor(services, room.teacher)).toEqual(["series-changed"]);
    expect(await notificationsFor(services, room.student)).toEqual([]);
    const history = await prisma.historyEntry.findMany({ where: { entity: "series", entityId: series.id } });
    expect(history).toHaveLength(1);
  });

  test("a teacher's lessons are confirmed at once; an administrator chooses", async () => {
    expect(await book(room.asTeacher)).toMatchObject({ status: "Potwierdzona" });
    const { token } = await previewSeries(asAdmin, body({ block: 3 }));
    const status = "Potwierdzona" as const;
    expect(await createSeries(asAdmin, { ...body({ block: 3 }), token, status })).toMatchObject({ status });
    const other = await previewSeries(room.asStudent, body({ block: 4 }));
    await expect(
      createSeries(room.asStudent, { ...body({ block: 4 }), token: other.token, status }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a date that is lost meanwhile: nothing is booked, and a fresh preview comes back", async () => {
    const { token } = await previewSeries(room.asStudent, body());
    await bookLesson(await otherStudent(), bookingOf(room.teacher, "2026-12-15", 9));
    const refusal = await createSeries(room.asStudent, { ...body(), token }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "conflict", details: { preview: { free: 4, skipped: 1 } } });
    expect(await prisma.lesson.count({ where: { studentId: room.student.id } })).toBe(0);
    const { preview } = (refusal as { details: { preview: { token: string } } }).details;
    expect(await createSeries(room.asStudent, { ...body(), token: preview.token })).toMatchObject({
      planned: 4,
    });
  });

  test("a date that becomes free meanwhile stays skipped", async () => {
    const taken = await bookLesson(await otherStudent(), bookingOf(room.teacher, "2026-12-15", 9));
    const { token } = await previewSeries(room.asStudent, body());
    await cancelLesson(room.asTeacher, { lessonId: taken.id });
    const series = await createSeries(room.asStudent, { ...body(), token });
    expect(series.skipped).toEqual([{ date: "2026-12-15", outcome: "teacher-busy" }]);
  });

  test("a token works once, for its caller and its body, for fifteen minutes", async () => {
    const { token } = await previewSeries(room.asStudent, body());
    const stale = { code: "conflict" };
    await expect(createSeries(room.asTeacher, { ...body(), token })).rejects.toMatchObject(stale);
    await expect(createSeries(room.asStudent, { ...body({ block: 10 }), token })).rejects.toMatchObject(
      stale,
    );
    await expect(createSeries(room.asStudent, { ...body(), token: `${token}x` })).rejects.toMatchObject(
      stale,
    );
    services.clock.time = new Date(NOW.getTime() + 15 * 60_000);
    await expect(createSeries(room.asStudent, { ...body(), token })).rejects.toMatchObject(stale);
    services.clock.time = new Date(NOW.getTime() + 14 * 60_000);
    const series = await createSeries(room.asStudent, { ...body(), token });
    await endSeries(room.asStudent, { seriesId: series.id, from: "2026-11-24" });
    await expect(createSeries(room.asStudent, { ...body(), token })).rejects.toMatchObject(stale);
  });

  test("with nothing free is refused with the preview", async () => {
    await closeCentre("2026-11-24");
    const change = { to: "2026-11-24" };
    const { token, free } = await previewSeries(room.asStudent, body(change));
    expect(free).toBe(0);
    await expect(createSeries(room.asStudent, { ...body(change), token })).rejects.toMatchObject({
      code: "conflict",
      details: { preview: { free: 0, skipped: 1 } },
    });
  });

  test("takes as many statements for two dates as for thirty", async () => {
    const count = async (change: Partial<SeriesBody>) => {
      const { token } = await previewSeries(room.asStudent, body(change));
      ran = 0;
      await createSeries(room.asStudent, { ...body(change), token });
      return ran;
    };
    const two = await count({ to: "2026-12-01" });
    expect(await count({ block: 10, to: "2027-06-29" })).toBe(two);
  });

  test("needs as many prepaid lessons as it books, if the centre asks for them", async () => {
    const settings = { ...services.settings, bookingRequiresPrepaid: true };
    await expect(book({ ...room.asStudent, settings })).rejects.toMatchObject({ code: "conflict" });
    await expect(book({ ...room.asTeacher, settings })).resolves.toMatchObject({ planned: 5 });
  });
});

describe("the whole of a series", () => {
  test("is confirmed by its teacher with one click, again without effect", async () => {
    const { id: seriesId } = await book(room.asStudent);
    expect(await confirmSeries(room.asTeacher, { seriesId })).toMatchObject({
      status: "Potwierdzona",
      planned: 5,
    });
    expect(await confirmSeries(room.asTeacher, { seriesId })).toMatchObject({ status: "Potwierdzona" });
    expect(await notificationsFor(services, room.student)).toEqual(["series-changed"]);
  });

  test("ends from a day on: unconfirmed lessons are deleted, confirmed ones cancelled, past ones stay", async () => {
    const { id: seriesId } = await book(room.asTeacher);
    services.clock.time = new Date("2026-12-02T09:00:00Z");
    expect(await endSeries(room.asStudent, { seriesId, from: "2026-11-01" })).toEqual({
      cancelled: 3,
      deleted: 0,
    });
    const series = await getSeries(room.asStudent, { seriesId });
    expect(series).toMatchObject({ planned: 2, cancelled: 3, status: "Potwierdzona", to: "2026-12-01" });
    expect(series.lessons.at(-1)?.status).toBe("Odwolana przez ucznia");
    expect(await notificationsFor(services, room.teacher)).toEqual(["series-changed"]);
    const unconfirmed = await book(room.asStudent, { block: 3, from: "2026-12-08" });
    expect(await endSeries(asAdmin, { seriesId: unconfirmed.id, from: "2026-12-15" })).toEqual({
      ...{ cancelled: 0, deleted: 2 },
    });
  });

  test("is nobody else's", async () => {
    const { id: seriesId } = await book(room.asStudent);
    const stranger = personCtx(services, (await makeClassroom(services)).teacher);
    for (const call of [
      () => getSeries(stranger, { seriesId }),
      () => confirmSeries(stranger, { seriesId }),
      () => endSeries(stranger, { seriesId, from: "2026-11-24" }),
      () => previewMove(stranger, { seriesId, from: "2026-11-24", weekday: "sr", block: 9 }),
      () => previewExtension(stranger, { seriesId, to: "2027-01-05" }),
      () => fillDate(stranger, { seriesId, skippedDate: "2026-12-01", date: "2026-12-02", block: 9 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "not_found" });
    expect((await listSeries(stranger, PAGE)).items).toEqual([]);
    expect((await listSeries(asAdmin, { ...PAGE, studentId: room.student.id })).items).toHaveLength(1);
  });
});

describe("moving", () => {
  const move = async (
    ctx: ActorCtx,
    seriesId: string,
    weekday: Weekday,
    block: number,
    from = "2026-11-24",
  ) => {
    const input = { seriesId, from, weekday, block };
    const { token } = await previewMove(ctx, input);
    return moveSeries(ctx, { ...input, token });
  };

  test("takes every lesson to its new slot and has a student's move confirmed again", async () => {
    const { id } = await book(room.asTeacher);
    const moved = await move(room.asStudent, id, "sr", 10);
    expect(moved).toMatchObject({ weekday: "sr", block: 10, status: "Nie potwierdzona", planned: 5 });
    expect(new Set(moved.lessons.map(({ date }) => weekdayOf(date)))).toEqual(new Set(["sr", "wt"]));
    await confirmSeries(room.asTeacher, { seriesId: id });
    const again = await move(room.asTeacher, id, "czw", 10, "2026-11-24");
    expect(again.status).toBe("Potwierdzona");
  });

  test("leaves a lesson whose new slot is taken, and one that was moved individually, where they are", async () => {
    const { id, lessons } = await book(room.asTeacher, { to: "2026-12-20" });
    await bookLesson(await otherStudent(), bookingOf(room.teacher, "2026-12-03", 9));
    const single = lessons[2];
    if (!single) throw new Error("no third lesson");
    const { proposal } = await proposeReschedule(room.asStudent, {
      lessonId: single.id,
      date: "2026-12-10",
      block: 4,
    });
    await acceptReschedule(room.asTeacher, { lessonId: single.id, proposalId: proposal?.id ?? "" });
    const preview = await previewMove(room.asTeacher, {
      seriesId: id,
      from: "2026-11-24",
      weekday: "czw",
      block: 9,
    });
    expect(preview.dates).toEqual([
      { date: "2026-11-26", outcome: "free" },
      { date: "2026-12-03", outcome: "teacher-busy" },
      { date: "2026-12-17", outcome: "free" },
    ]);
    const moved = await move(room.asTeacher, id, "czw", 9);
    expect(moved.lessons.map(({ date, block, isMoved }) => [date, block, isMoved])).toEqual([
      ["2026-11-26", 9, false],
      ["2026-12-01", 9, false],
      ["2026-12-10", 4, true],
      ["2026-12-17", 9, false],
    ]);
  });

  test("books a date that was skipped where the new one is free", async () => {
    await closeCentre("2026-12-01");
    const { id } = await book(room.asTeacher, { to: "2026-12-10" });
    const moved = await move(room.asTeacher, id, "sr", 9);
    expect(moved).toMatchObject({ planned: 3, skipped: [] });
  });
});

describe("a longer series", () => {
  const extend = async (ctx: ActorCtx, seriesId: string, to: CivilDate) => {
    const { token } = await previewExtension(ctx, { seriesId, to });
    return extendSeries(ctx, { seriesId, to, token });
  };

  test("gains exactly the free dates after its end, whatever lies in the past", async () => {
    const { id } = await book(room.asTeacher, { to: "2026-12-01" });
    services.clock.time = new Date("2026-11-30T09:00:00Z");
    await closeCentre("2026-12-15");
    const extended = await extend(room.asTeacher, id, "2026-12-22");
    expect(extended).toMatchObject({ to: "2026-12-22", planned: 4 });
    expect(extended.skipped).toEqual([{ date: "2026-12-15", outcome: "closed" }]);
    await expect(previewExtension(room.asTeacher, { seriesId: id, to: "2026-12-22" })).rejects.toMatchObject({
      code: "input",
    });
  });

  test("keeps to its weeks", async () => {
    const { id } = await book(room.asTeacher, { to: "2026-12-08", everyWeeks: 2 });
    const { dates } = await previewExtension(room.asTeacher, { seriesId: id, to: "2027-01-12" });
    expect(dates.map(({ date }) => date)).toEqual(["2026-12-22", "2027-01-05"]);
  });
});

describe("a skipped date", () => {
  test("is filled once, at a slot of the person's choice", async () => {
    await closeCentre("2026-12-01");
    const { id: seriesId } = await book(room.asStudent);
    const input = { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 };
    const lesson = await fillDate(room.asTeacher, input);
    expect(lesson).toMatchObject({ seriesId, date: "2026-12-03", block: 4, status: "Potwierdzona" });
    expect((await getSeries(room.asStudent, { seriesId })).skipped).toEqual([]);
    await expect(fillDate(room.asStudent, { ...input, block: 5 })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("stays skipped where the chosen slot is not free", async () => {
    await closeCentre("2026-12-01");
    const { id: seriesId } = await book(room.asStudent);
    const taken = { seriesId, skippedDate: "2026-12-01", date: "2026-12-08", block: 9 };
    await expect(fillDate(room.asStudent, taken)).rejects.toMatchObject({ code: "conflict" });
    expect((await getSeries(room.asStudent, { seriesId })).skipped).toHaveLength(1);
  });
});

describe("a parent", () => {
  const parentOf = async (rights: readonly GuardianRight[]) => {
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student, { rights });
    return personCtx(services, parent);
  };

  test("asks for a child's weekly lesson, moves, fills, extends and ends it, with the right to book", async () => {
    await closeCentre("2026-12-01");
    const asParent = await parentOf(["book"]);
    const { id: seriesId, status, studentId } = await book(asParent);
    expect({ status, studentId }).toEqual({ status: "Nie potwierdzona", studentId: room.student.id });
    await fillDate(asParent, { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 });
    const moved = { seriesId, from: "2026-12-08", weekday: "sr" as const, block: 9 };
    const { token } = await previewMove(asParent, moved);
    expect(await moveSeries(asParent, { ...moved, token })).toMatchObject({ weekday: "sr" });
    const longer = await previewExtension(asParent, { seriesId, to: "2027-01-05" });
    await extendSeries(asParent, { seriesId, to: "2027-01-05", token: longer.token });
    expect((await endSeries(asParent, { seriesId, from: "2026-12-08" })).deleted).toBeGreaterThan(0);
    expect((await listSeries(asParent, PAGE)).items).toMatchObject([{ id: seriesId }]);
    expect((await listSeries(asParent, { ...PAGE, studentId: room.student.id })).total).toBe(1);
    const actors = await prisma.historyEntry.findMany({
      where: { entityId: seriesId },
      select: { actorId: true },
    });
    expect(new Set(actors.map(({ actorId }) => actorId))).toEqual(new Set([asParent.actor.id]));
  });

  test("sees it without that right, and nothing of somebody else's child", async () => {
    const { id: seriesId } = await book(room.asStudent);
    const seeing = await parentOf([]);
    expect(await getSeries(seeing, { seriesId })).toMatchObject({ id: seriesId });
    for (const call of [
      () => endSeries(seeing, { seriesId, from: "2026-11-24" }),
      () => book(seeing, { block: 3 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "forbidden" });
    const stranger = personCtx(services, await makePerson(services, "Parent"));
    for (const call of [
      () => getSeries(stranger, { seriesId }),
      () => endSeries(stranger, { seriesId, from: "2026-11-24" }),
      () => book(stranger, { block: 3 }),
      () => listSeries(stranger, { ...PAGE, studentId: room.student.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "not_found" });
    expect((await listSeries(stranger, PAGE)).items).toEqual([]);
  });

  test("who pays is asked with the others, thirty days before the end, whether it goes on", async () => {
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    await book(room.asTeacher, { to: "2027-01-12" });
    services.clock.time = new Date("2026-12-14T09:00:00Z");
    await prisma.notification.deleteMany();
    await planReminders(services);
    for (const person of [room.student, room.teacher, payer])
      expect(
        (await notificationsFor(services, person)).filter((kind) => kind === "series-ending"),
      ).toHaveLength(1);
  });
});

test("16:45 stays 16:45 when the clocks change", async () => {
  services.clock.time = new Date("2026-10-10T09:00:00Z");
  const change = { weekday: "niedz" as const, from: "2026-10-18", to: "2027-04-04" };
  const { id } = await book(room.asTeacher, change);
  const { lessons } = await getSeries(room.asTeacher, { seriesId: id });
  expect(lessons.map(({ date }) => date)).toEqual(expect.arrayContaining(["2026-10-25", "2027-03-28"]));
  expect(new Set(lessons.map(({ block }) => block))).toEqual(new Set([9]));
});

test("every weekday finds its first date", () => {
  for (const weekday of WEEKDAYS) {
    const date = firstOn(weekday, today(NOW));
    expect(weekdayOf(date)).toBe(weekday);
    expect(date < addDays(today(NOW), 7)).toBe(true);
  }
});

let ran = 0;
const counted = new WeakSet<object>();
services.db.pool.on("acquire", (client) => {
  if (counted.has(client)) return;
  counted.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query: (...args: unknown[]) => {
      ran += 1;
      return query(...args);
    },
  });
});

import { readFileSync } from "node:fs";
import { type CivilDate, type Weekday, weekdayOf } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import { beforeEach, describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import type { ActorCtx } from "../context";
import { acceptReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { planReminders } from "../notifications/plan-reminders";
import { revalidate } from "../notifications/revalidate";
import { bookingOf, makeClassroom, notificationsFor } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { answerMove } from "./answer-move";
import { confirmSeries } from "./confirm-series";
import { endSeries } from "./end-series";
import { extendSeries, previewExtension } from "./extend-series";
import { fillDate } from "./fill-date";
import { getSeries, listSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();

let weekly: WeeklyLessons;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
});

const PAGE = { page: 1, pageSize: 100 };
const slot = (date: CivilDate, block: number) => ({ date, block });

describe("the whole of a series", () => {
  test("is confirmed by its teacher with one click, again without effect", async () => {
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    expect(await confirmSeries(weekly.asTeacher, { seriesId })).toMatchObject({
      status: "Potwierdzona",
      planned: 5,
    });
    expect(await confirmSeries(weekly.asTeacher, { seriesId })).toMatchObject({ status: "Potwierdzona" });
    expect(await notificationsFor(services, weekly.student)).toEqual(["series-changed"]);
  });

  test("ends from a day on: unconfirmed lessons are deleted, confirmed ones cancelled, past ones stay", async () => {
    const { id: seriesId } = await weekly.book(weekly.asTeacher);
    services.clock.time = new Date("2026-12-02T09:00:00Z");
    expect(await endSeries(weekly.asStudent, { seriesId, from: "2026-11-01" })).toEqual({
      cancelled: 3,
      deleted: 0,
    });
    const series = await getSeries(weekly.asStudent, { seriesId });
    expect(series).toMatchObject({ planned: 2, cancelled: 3, status: "Potwierdzona", to: "2026-12-01" });
    expect(series.lessons.at(-1)?.status).toBe("Odwolana przez ucznia");
    expect(await notificationsFor(services, weekly.teacher)).toEqual(["series-changed"]);
    const unconfirmed = await weekly.book(weekly.asStudent, { block: 3, from: "2026-12-08" });
    expect(await endSeries(weekly.asAdmin, { seriesId: unconfirmed.id, from: "2026-12-15" })).toEqual({
      cancelled: 0,
      deleted: 2,
    });
  });

  test("that ended before the moment of an end was kept gets it from the history, a payer's no and an undo apart", async () => {
    const ended = async (block: number, ...later: string[]) => {
      const { id } = await weekly.book(weekly.asTeacher, { block });
      await endSeries(weekly.asStudent, { seriesId: id, from: "2026-12-09" });
      for (const action of later)
        await services.db.prisma.historyEntry.create({
          data: { entity: "series", entityId: id, action, changes: {} },
        });
      // The migration goes by the database's day, on which the series must not be over; it begins in December 2026.
      const ahead = new Date(Math.max(Date.now() + 7 * 86_400_000, Date.UTC(2027, 0, 1)));
      await services.db.prisma.series.update({ where: { id }, data: { endedAt: null, lastDate: ahead } });
      return id;
    };
    const [once, longer, declined, undone] = [
      await ended(3, "agree"),
      await ended(4, "extend"),
      await ended(5, "refuse"),
      await ended(6, "undo"),
    ];
    const { id: open } = await weekly.book(weekly.asTeacher, { block: 7 });
    const file = "../../../../prisma/migrations/20261127000300_series_ended_before/migration.sql";
    await services.db.pool.query(readFileSync(new URL(file, import.meta.url), "utf8"));
    const rows = await services.db.prisma.series.findMany({
      where: { id: { in: [once, longer, declined, undone, open] }, endedAt: { not: null } },
    });
    expect(rows.map(({ id }) => id)).toEqual([once]);
  });

  test("is nobody else's", async () => {
    const { id: seriesId } = await weekly.book(weekly.asStudent);
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
    expect((await listSeries(weekly.asAdmin, { ...PAGE, studentId: weekly.student.id })).items).toHaveLength(
      1,
    );
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

  test("takes every lesson to its new slot, and says where each stood", async () => {
    const { id } = await weekly.book(weekly.asTeacher);
    const input = { seriesId: id, from: "2026-11-24", weekday: "sr" as const, block: 10 };
    expect((await previewMove(weekly.asTeacher, input)).dates[0]).toEqual({
      date: "2026-11-25",
      outcome: "free",
      was: { date: "2026-11-24", block: 9 },
    });
    const moved = await move(weekly.asTeacher, id, "sr", 10);
    expect(moved).toMatchObject({ weekday: "sr", block: 10, status: "Potwierdzona", planned: 5, move: null });
    expect(new Set(moved.lessons.map(({ date }) => weekdayOf(date)))).toEqual(new Set(["sr", "wt"]));
  });

  test("leaves no week out: a lesson goes to the earlier day of its own week", async () => {
    const { id } = await weekly.book(weekly.asTeacher, { weekday: "czw", to: "2026-12-17" });
    const from = "2026-12-03";
    const input = { seriesId: id, from, weekday: "wt" as const, block: 9 };
    const { dates } = await previewMove(weekly.asTeacher, input);
    expect(dates.map(({ date, was }) => [was?.date, date])).toEqual([
      ["2026-12-03", "2026-12-01"],
      ["2026-12-10", "2026-12-08"],
      ["2026-12-17", "2026-12-15"],
    ]);
    services.clock.time = new Date("2026-12-02T09:00:00Z");
    const late = await previewMove(weekly.asAdmin, input);
    expect(late.dates.map(({ outcome }) => outcome)).toEqual(["past", "free", "free"]);
    const moved = await move(weekly.asTeacher, id, "wt", 9, from);
    expect(moved.lessons.map(({ date }) => date)).toEqual([
      "2026-11-26",
      "2026-12-03",
      "2026-12-08",
      "2026-12-15",
    ]);
  });

  test("keeps each lesson in its week, from whatever day the move is counted", async () => {
    const december = { from: "2026-12-08", to: "2026-12-31" };
    const { id } = await weekly.book(weekly.asTeacher, december);
    const input = { seriesId: id, from: "2026-11-20", weekday: "sr" as const, block: 9 };
    expect((await previewMove(weekly.asTeacher, input)).dates).toEqual(
      ["08", "15", "22", "29"].map((day) => ({
        date: `2026-12-${String(Number(day) + 1).padStart(2, "0")}`,
        outcome: "free",
        was: { date: `2026-12-${day}`, block: 9 },
      })),
    );
    const moved = await move(weekly.asTeacher, id, "sr", 9, "2026-11-20");
    expect(moved.lessons.map(({ date }) => date)).toEqual([
      "2026-12-09",
      "2026-12-16",
      "2026-12-23",
      "2026-12-30",
    ]);
    // After the last lesson there is nothing to move.
    const after = { ...input, from: "2026-12-31", weekday: "czw" as const };
    await expect(previewMove(weekly.asTeacher, after)).rejects.toMatchObject({ code: "input" });
  });

  test("keeps every second week", async () => {
    const { id } = await weekly.book(weekly.asTeacher, {
      from: "2026-12-08",
      to: "2027-01-08",
      everyWeeks: 2,
    });
    const moved = await move(weekly.asTeacher, id, "czw", 9, "2026-11-27");
    expect(moved.lessons.map(({ date }) => date)).toEqual(["2026-12-10", "2026-12-24", "2027-01-07"]);
    const { dates } = await previewExtension(weekly.asTeacher, { seriesId: id, to: "2027-01-31" });
    expect(dates.map(({ date }) => date)).toEqual(["2027-01-21"]);
  });

  test("leaves a lesson whose new slot is taken, and one that was moved individually, where they are", async () => {
    const { id, lessons } = await weekly.book(weekly.asTeacher, { to: "2026-12-20" });
    await bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-12-03", 9));
    const single = lessons[2];
    if (!single) throw new Error("no third lesson");
    const { proposal } = await proposeReschedule(weekly.asStudent, {
      lessonId: single.id,
      date: "2026-12-10",
      block: 4,
    });
    await acceptReschedule(weekly.asTeacher, { lessonId: single.id, proposalId: proposal?.id ?? "" });
    const preview = await previewMove(weekly.asTeacher, {
      seriesId: id,
      from: "2026-11-24",
      weekday: "czw",
      block: 9,
    });
    expect(preview.dates.map(({ date, outcome }) => ({ date, outcome }))).toEqual([
      { date: "2026-11-26", outcome: "free" },
      { date: "2026-12-03", outcome: "teacher-busy" },
      { date: "2026-12-17", outcome: "free" },
    ]);
    const moved = await move(weekly.asTeacher, id, "czw", 9);
    expect(moved.lessons.map(({ date, block, isMoved }) => [date, block, isMoved])).toEqual([
      ["2026-11-26", 9, false],
      ["2026-12-01", 9, false],
      ["2026-12-10", 4, true],
      ["2026-12-17", 9, false],
    ]);
  });

  test("books a date that was skipped where the new one is free", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id } = await weekly.book(weekly.asTeacher, { to: "2026-12-10" });
    const moved = await move(weekly.asTeacher, id, "sr", 9);
    expect(moved).toMatchObject({ planned: 3, skipped: [] });
  });
});

describe("a date that was left out on purpose", () => {
  test("stays left out when the series moves, under its new day, and can be filled", async () => {
    const changes = [
      { date: "2026-12-01", block: null },
      { date: "2026-12-22", block: null },
    ];
    const { id: seriesId } = await weekly.book(weekly.asTeacher, { changes });
    const input = { seriesId, from: "2026-11-24", weekday: "pon" as const, block: 9 };
    const asked = async (ctx: ActorCtx, weekday: Weekday) => {
      const { token, dates } = await previewMove(ctx, { ...input, weekday });
      expect(dates).toHaveLength(3);
      return moveSeries(ctx, { ...input, weekday, token });
    };
    const { move } = await asked(weekly.asStudent, "sr");
    const ref = { seriesId, moveId: move?.id ?? "", answer: "accept" as const };
    // After the last day of the series there is no Wednesday.
    expect(await answerMove(weekly.asTeacher, ref)).toMatchObject({
      planned: 3,
      skipped: [
        { date: "2026-12-02", outcome: "left-out" },
        { date: "2026-12-22", outcome: "left-out" },
      ],
    });
    expect(await asked(weekly.asTeacher, "pon")).toMatchObject({
      planned: 3,
      skipped: [
        { date: "2026-11-30", outcome: "left-out" },
        { date: "2026-12-21", outcome: "left-out" },
      ],
    });
    const filled = { seriesId, skippedDate: "2026-11-30", date: "2026-11-30", block: 9 };
    expect(await fillDate(weekly.asTeacher, filled)).toMatchObject({ date: "2026-11-30" });
  });
});

describe("a substitute of one of its lessons", () => {
  async function substituted(ctx: ActorCtx) {
    const { id: seriesId, lessons } = await weekly.book(ctx);
    const substitute = (await makeClassroom(services)).teacher;
    const lessonId = lessons[2]?.id ?? "";
    await substituteTeacher(weekly.asAdmin, { lessonId, teacherId: substitute.id });
    await services.db.prisma.notification.deleteMany();
    return { seriesId, told: () => outboxOf(services, substitute.id) };
  }

  const own = (event: string, date: string) => [
    {
      kind: "series-changed",
      facts: expect.objectContaining({ event, isSubstitute: true, count: 1, from: date, to: date }),
    },
  ];

  test("is told of the own lesson when the series moves, and when it ends", async () => {
    const { seriesId, told } = await substituted(weekly.asTeacher);
    const input = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
    const { token } = await previewMove(weekly.asTeacher, input);
    await moveSeries(weekly.asTeacher, { ...input, token });
    expect(await told()).toEqual(own("moved", "2026-12-09"));
    await services.db.prisma.notification.deleteMany();
    await endSeries(weekly.asStudent, { seriesId, from: "2026-12-16" });
    expect(await told()).toEqual([]);
    await endSeries(weekly.asStudent, { seriesId, from: "2026-12-01" });
    expect(await told()).toEqual(own("ended", "2026-12-09"));
    expect(await notificationsFor(services, weekly.teacher)).toEqual(["series-changed", "series-changed"]);
  });

  test("is told of the move that the teacher agreed to, not of the wish", async () => {
    const { seriesId, told } = await substituted(weekly.asTeacher);
    const input = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
    const { token } = await previewMove(weekly.asStudent, input);
    const { move } = await moveSeries(weekly.asStudent, { ...input, token });
    expect(await told()).toEqual([]);
    await answerMove(weekly.asTeacher, { seriesId, moveId: move?.id ?? "", answer: "accept" });
    expect(await told()).toEqual(own("moved", "2026-12-09"));
  });
});

describe("a longer series", () => {
  const extend = async (ctx: ActorCtx, seriesId: string, to: CivilDate) => {
    const { token } = await previewExtension(ctx, { seriesId, to });
    return extendSeries(ctx, { seriesId, to, token });
  };

  test("gains exactly the free dates after its end, whatever lies in the past", async () => {
    const { id } = await weekly.book(weekly.asTeacher, { to: "2026-12-01" });
    services.clock.time = new Date("2026-11-30T09:00:00Z");
    await weekly.closeCentre("2026-12-15");
    const extended = await extend(weekly.asTeacher, id, "2026-12-22");
    expect(extended).toMatchObject({ to: "2026-12-22", planned: 4 });
    expect(extended.skipped).toEqual([{ date: "2026-12-15", outcome: "closed" }]);
    await expect(
      previewExtension(weekly.asTeacher, { seriesId: id, to: "2026-12-22" }),
    ).rejects.toMatchObject({
      code: "input",
    });
  });

  test("keeps to its weeks", async () => {
    const { id } = await weekly.book(weekly.asTeacher, { to: "2026-12-08", everyWeeks: 2 });
    const { dates } = await previewExtension(weekly.asTeacher, { seriesId: id, to: "2027-01-12" });
    expect(dates.map(({ date }) => date)).toEqual(["2026-12-22", "2027-01-05"]);
  });
});

test("a message about it names the outer slots of its lessons, where they stood and where they go", async () => {
  const { id: seriesId } = await weekly.book(weekly.asTeacher, { to: "2026-12-15" });
  const move = { seriesId, from: "2026-11-24", weekday: "pon" as const, block: 0 };
  const { token } = await previewMove(weekly.asTeacher, move);
  await moveSeries(weekly.asTeacher, { ...move, token });
  await endSeries(weekly.asTeacher, { seriesId, from: "2026-12-01" });
  expect(
    (await outboxOf(services, weekly.student.id)).map(({ facts }) => [facts.event, facts.slots]),
  ).toEqual([
    ["booked", [slot("2026-11-24", 9), slot("2026-12-15", 9)]],
    ["moved", [slot("2026-11-23", 0), slot("2026-12-14", 0), slot("2026-11-24", 9), slot("2026-12-15", 9)]],
    ["ended", [slot("2026-12-07", 0), slot("2026-12-14", 0)]],
  ]);
});

describe("a message about it is true", () => {
  /** The events of a person's messages that would be sent now. */
  async function trueFor({ id }: { id: string }): Promise<unknown[]> {
    const told = [];
    for (const { kind, facts } of await outboxOf(services, id)) {
      const stored = readNotification(kind, facts);
      if (typeof stored === "string") throw new Error(stored);
      if (await revalidate(services, stored, id)) told.push(facts.event ?? kind);
    }
    return told;
  }

  test("while lessons that a student asks for wait for the teacher", async () => {
    const { id: seriesId } = await weekly.book(weekly.asStudent, { to: "2026-12-08" });
    expect(await trueFor(weekly.teacher)).toEqual(["requested"]);
    await confirmSeries(weekly.asTeacher, { seriesId });
    expect(await trueFor(weekly.teacher)).toEqual([]);
    expect(await trueFor(weekly.student)).toEqual(["confirmed"]);
    const longer = { seriesId, to: "2026-12-22" };
    const { token } = await previewExtension(weekly.asStudent, longer);
    await extendSeries(weekly.asStudent, { ...longer, token });
    expect(await trueFor(weekly.teacher)).toEqual(["extended"]);
    await confirmSeries(weekly.asTeacher, { seriesId });
    const { token: another } = await previewExtension(weekly.asAdmin, { seriesId, to: "2026-12-29" });
    await extendSeries(weekly.asAdmin, { seriesId, to: "2026-12-29", token: another });
    expect(await trueFor(weekly.teacher)).toEqual(["extended"]);
    await confirmSeries(weekly.asTeacher, { seriesId });
    expect(await trueFor(weekly.teacher)).toEqual([]);
    await endSeries(weekly.asStudent, { seriesId, from: "2026-12-15" });
    expect(await trueFor(weekly.teacher)).toEqual(["ended"]);
    expect(await trueFor(weekly.student)).toEqual(["confirmed"]);
    await endSeries(weekly.asTeacher, { seriesId, from: "2026-11-24" });
    expect(await trueFor(weekly.student)).toEqual(["ended"]);
  });

  test("while its lessons are to take place, and are the teacher's who is told", async () => {
    const other = (await makeClassroom(services)).teacher;
    const { id: seriesId, lessons } = await weekly.book(weekly.asTeacher, { to: "2026-12-01" });
    const [first] = lessons;
    await substituteTeacher(weekly.asAdmin, { lessonId: first?.id ?? "", teacherId: other.id });
    const move = { seriesId, from: "2026-11-24", weekday: "wt" as const, block: 10 };
    const { token } = await previewMove(weekly.asAdmin, move);
    await moveSeries(weekly.asAdmin, { ...move, token });
    expect(await trueFor(other)).toEqual(["moved"]);
    expect(await trueFor(weekly.teacher)).toEqual(["moved"]);
    await substituteTeacher(weekly.asAdmin, { lessonId: first?.id ?? "", teacherId: weekly.teacher.id });
    expect(await trueFor(other)).toEqual(["lesson-substituted"]);
  });
});

describe("the question whether it goes on", () => {
  const asked = async () => {
    await planReminders(services);
    const { prisma } = services.db;
    const rows = await prisma.notification.findMany({
      where: { kind: "series-ending", recipientId: { in: [weekly.teacher.id, weekly.student.id] } },
    });
    return rows.map(({ dueAt }) => dueAt.toISOString());
  };

  test("comes at nine in the morning, not to who has just ended it, and again once it is longer", async () => {
    const { id: seriesId } = await weekly.book(weekly.asTeacher, { to: "2027-03-30" });
    await endSeries(weekly.asStudent, { seriesId, from: "2026-12-10" });
    expect(await asked()).toEqual([]);

    const longer = { seriesId, to: "2027-02-02" };
    const { token } = await previewExtension(weekly.asTeacher, longer);
    await extendSeries(weekly.asTeacher, { ...longer, token });
    services.clock.time = new Date("2027-01-02T23:30:00Z");
    expect(await asked()).toEqual(["2027-01-03T08:00:00.000Z", "2027-01-03T08:00:00.000Z"]);
  });

  test("does not come where the history alone says that somebody has ended it", async () => {
    const { id } = await weekly.book(weekly.asTeacher, { to: "2027-03-30" });
    await endSeries(weekly.asStudent, { seriesId: id, from: "2027-01-20" });
    await services.db.prisma.series.update({ where: { id }, data: { endedAt: null } });
    services.clock.time = new Date("2027-01-02T23:30:00Z");
    expect(await asked()).toEqual([]);
  });

  test.each(["assigned no more", "disabled", "not taught any more"])(
    "does not come, and is not sent, where nobody could say yes: %s",
    async (why) => {
      const { id: seriesId } = await weekly.book(weekly.asTeacher, { to: "2027-01-12" });
      const teacherId = weekly.teacher.id;
      const { prisma } = services.db;
      const stored = readNotification("series-ending", { seriesId, to: "2027-01-12" });
      if (typeof stored === "string") throw new Error(stored);
      const isTrue = async () => (await revalidate(services, stored, weekly.student.id)) !== null;
      expect(await isTrue()).toBe(true);
      if (why === "disabled")
        await prisma.user.update({ where: { id: teacherId }, data: { isDisabled: true } });
      else if (why === "assigned no more") await prisma.teachingRelation.deleteMany({ where: { teacherId } });
      else await prisma.teacherSubject.deleteMany({ where: { teacherId, subject: "Matematyka" } });
      services.clock.time = new Date("2026-12-20T09:00:00Z");
      expect(await asked()).toEqual([]);
      expect(await isTrue()).toBe(false);
    },
  );

  test("does not come without a lesson ahead", async () => {
    const { id: seriesId } = await weekly.book(weekly.asTeacher, { to: "2027-01-12" });
    services.clock.time = new Date("2026-12-20T09:00:00Z");
    await services.db.prisma.lesson.updateMany({
      where: { seriesId, date: { gte: services.now() } },
      data: { deletedAt: services.now() },
    });
    expect(await asked()).toEqual([]);
  });
});

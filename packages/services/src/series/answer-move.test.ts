import { longSlot } from "@korki/contracts/texts/dates";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { newId } from "@korki/db";
import { beforeEach, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson, deleteLesson } from "../lessons/cancel-lesson";
import { bookingOf, makeStudentOf, notificationsFor } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, NOW, type WeeklyLessons } from "../testing/weekly-lessons";
import { answerMove, expireMoves, withdrawMove } from "./answer-move";
import { endSeries } from "./end-series";
import { getSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();
const { prisma } = services.db;
const HOUR_MS = 3_600_000;

let weekly: WeeklyLessons;
let seriesId: string;
let asOther: ActorCtx;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
  asOther = await weekly.otherStudent();
  ({ id: seriesId } = await weekly.book(weekly.asTeacher));
  await prisma.notification.deleteMany();
});

/** The student asks for Wednesdays at 17:50 instead of Tuesdays at 16:45. */
async function ask(ctx = weekly.asStudent, from = "2026-11-24") {
  const input = { seriesId, from, weekday: "sr" as const, block: 10 };
  const { token } = await previewMove(ctx, input);
  const series = await moveSeries(ctx, { ...input, token });
  return { series, ref: { seriesId, moveId: series.move?.id ?? "" } };
}

const TUESDAYS = ["2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22"];
const WEDNESDAYS = ["2026-11-25", "2026-12-02", "2026-12-09", "2026-12-16"];
const datesNow = async () => {
  const { lessons } = await getSeries(weekly.asStudent, { seriesId });
  return lessons.filter(({ status }) => status === "Potwierdzona").map(({ date }) => date);
};
const wednesday = () => bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-02", 10));
const heldSlots = () => prisma.personSlot.count({ where: { holdId: { not: null } } });

test("a student's move changes nothing, keeps the new slots, and asks the teacher", async () => {
  const { series } = await ask();
  expect(series).toMatchObject({ weekday: "wt", block: 9, status: "Potwierdzona", planned: 5 });
  expect(series.move).toMatchObject({ weekday: "sr", block: 10, expiresAt: "2026-11-23T09:00:00.000Z" });
  expect(series.move?.dates[0]).toEqual({
    date: "2026-11-25",
    outcome: "free",
    was: { date: "2026-11-24", block: 9 },
  });
  expect(await datesNow()).toEqual(TUESDAYS);
  await expect(wednesday()).rejects.toMatchObject({ code: "conflict" });
  expect(await prisma.notification.findMany({ where: { recipientId: weekly.teacher.id } })).toMatchObject([
    { kind: "series-changed", facts: { untilMs: Date.parse("2026-11-23T09:00:00.000Z") } },
  ]);
  // One wish at a time.
  await expect(ask()).rejects.toMatchObject({ code: "conflict" });
});

test("the teacher agrees: lessons go to the slots that were kept, and stay confirmed", async () => {
  const { ref } = await ask();
  const moved = await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
  expect(moved).toMatchObject({ weekday: "sr", block: 10, status: "Potwierdzona", move: null });
  expect(await datesNow()).toEqual([...WEDNESDAYS, "2026-12-22"]);
  expect(await heldSlots()).toBe(0);
  expect(await notificationsFor(services, weekly.student)).toEqual(["series-changed"]);
  // The old slots are free.
  await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-01", 9));
  await expect(answerMove(weekly.asTeacher, { ...ref, answer: "accept" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test.each([
  ["the teacher declines", "decline", "student"],
  ["the student withdraws", "withdraw", "teacher"],
] as const)("%s: everything stays, and the new slots are free", async (_, answer, told) => {
  const { ref } = await ask();
  await prisma.notification.deleteMany();
  const after =
    answer === "decline"
      ? await answerMove(weekly.asTeacher, { ...ref, answer })
      : await withdrawMove(weekly.asStudent, ref);
  expect(after).toMatchObject({ weekday: "wt", move: null });
  expect(await datesNow()).toEqual(TUESDAYS);
  await wednesday();
  const where = { recipientId: weekly[told].id, kind: "series-changed" };
  const { facts } = await prisma.notification.findFirstOrThrow({ where });
  // An answer has no end.
  expect(facts).not.toHaveProperty("untilMs");
});

test("only the other side answers, and nobody else knows of it", async () => {
  const { ref } = await ask();
  await expect(answerMove(weekly.asStudent, { ...ref, answer: "accept" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(withdrawMove(weekly.asTeacher, ref)).rejects.toMatchObject({ code: "forbidden" });
  await expect(withdrawMove(asOther, ref)).rejects.toMatchObject({ code: "not_found" });
});

test("72 hours without an answer are a no, told once", async () => {
  const { ref } = await ask();
  services.clock.time = new Date(NOW.getTime() + 72 * HOUR_MS);
  await expect(answerMove(weekly.asTeacher, { ...ref, answer: "accept" })).rejects.toMatchObject({
    code: "conflict",
  });
  await prisma.notification.deleteMany();
  const runs = await Promise.all([expireMoves(services), expireMoves(services)]);
  expect(runs.reduce((sum, { expired }) => sum + expired, 0)).toBe(1);
  expect(await notificationsFor(services, weekly.student)).toEqual(["series-changed"]);
  expect(await heldSlots()).toBe(0);
  expect(await datesNow()).toEqual(TUESDAYS);
});

test("a lesson that is cancelled meanwhile leaves the wish and frees its slot; the last one ends it", async () => {
  const { series, ref } = await ask();
  const cancel = (at: number) => {
    const id = series.lessons[at]?.id ?? "";
    return cancelLesson(weekly.asTeacher, { lessonId: id, version: 0 });
  };
  await cancel(1);
  await wednesday();
  const moved = await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
  expect(moved.lessons.filter(({ status }) => status === "Potwierdzona").map(({ date }) => date)).toEqual([
    "2026-11-25",
    "2026-12-09",
    "2026-12-16",
    "2026-12-22",
  ]);
});

test("a series that ends takes its wish along", async () => {
  const { ref } = await ask();
  await endSeries(weekly.asStudent, { seriesId, from: "2026-11-24" });
  expect((await getSeries(weekly.asStudent, { seriesId })).move).toBeNull();
  expect(await heldSlots()).toBe(0);
  await expect(answerMove(weekly.asTeacher, { ...ref, answer: "accept" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("a day that was closed meanwhile keeps its lesson where it is", async () => {
  const { ref } = await ask();
  await weekly.closeCentre("2026-12-02");
  await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
  expect(await datesNow()).toEqual(["2026-11-25", "2026-12-01", "2026-12-09", "2026-12-16", "2026-12-22"]);
});

test("the teacher is asked before lessons go where the own calendar is busy by now", async () => {
  const { ref } = await ask();
  const calendarId = newId();
  const teacherId = weekly.teacher.id;
  await prisma.outsideCalendar.create({
    data: { id: calendarId, teacherId, sealedUrl: "", host: "example.com", label: "", nextAt: NOW },
  });
  await prisma.busyBlock.create({
    data: { calendarId, teacherId, date: new Date("2026-12-02"), block: 10 },
  });
  const accept = { ...ref, answer: "accept" as const };
  await expect(answerMove(weekly.asTeacher, accept)).rejects.toMatchObject({
    code: "conflict",
    message: outsideCalendarTexts.ownBusyAt(longSlot("2026-12-02", 10)),
    details: { ask: "overrideBusy" },
  });
  expect(await datesNow()).toEqual(TUESDAYS);
  await answerMove(weekly.asTeacher, { ...accept, overrideBusy: true });
  expect(await datesNow()).toEqual([...WEDNESDAYS, "2026-12-22"]);
  const line = (await getAttention(weekly.asTeacher)).find(({ kind }) => kind === "busy-elsewhere");
  expect(line).toBeUndefined();
});

test("a teacher who moves the series answers with that", async () => {
  await ask();
  const input = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
  const { token, free } = await previewMove(weekly.asTeacher, input);
  expect(free).toBe(4);
  expect(await moveSeries(weekly.asTeacher, { ...input, token })).toMatchObject({
    weekday: "sr",
    move: null,
  });
  expect(await heldSlots()).toBe(0);
});

test("a move to where the series stands already is refused on every side, and leaves the wish open", async () => {
  const { ref } = await ask();
  await prisma.notification.deleteMany();
  const input = { seriesId, from: "2026-11-24", weekday: "wt" as const, block: 9 };
  for (const ctx of [weekly.asTeacher, weekly.asAdmin]) {
    const { token } = await previewMove(ctx, input);
    await expect(moveSeries(ctx, { ...input, token })).rejects.toMatchObject({
      code: "conflict",
      message: lessonTexts.sameSlot,
    });
  }
  expect(await prisma.notification.count()).toBe(0);
  expect((await getSeries(weekly.asStudent, { seriesId })).move?.id).toBe(ref.moveId);
});

test("a move tells and records only the lessons that change their slot", async () => {
  const taken = await wednesday();
  const input = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
  const move = async () => {
    const { token } = await previewMove(weekly.asTeacher, input);
    await prisma.notification.deleteMany();
    return moveSeries(weekly.asTeacher, { ...input, token });
  };
  await move();
  await deleteLesson(asOther, { lessonId: taken.id });
  await move();
  expect(await datesNow()).toEqual([...WEDNESDAYS, "2026-12-22"]);
  expect(await outboxOf(services, weekly.student.id)).toMatchObject([
    { facts: { event: "moved", count: 1, from: "2026-12-02", to: "2026-12-02" } },
  ]);
  const { changes } = await prisma.historyEntry.findFirstOrThrow({
    where: { entity: "series", entityId: seriesId, action: "move" },
    orderBy: { id: "desc" },
  });
  expect(changes).toMatchObject({ lessons: { to: 1 } });
});

test("of wishes, bookings and answers at once every slot has one owner", async () => {
  const students = await Promise.all(
    Array.from({ length: 6 }, () => makeStudentOf(services, weekly.teacher)),
  );
  const input = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
  const { token } = await previewMove(weekly.asStudent, input);
  const answers = await Promise.allSettled([
    moveSeries(weekly.asStudent, { ...input, token }),
    ...students.map((student, n) =>
      bookLesson(personCtx(services, student), bookingOf(weekly.teacher, WEDNESDAYS[n % 4] ?? "", 10)),
    ),
  ]);
  const [asked, ...booked] = answers.map(({ status }) => status === "fulfilled");
  const slots = await prisma.personSlot.count({ where: { personId: weekly.teacher.id, block: 10 } });
  expect(slots).toBe(booked.filter(Boolean).length + (asked ? 4 : 0));
  expect(asked && booked.some(Boolean)).toBe(false);
});

import type { CivilDate } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { findFreeDays } from "../availability/availability";
import { createCalendarAddress } from "../calendar/calendar-address";
import { CalendarReader } from "../calendar/read-calendar";
import { addClosure } from "../closures/add-closure";
import { deleteClosure } from "../closures/delete-closure";
import { previewClosure } from "../closures/preview-closure";
import type { ActorCtx } from "../context";
import { acceptReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { bookingOf, notificationsFor } from "../testing/classroom";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { createSeries, previewSeries } from "./create-series";
import { endSeries } from "./end-series";
import { extendSeries, previewExtension } from "./extend-series";
import { fillDate } from "./fill-date";
import { getSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();
const { prisma } = services.db;
const FIRST = "2026-11-24";

let weekly: WeeklyLessons;
let asOther: ActorCtx;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
  asOther = await weekly.otherStudent();
});

const datesOf = (lessons: readonly { date: CivilDate }[]) => lessons.map(({ date }) => date);

test("the last of forty dates is checked like the first", async () => {
  const to = "2027-08-24";
  await addClosure(weekly.asAdmin, { scope: "centre", from: to, to, label: "Remanent", decisions: [] });
  const { dates, free } = await previewSeries(weekly.asStudent, weekly.body({ to }));
  expect({ count: dates.length, free, last: dates.at(-1) }).toEqual({
    count: 40,
    free: 39,
    last: { date: to, outcome: "closed" },
  });
});

test("an error means that nothing was booked", async () => {
  const { token } = await previewSeries(weekly.asStudent, weekly.body());
  await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-15", 9));
  await prisma.notification.deleteMany();
  const counts = () =>
    Promise.all([prisma.series.count(), prisma.seriesSkip.count(), prisma.historyEntry.count()]);
  const before = await counts();
  await expect(createSeries(weekly.asStudent, { ...weekly.body(), token })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await prisma.lesson.count({ where: { studentId: weekly.student.id } })).toBe(0);
  expect(await counts()).toEqual(before);
  expect(await prisma.notification.count()).toBe(0);
});

test("ending a series cancels every later lesson, not the next one alone", async () => {
  const { id: seriesId } = await weekly.book(weekly.asTeacher);
  await endSeries(weekly.asTeacher, { seriesId, from: "2026-12-01" });
  const { lessons } = await getSeries(weekly.asTeacher, { seriesId });
  const planned = lessons.filter(({ status }) => status === "Potwierdzona");
  expect(datesOf(planned)).toEqual([FIRST]);
});

test("later dates of a series are offered to nobody else", async () => {
  await weekly.book(weekly.asStudent);
  const days = await findFreeDays(asOther, { teacherId: weekly.teacher.id });
  const offered = days.filter(({ blocks }) => blocks.includes(9)).map(({ date }) => date);
  for (const date of [FIRST, "2026-12-01", "2026-12-08", "2026-12-15"]) expect(offered).not.toContain(date);
  const { dates } = await previewSeries(asOther, weekly.body({ studentId: undefined }));
  expect(new Set(dates.map(({ outcome }) => outcome))).toEqual(new Set(["teacher-busy"]));
});

test("a skipped date can be filled later", async () => {
  await weekly.closeCentre("2026-12-01");
  const { id: seriesId } = await weekly.book(weekly.asStudent);
  await fillDate(weekly.asStudent, { seriesId, skippedDate: "2026-12-01", date: "2026-12-02", block: 4 });
  const { lessons, skipped } = await getSeries(weekly.asStudent, { seriesId });
  expect({ dates: datesOf(lessons), skipped }).toEqual({
    dates: [FIRST, "2026-12-02", "2026-12-08", "2026-12-15", "2026-12-22"],
    skipped: [],
  });
});

test("skipping includes closed days, in moves and extensions too", async () => {
  for (const date of ["2026-12-01", "2026-12-09", "2026-12-30"]) await weekly.closeCentre(date);
  const { id: seriesId, skipped } = await weekly.book(weekly.asStudent);
  expect(skipped).toEqual([{ date: "2026-12-01", outcome: "closed" }]);
  await expect(
    fillDate(weekly.asStudent, { seriesId, skippedDate: "2026-12-01", date: "2026-12-01", block: 4 }),
  ).rejects.toMatchObject({ code: "conflict" });
  const input = { seriesId, from: "2026-12-02", weekday: "sr" as const, block: 9 };
  const preview = await previewMove(weekly.asTeacher, input);
  expect(preview.dates).toContainEqual(expect.objectContaining({ date: "2026-12-09", outcome: "closed" }));
  await moveSeries(weekly.asTeacher, { ...input, token: preview.token });
  const longer = await previewExtension(weekly.asTeacher, { seriesId, to: "2027-01-06" });
  expect(longer.dates).toContainEqual({ date: "2026-12-30", outcome: "closed" });
});

test("an extension is not refused because of conflicts in the past", async () => {
  const { id: seriesId } = await weekly.book(weekly.asTeacher);
  services.clock.time = new Date("2026-12-16T09:00:00Z");
  // All past dates are closed and taken by now; the new ones are free.
  await weekly.closeCentre("2026-12-08");
  const input = { seriesId, to: "2027-01-12" };
  const { token, dates } = await previewExtension(weekly.asTeacher, input);
  expect(dates.map(({ outcome }) => outcome)).toEqual(["free", "free", "free"]);
  expect(await extendSeries(weekly.asTeacher, { ...input, token })).toMatchObject({
    to: "2027-01-12",
    skipped: [],
  });
});

test("a lesson that was moved on its own is neither lost nor doubled when the series moves", async () => {
  const { id: seriesId, lessons } = await weekly.book(weekly.asTeacher);
  const lessonId = lessons[2]?.id ?? "";
  const { proposal } = await proposeReschedule(weekly.asStudent, { lessonId, date: "2026-12-10", block: 4 });
  await acceptReschedule(weekly.asTeacher, { lessonId, proposalId: proposal?.id ?? "" });
  const input = { seriesId, from: FIRST, weekday: "pt" as const, block: 9 };
  const { token } = await previewMove(weekly.asTeacher, input);
  const moved = await moveSeries(weekly.asTeacher, { ...input, token });
  expect(datesOf(moved.lessons)).toEqual([
    "2026-11-27",
    "2026-12-04",
    "2026-12-10",
    "2026-12-18",
    "2026-12-22",
  ]);
  expect(moved.lessons.find(({ id }) => id === lessonId)).toMatchObject({ block: 4, isMoved: true });
});

test("a new closure notifies everybody concerned, and is checked each time it is added", async () => {
  const { lessons } = await weekly.book(weekly.asTeacher);
  await prisma.notification.deleteMany();
  const closure = { scope: "centre" as const, from: FIRST, to: FIRST, label: "Awaria" };
  await expect(addClosure(weekly.asAdmin, { ...closure, decisions: [] })).rejects.toMatchObject({
    code: "conflict",
  });
  const decide = (lessonId = "") => [{ lessonId, action: "cancel" as const }];
  const { id } = await addClosure(weekly.asAdmin, { ...closure, decisions: decide(lessons[0]?.id) });
  for (const person of [weekly.student, weekly.teacher])
    expect(await notificationsFor(services, person)).toEqual(["closure-decided"]);
  // There is no editing: a longer closure is a new one, and asks about the lesson that it reaches now.
  await deleteClosure(weekly.asAdmin, { id });
  const longer = { ...closure, to: "2026-12-01" };
  await expect(addClosure(weekly.asAdmin, { ...longer, decisions: [] })).rejects.toMatchObject({
    details: { preview: { affected: [{ id: lessons[1]?.id }] } },
  });
});

test("a cancelled lesson does not block a closed day", async () => {
  const lesson = await bookLesson(weekly.asStudent, bookingOf(weekly.teacher, FIRST, 9));
  await cancelLesson(weekly.asTeacher, { lessonId: lesson.id });
  const closure = { scope: "centre" as const, from: FIRST, to: FIRST, label: "" };
  expect((await previewClosure(weekly.asAdmin, closure)).affected).toEqual([]);
  await expect(addClosure(weekly.asAdmin, { ...closure, decisions: [] })).resolves.toMatchObject({
    from: FIRST,
  });
});

test("16:45 does not slide by an hour when the clocks change, and each event keeps its name in the feed", async () => {
  services.clock.time = new Date("2026-10-10T09:00:00Z");
  const change = { weekday: "niedz" as const, from: "2026-10-18", to: "2026-11-01" };
  const { id: seriesId, lessons } = await weekly.book(weekly.asTeacher, change);
  await weekly.book(weekly.asTeacher, { ...change, from: "2027-03-21", to: "2027-04-04" });
  const { address } = await createCalendarAddress(weekly.asStudent);
  const key = /([\w-]{43})\.ics$/.exec(address ?? "")?.[1] ?? "";
  const read = async () => (await new CalendarReader(services).read(key, "127.0.0.1")).text.toString();
  const feed = await read();
  for (const day of ["20261018", "20261025", "20261101", "20270321", "20270328", "20270404"])
    expect(feed).toContain(`DTSTART;TZID=Europe/Warsaw:${day}T164500`);

  const uids = (text: string) => [...text.matchAll(/UID:(\S+)/g)].map(([, uid]) => uid).sort();
  expect(new Set(uids(feed)).size).toBe(6);
  const input = { seriesId, from: "2026-10-18", weekday: "sob" as const, block: 9 };
  const { token } = await previewMove(weekly.asTeacher, input);
  await moveSeries(weekly.asTeacher, { ...input, token });
  const after = await read();
  expect(uids(after)).toEqual(uids(feed));
  expect(after).toContain("DTSTART;TZID=Europe/Warsaw:20261024T164500");
  expect(lessons).toHaveLength(3);
});

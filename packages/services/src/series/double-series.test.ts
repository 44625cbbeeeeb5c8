import { beforeEach, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { getAttention } from "../attention/get-attention";
import { bookLesson } from "../lessons/book-lesson";
import { bookingOf, makeClassroom } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { answerMove } from "./answer-move";
import { confirmSeries } from "./confirm-series";
import { previewSeries } from "./create-series";
import { endSeries } from "./end-series";
import { extendSeries, previewExtension } from "./extend-series";
import { fillDate } from "./fill-date";
import { getSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();
let weekly: WeeklyLessons;
beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
});

/** What a person's messages about it say: the event, the lessons counted, and how many a date has. */
const told = async ({ id }: { id: string }) =>
  (await outboxOf(services, id)).map(({ facts }) => [facts.event, facts.count, facts.blocks]);

const places = ({ lessons }: Awaited<ReturnType<typeof getSeries>>) =>
  lessons.map(({ date, block }) => `${date.slice(5)} ${block}`);

test("each date has two lessons of one pair; a date with one block taken is skipped", async () => {
  await bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-12-01", 10));
  const preview = await previewSeries(weekly.asStudent, weekly.body({ blocks: 2 }));
  expect(preview).toMatchObject({ free: 4, skipped: 1, consequence: { lessons: 8 } });
  const series = await weekly.book(weekly.asStudent, { blocks: 2 });
  expect(series).toMatchObject({ blocks: 2, planned: 8, skipped: [{ date: "2026-12-01" }] });
  expect(places(series).slice(0, 4)).toEqual(["11-24 9", "11-24 10", "12-08 9", "12-08 10"]);
  expect(new Set(series.lessons.map(({ pairId }) => pairId)).size).toBe(4);
  await expect(previewSeries(weekly.asStudent, weekly.body({ blocks: 2, block: 13 }))).rejects.toMatchObject({
    code: "input",
  });

  const filled = await fillDate(weekly.asTeacher, {
    seriesId: series.id,
    skippedDate: "2026-12-01",
    date: "2026-12-02",
    block: 3,
  });
  expect(filled).toMatchObject({ date: "2026-12-02", block: 3, pairId: expect.any(String) });
  expect((await getSeries(weekly.asStudent, { seriesId: series.id })).planned).toBe(10);
});

test("it is made longer, moved by one block and back, and ended as one", async () => {
  const { id: seriesId } = await weekly.book(weekly.asTeacher, { blocks: 2, to: "2026-12-08" });
  const longer = { seriesId, to: "2026-12-15" };
  const extension = await previewExtension(weekly.asTeacher, longer);
  await extendSeries(weekly.asTeacher, { ...longer, token: extension.token });
  for (const block of [10, 9]) {
    const move = { seriesId, from: "2026-11-24", weekday: "wt" as const, block };
    const preview = await previewMove(weekly.asTeacher, move);
    expect(preview.free).toBe(4);
    const moved = await moveSeries(weekly.asTeacher, { ...move, token: preview.token });
    expect(places(moved).slice(0, 2)).toEqual([`11-24 ${block}`, `11-24 ${block + 1}`]);
    expect(moved.lessons).toHaveLength(8);
  }
  expect(await endSeries(weekly.asTeacher, { seriesId, from: "2026-12-08" })).toEqual({
    cancelled: 4,
    deleted: 0,
  });
  expect(await told(weekly.student)).toEqual([
    ["booked", 6, 2],
    ["extended", 2, 2],
    ["moved", 8, 2],
    ["moved", 8, 2],
    ["ended", 4, 2],
  ]);
});

test("a student's wish to move it keeps both blocks of each date until the teacher agrees", async () => {
  const { id: seriesId } = await weekly.book(weekly.asStudent, { blocks: 2 });
  const move = { seriesId, from: "2026-11-24", weekday: "wt" as const, block: 10 };
  const { token, consequence } = await previewMove(weekly.asStudent, move);
  const asked = await moveSeries(weekly.asStudent, { ...move, token });
  const hours = "wtorki 17:50–19:55, z przerwą";
  expect(consequence?.sentence).toContain(`10 lekcji przechodzi na ${hours}`);
  const line = (await getAttention(weekly.asTeacher)).find(({ kind }) => kind === "asked");
  expect(line?.items[0]?.text).toContain(`wtorki 16:45–18:50, z przerwą → ${hours}`);
  expect(places(asked).slice(0, 2)).toEqual(["11-24 9", "11-24 10"]);
  const rival = bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-11-24", 11));
  await expect(rival).rejects.toMatchObject({ code: "conflict" });
  const ref = { seriesId, moveId: asked.move?.id ?? "" };
  const moved = await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
  expect(places(moved).slice(0, 2)).toEqual(["11-24 10", "11-24 11"]);
  expect(moved.lessons).toHaveLength(10);
  await confirmSeries(weekly.asTeacher, { seriesId });
  expect(await told(weekly.teacher)).toEqual([
    ["requested", 10, 2],
    ["moveAsked", 10, 2],
  ]);
  expect(await told(weekly.student)).toEqual([
    ["moveAccepted", 10, 2],
    ["confirmed", 10, 2],
  ]);
});

test("each of its hours moves with its own teacher, whose slot is looked at and kept", async () => {
  const { id: seriesId, lessons } = await weekly.book(weekly.asTeacher, { blocks: 2 });
  const other = await makeClassroom(services);
  for (const { id } of lessons.filter(({ block, date }) => block === 9 && date < "2026-12-15"))
    await substituteTeacher(weekly.asAdmin, { lessonId: id, teacherId: other.teacher.id });
  const asOther = await weekly.otherStudent();
  await bookLesson(other.asStudent, bookingOf(other.teacher, "2026-11-25", 11));
  await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-02", 11));
  await bookLesson(other.asStudent, bookingOf(other.teacher, "2026-12-08", 10));

  const byOne = { seriesId, from: "2026-11-24", weekday: "wt" as const, block: 10 };
  const outcomesOf = ({ dates }: Awaited<ReturnType<typeof previewMove>>) =>
    dates.map(({ date, outcome }) => `${date.slice(5)} ${outcome}`);
  expect(outcomesOf(await previewMove(weekly.asTeacher, byOne)).slice(0, 3)).toEqual([
    "11-24 free",
    "12-01 free",
    "12-08 teacher-busy",
  ]);
  const move = { ...byOne, weekday: "sr" as const };
  const preview = await previewMove(weekly.asStudent, move);
  expect(outcomesOf(preview).slice(0, 3)).toEqual(["11-25 free", "12-02 teacher-busy", "12-09 free"]);
  const asked = await moveSeries(weekly.asStudent, { ...move, token: preview.token });
  const rival = bookLesson(asOther, bookingOf(weekly.teacher, "2026-11-25", 11));
  await expect(rival).rejects.toMatchObject({ code: "conflict" });
  const ref = { seriesId, moveId: asked.move?.id ?? "" };
  const moved = await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
  expect(places(moved).slice(0, 6)).toEqual([
    "11-25 10",
    "11-25 11",
    "12-01 9",
    "12-01 10",
    "12-09 10",
    "12-09 11",
  ]);
  expect(moved.lessons.slice(0, 2).map(({ teacherId }) => teacherId)).toEqual([
    other.teacher.id,
    weekly.teacher.id,
  ]);
});

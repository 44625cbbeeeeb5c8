import { beforeEach, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getAttention } from "../attention/get-attention";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
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

test("the hour that is left of a date moves alone, and needs its own block only", async () => {
  const { id: seriesId, lessons } = await weekly.book(weekly.asTeacher, { blocks: 2 });
  const asOther = await weekly.otherStudent();
  const at = (date: string, block: number) =>
    lessons.find((lesson) => lesson.date === date && lesson.block === block)?.id ?? "";
  for (const lessonId of [at("2026-12-01", 9), at("2026-12-08", 10)])
    await cancelLesson(weekly.asStudent, { lessonId, pair: "one" });
  await updateLessonAsAdmin(weekly.asAdmin, { id: at("2026-12-15", 9), date: "2026-12-17", block: 4 });
  await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-02", 9));
  await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-09", 10));

  const move = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 9 };
  const preview = await previewMove(weekly.asStudent, move);
  expect(preview).toMatchObject({ free: 4, skipped: 0, consequence: { lessons: 5 } });
  expect(preview.dates[1]).toMatchObject({
    date: "2026-12-02",
    block: 10,
    was: { date: "2026-12-01", block: 10 },
  });
  const asked = await moveSeries(weekly.asStudent, { ...move, token: preview.token });
  const ref = { seriesId, moveId: asked.move?.id ?? "" };
  await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
  const planned = async () => {
    const series = await getSeries(weekly.asStudent, { seriesId });
    return places({ ...series, lessons: series.lessons.filter(({ status }) => status === "Potwierdzona") });
  };
  const [first, last] = [
    ["11-25 9", "11-25 10"],
    ["12-22 9", "12-22 10"],
  ];
  expect(await planned()).toEqual([...first, "12-02 10", "12-09 9", "12-16 10", "12-17 4", ...last]);

  // Between the two hours the later one stays with the earlier, which has begun.
  services.clock.time = new Date("2026-11-25T16:00:00Z");
  const { dates } = await previewMove(weekly.asTeacher, { ...move, from: "2026-11-25", weekday: "pt" });
  expect(dates.map(({ date }) => date)).toEqual(["2026-12-04", "2026-12-11", "2026-12-18"]);
});

test("a date that stayed behind in one move follows in the next, by one block", async () => {
  const { id: seriesId } = await weekly.book(weekly.asTeacher, { blocks: 2, to: "2026-12-08" });
  const asOther = await weekly.otherStudent();
  const rival = await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-01", 12));
  const moveTo = async (block: number) => {
    const move = { seriesId, from: "2026-11-24", weekday: "wt" as const, block };
    const { token } = await previewMove(weekly.asTeacher, move);
    return places(await moveSeries(weekly.asTeacher, { ...move, token }));
  };
  const others = (block: number) => [
    `11-24 ${block}`,
    `11-24 ${block + 1}`,
    `12-08 ${block}`,
    `12-08 ${block + 1}`,
  ];
  expect((await moveTo(11)).sort()).toEqual([...others(11), "12-01 9", "12-01 10"].sort());
  await cancelLesson(weekly.asTeacher, { lessonId: rival.id });
  expect((await moveTo(10)).sort()).toEqual([...others(10), "12-01 10", "12-01 11"].sort());
});

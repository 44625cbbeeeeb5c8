import { seriesTexts } from "@korki/contracts/texts/series";
import { beforeEach, describe, expect, test } from "vitest";
import { bookLesson } from "../lessons/book-lesson";
import { bookingOf, makeClassroom } from "../testing/classroom";
import { personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { answerMove } from "./answer-move";
import { fillDate } from "./fill-date";
import { findFillSlots } from "./find-slots";
import { getSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();
const { prisma } = services.db;

let weekly: WeeklyLessons;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
});

describe("a skipped date", () => {
  test("is filled once, at a slot of the person's choice", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    const input = { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 };
    const lesson = await fillDate(weekly.asTeacher, input);
    expect(lesson).toMatchObject({ seriesId, date: "2026-12-03", block: 4, status: "Potwierdzona" });
    expect((await getSeries(weekly.asStudent, { seriesId })).skipped).toEqual([]);
    await expect(fillDate(weekly.asStudent, { ...input, block: 5 })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("cannot be filled while a move waits that would put a lesson into its week", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id: seriesId } = await weekly.book(weekly.asTeacher);
    const move = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
    const { token } = await previewMove(weekly.asStudent, move);
    const asked = await moveSeries(weekly.asStudent, { ...move, token });
    const input = { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 };
    const refused = { code: "conflict", message: seriesTexts.moveWaits };
    for (const ctx of [weekly.asStudent, weekly.asTeacher, weekly.asAdmin])
      await expect(fillDate(ctx, input)).rejects.toMatchObject(refused);
    const ref = { seriesId, moveId: asked.move?.id ?? "" };
    const moved = await answerMove(weekly.asTeacher, { ...ref, answer: "accept" });
    const dates = moved.lessons.map(({ date }) => date);
    expect(dates).toEqual(["2026-11-25", "2026-12-02", "2026-12-09", "2026-12-16", "2026-12-22"]);
  });

  test("is filled while a move waits that begins after it", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id: seriesId } = await weekly.book(weekly.asTeacher);
    const move = { seriesId, from: "2026-12-08", weekday: "sr" as const, block: 10 };
    const { token } = await previewMove(weekly.asStudent, move);
    await moveSeries(weekly.asStudent, { ...move, token });
    const input = { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 };
    expect(await fillDate(weekly.asStudent, input)).toMatchObject({ date: "2026-12-03" });
  });

  test("stays skipped where the chosen slot is not free", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    const taken = { seriesId, skippedDate: "2026-12-01", date: "2026-12-08", block: 9 };
    await expect(fillDate(weekly.asStudent, taken)).rejects.toMatchObject({ code: "conflict" });
    expect((await getSeries(weekly.asStudent, { seriesId })).skipped).toHaveLength(1);
  });

  test("is offered what is free for both around it, except what is closed or has begun", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    const input = { seriesId, skippedDate: "2026-12-01" };
    await bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-12-02", 4));
    const days = await findFillSlots(weekly.asStudent, input);
    const blocksOn = (date: string) => days.find((day) => day.date === date)?.blocks ?? [];
    expect(days[0]?.date).toBe("2026-11-20");
    expect(blocksOn("2026-11-20")).not.toContain(0);
    expect(days.at(-1)?.date).toBe("2026-12-22");
    expect(blocksOn("2026-12-01")).toEqual([]);
    expect(blocksOn("2026-12-02")).toEqual(expect.arrayContaining([3, 5]));
    expect(blocksOn("2026-12-02")).not.toContain(4);
    expect(blocksOn("2026-12-08")).not.toContain(9);
    const [first] = blocksOn("2026-12-02");
    await fillDate(weekly.asStudent, { ...input, date: "2026-12-02", block: first ?? -1 });
  });

  test("offers an administrator hours that the teacher does not, too", async () => {
    await weekly.closeCentre("2026-12-01");
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    await prisma.availabilitySection.deleteMany({ where: { teacherId: weekly.teacher.id } });
    const input = { seriesId, skippedDate: "2026-12-01" };
    expect(await findFillSlots(weekly.asStudent, input)).toEqual([]);
    expect(await findFillSlots(weekly.asAdmin, input)).toContainEqual({
      date: "2026-12-02",
      blocks: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    });
    const stranger = personCtx(services, (await makeClassroom(services)).teacher);
    await expect(findFillSlots(stranger, input)).rejects.toMatchObject({ code: "not_found" });
  });
});
